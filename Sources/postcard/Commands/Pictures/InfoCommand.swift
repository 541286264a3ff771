import ArgumentParser
import PostcardImaging

struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show format, size, date, place, camera and rights of picture files.",
        discussion: """
            Format by the first bytes, size as seen, date, place, camera and rights. A file
            that is no picture is named and the rest go on; the exit status is then 75.

            EXAMPLES
              postcard info photo.jpg
              postcard info *.jpg --json | jq -r '.[] | select(.coordinate) | .file'
            """)

    @Argument(help: "Picture files, their http, https or s3 addresses, or - for standard input.", completion: .file())
    var inputs: [String]

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var limit: LimitOptions

    func run() async throws {
        let limits = try limit.limits
        var found: [PictureInfo] = []
        var failures: [Failure] = []
        for input in inputs {
            do {
                let (header, count) = try await PictureInput.header(named: input, limits: limits)
                found.append(PictureInfo(of: header, bytes: count, file: input))
            } catch {
                let failure = Failure(error).namingLimitOption
                failures.append(failure)
                Console.error("\(input): \(failure.description)")
            }
        }
        if json {
            try JSONOutput.print(found)
        } else {
            for info in found { info.printLines() }
        }
        guard let failure = failures.first else { return }
        guard inputs.count > 1 else { throw Failure(failure.status, "Nothing to show.") }
        throw Failure(.tryAgain, "\(failures.count) of \(inputs.count) files could not be read.")
    }
}
