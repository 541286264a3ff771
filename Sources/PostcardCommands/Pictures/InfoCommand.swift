import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show format, size, date, place, camera and rights of picture files.",
        discussion: """
            Format by the first bytes, size as seen, date, place, camera and rights. A file
            that is no picture is named and the rest go on; the exit status is then 75.
            Folders are searched with those in them, but for hidden names and links.

            EXAMPLES
              postcard info photo.jpg
              postcard info *.jpg --json | jq -r '.[] | select(.coordinate) | .file'
            """)

    @Argument(
        help: "Picture files, folders of them, http, https or s3 addresses, or - for standard input.",
        completion: .file())
    var inputs: [String]

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var limit: LimitOptions

    func run() async throws {
        let limits = try limit.limits
        var found: [PictureInfo] = []
        var failures: [Failure] = []
        func note(_ error: any Error, of input: String) {
            let failure = Failure(error).namingLimitOption
            let message = failure.description
            failures.append(Failure(failure.status, message.contains(input) ? message : "\(input): \(message)"))
        }
        let names = inputs.flatMap { Self.pictures(in: $0, onError: note) }
        for input in names {
            do {
                let (header, count) = try await PictureInput.header(named: input, limits: limits)
                found.append(PictureInfo(of: header, bytes: count, file: input))
            } catch {
                note(error, of: input)
            }
        }
        if json {
            try JSONOutput.print(found)
        } else {
            for info in found { info.printLines() }
        }
        guard let failure = failures.first else { return }
        guard failures.count + found.count > 1 else { throw failure }
        for failure in failures { Console.error(failure.description) }
        throw Failure(.tryAgain, "\(failures.count) of \(failures.count + found.count) files could not be read.")
    }

    /// The pictures in a folder and in those in it; the name itself of anything else.
    private static func pictures(in input: String, onError note: (any Error, String) -> Void) -> [String] {
        let path = FilePath(argument: input)
        guard case .file = PictureSource(bytes: path.bytes), (try? PictureTree.isFolder(path)) ?? false else {
            return [input]
        }
        var names: [String] = []
        PictureTree.walk(below: path) { finding in
            switch finding {
            case .picture(let path): names.append(CommandArguments.text(of: path.bytes))
            case .failure(let folder, let error): note(error, "\(folder)")
            case .link: break
            }
        }
        if names.isEmpty { note(LibraryError(.notFound, "There are no pictures in \(input)."), input) }
        return names
    }
}
