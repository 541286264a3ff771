/// An error that keeps the service from starting.
public struct StartupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a failure.
    public struct Code: Sendable, Hashable {
        private enum Kind { case badFolder, badSetting, cannotListen }
        private let kind: Kind

        /// A folder is not there or cannot be used.
        public static let badFolder = Code(kind: .badFolder)
        /// A setting has a wrong value, or settings do not fit together.
        public static let badSetting = Code(kind: .badSetting)
        /// The address is taken or not ours.
        public static let cannotListen = Code(kind: .cannotListen)
    }

    /// The kind of a failure.
    public let code: Code
    /// The reason and the remedy, for people to read.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
