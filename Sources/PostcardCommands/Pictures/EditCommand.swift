import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import SystemPackage

struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Crop, rotate, resize, sharpen and otherwise change an image.",
        discussion: """
            Edits are applied in the order in which they are given. The picture is rotated
            upright first, and loses GPS and other private data. An animated GIF stays
            animated if the result is a GIF.

            EDITS
            \(EditNotation.help)

            EXAMPLES
              postcard edit photo.jpg resize=1200x630,cover,detail -o card.jpg
              postcard edit IMG_0042.HEIC -o photo.jpg
              postcard edit scan.png rotate=-1.5,#fff grayscale -o page.webp
              postcard edit @clipboard crop=square --copy
            """)

    @Argument(
        help: "A picture file, its http, https or s3 URL, @clipboard, or - for standard input.", completion: .file())
    var picture: String

    @Argument(help: "The edits, applied in order. (default: none; only the format changes)")
    var edits: [String] = []

    @Option(
        name: .shortAndLong,
        help:
            "The file for the result, or its s3 URL; its extension sets the format. Use - for standard output. Needed without --copy.",
        completion: .file(), transform: PictureOutput.name)
    var output: String?

    @Option(help: "JPEG, WebP and AVIF quality, 1 to 100. (85; a JPEG keeps blocks that no edit changes)")
    var quality: Int?

    @Option(help: "The metadata to keep: copyright, details, position, or all (everything except the position).")
    var keep = Metadata.Kept()

    @Flag(help: "Decode as much of a damaged file as possible, with a warning.") var recover = false

    @Flag(help: "Replace an existing file.") var force = false

    @OptionGroup var desktop: DesktopOptions
    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        try require("--quality", quality, in: 1...100)
        try require(
            output != nil || desktop.copy && !desktop.open,
            "Set the file with --output FILE\(desktop.open ? "." : ", or copy the result with --copy.")")
        try desktop.requireFile(output)
    }

    func run() async throws {
        let requests = try EditRequest.requests(edits, library: library)
        let clipboard = try desktop.clipboard
        let destination = try PictureOutput(output ?? "clipboard.png", quality: quality ?? 85)
        try destination.checkTerminal()
        let limits = try limitOptions.limits
        let bytes = try await PictureInput.picture(named: picture, limits: limits)
        let (made, warnings): (PictureConversion.Result, [String])
        do {
            (made, warnings) = try await PictureConversion(
                of: requests, limits: limits, recover: recover, fetch: PictureInput.fetch
            ).result(
                of: OpenedPicture(bytes),
                as: .init(encoding: destination.encoding, keep: keep, keepsBlocks: quality == nil))
        } catch let error as ImageError {
            throw error.naming(PictureInput.name(of: picture))
        }
        for warning in warnings { Console.error("\(picture): warning: \(warning.escapedForTerminal)") }
        if output != nil { try await destination.write(made.bytes, of: [picture], replacing: force) }
        if let output, output != "-" {
            Console.error("\(PictureDestination(bytes: CommandArguments.bytes(of: output))): \(made.size) pixels")
        }
        try clipboard?.write(made.bytes, limits: limits)
        try desktop.show(output)
    }
}

extension EditRequest {
    /// Parses edits as typed. `library` contains the photos that watermarks specify by id.
    static func requests(_ texts: [String], library: LibraryOptions? = nil) throws -> [EditRequest] {
        try texts.map { text in
            var stored: (photo: Photo, library: Library)?
            if let name = text.wholeMatch(of: /watermark=(photo-[^,]*)(,.*)?/)?.1 {
                stored = try library?.photo(named: String(name))
            }
            if let stored {
                try require(
                    stored.photo.license.allowsDerivatives, .notPermitted,
                    "\(stored.photo.license.name) does not allow changed versions of \(stored.photo.id).")
                Console.error("Credit: \(stored.photo.credit)")
            }
            do throws(FileError) {
                var request = try EditRequest(text: text)
                if case .watermark(var mark) = request, case .source(.file(let path)) = mark.picture {
                    let file = stored.map { $0.library.blobs.path(of: $0.photo.blob) }
                    mark.picture = .source(.file(file ?? FilePath(argument: path.string)))
                    request = .watermark(mark)
                }
                return request
            } catch {
                throw Failure(.usage, error.message)
            }
        }
    }
}
