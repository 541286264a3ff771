package import ArgumentParser
package import PostcardImaging
package import PostcardLibrary
import Synchronization

/// The root command.
package struct Postcard: AsyncParsableCommand {
    package static let version = "0.1.0"
    /// The contact URL in requests, as Wikimedia and OpenStreetMap require.
    static let contact = "https://github.com/postcard-swift/postcard"

    package static var configuration: CommandConfiguration { current.withLock { $0 } }

    /// The configuration, made once, since the parser reads it often.
    private static let current = Mutex(configuration(with: []))

    /// The function that returns the name of the city or town around a coordinate. The function is set before a command runs.
    static var placeNaming: PlaceNaming? { storedNaming.withLock { $0 } }
    private static let storedNaming = Mutex<PlaceNaming?>(nil)

    /// The land on the maps of shared pages; `nil` for maps without land.
    static var mapOutline: MapOutline? { storedOutline.withLock { $0 } }
    private static let storedOutline = Mutex<MapOutline?>(nil)

    /// The process that decodes pictures. `main` sets it. There is no default, so no command can decode without it by accident.
    @TaskLocal static var isolation: Isolation?

    /// The isolation that `main` set.
    ///
    /// - Throws: `Failure` if `main` set no isolation.
    package static var requiredIsolation: Isolation {
        get throws(Failure) {
            guard let isolation else {
                throw Failure(.internalError, "The program has not prepared the process that decodes pictures.")
            }
            return isolation
        }
    }

    private static func configuration(with serviceCommands: [any ParsableCommand.Type]) -> CommandConfiguration {
        CommandConfiguration(
            commandName: "postcard",
            abstract: "Make memes and thumbnails, keep photo journals on a map, and serve images.",
            discussion: """
                EXAMPLES
                  postcard meme photo.jpg "ONE DOES NOT SIMPLY" "SHIP ON FRIDAY" -o out.jpg
                  postcard thumbnail ~/Pictures --to thumbs
                  postcard pin drop 48.8584,2.2945 --name "Eiffel Tower"
                  postcard album open "Eiffel Tower"
                  postcard app

                EXIT STATUS
                    0 success, 64 wrong usage, 65 invalid image or data, 66 missing input,
                    69 service unreachable, 70 internal error, 71 system resource missing
                    (threads, /proc), 73 output exists or can't be created, 74 read or write
                    error or full disk, 75 partial failure or try again later, 77 not permitted
                    or key rejected, 78 invalid settings, 129 terminal closed,
                    130 interrupted, 143 terminated.
                    A reader that stops early, such as head, does not cause an error.
                """,
            version: version,
            subcommands: [
                MemeCommand.self, TemplateCommand.self, ThumbnailCommand.self, PeekCommand.self, EditCommand.self,
                GalleryCommand.self, TripCommand.self, BatchCommand.self, InfoCommand.self, DuplicatesCommand.self,
                PinCommand.self,
                AlbumCommand.self, PlaceCommand.self, MapCommand.self, JournalCommand.self, NoteCommand.self,
                EntryCommand.self, ShareCommand.self, LinkCommand.self, RemoveCommand.self, RestoreCommand.self,
                SettingsCommand.self, LibraryCommand.self,
            ] + serviceCommands + [CompletionsCommand.self, ManualCommand.self])
    }

    /// Adds the commands of the service, which are in another module.
    static func add(_ serviceCommands: [any ParsableCommand.Type]) {
        current.withLock { $0 = configuration(with: serviceCommands) }
    }

    package init() {}

    /// Runs the command in the process's arguments, and ends the process.
    ///
    /// - Parameters:
    ///   - isolation: the process that decodes pictures, from `Isolation.prepare()`, which the program must call first.
    ///   - serviceCommands: the commands of the service, which are in another module.
    ///   - naming: returns the name of the city or town around a coordinate.
    ///   - outline: the land on the maps of shared pages.
    package static func main(
        isolation: Isolation, adding serviceCommands: [any ParsableCommand.Type], naming: @escaping PlaceNaming,
        outline: MapOutline
    ) async {
        Console.prepare()
        add(serviceCommands)
        storedNaming.withLock { $0 = naming }
        storedOutline.withLock { $0 = outline }
        var running: (any ParsableCommand.Type)?
        do {
            // `--version` is handled here, because the parser would first read all commands.
            let arguments = CommandArguments.all
            if arguments == ["--version"] {
                Console.print(version)
                Failure.finish()
            }
            try SystemCheck.run()
            // Completing a name opens the library while the arguments are parsed. A command without asynchronous work stays on this
            // thread.
            let asynchronous = try $isolation.withValue(isolation) { () -> (any AsyncParsableCommand)? in
                var command = try ArgumentList(arguments[...], of: self).parsed()
                running = type(of: command)
                if let command = command as? any AsyncParsableCommand { return command }
                try command.run()
                return nil
            }
            if var command = asynchronous {
                try await $isolation.withValue(isolation) { try await command.run() }
            }
            if DamageHint.show() { Postcard.exit(withError: ExitCode(Failure.Status.badData.rawValue)) }
        } catch {
            DamageHint.show()
            Failure(error).exit(of: running)
        }
        Failure.finish()
    }
}
