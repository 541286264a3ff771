import ArgumentParser
import PostcardCommands
import PostcardServer

@main
enum Program {
    /// The commands that need the service.
    static let serviceCommands: [any ParsableCommand.Type] = [AppCommand.self, ServeCommand.self]

    static func main() async { await Postcard.main(adding: serviceCommands, naming: CityNames.name(at:)) }
}
