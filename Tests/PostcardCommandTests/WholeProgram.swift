@testable import PostcardCommands
@testable import postcard

/// The root command, with the commands of the service.
enum WholeProgram {
    static let root: Postcard.Type = {
        Postcard.add(Program.serviceCommands)
        return Postcard.self
    }()

    /// The manual of all commands.
    static let pages = ManualPage.all(of: root)
}
