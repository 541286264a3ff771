import ArgumentParser
import PostcardCommands
import PostcardIsolation
import PostcardServer

@main
enum Program {
    /// The commands that need the service.
    static let serviceCommands: [any ParsableCommand.Type] = [AppCommand.self, ServeCommand.self]

    static func main() async {
        // This call does not return in a child process that decodes a picture.
        await Postcard.main(
            isolation: .prepare(), adding: serviceCommands, naming: CityNames.name(at:),
            outline: WorldOutline.outline)
    }
}
