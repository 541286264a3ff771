/// An error that keeps the service from starting.
public struct StartupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error.
    public enum Code: Sendable {
        /// A folder is missing or can't be used.
        case badFolder
        /// A setting has an invalid value, or settings conflict.
        case badSetting
        /// The port is in use, or the IP address does not belong to this machine.
        case cannotListen
    }

    /// The kind of the error.
    public let code: Code
    /// The reason for the error and how to fix it, in words for users.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }

    /// Returns the error for an invalid setting, or for settings that conflict.
    package static func badSetting(_ message: String) -> StartupError { StartupError(.badSetting, message) }
}
