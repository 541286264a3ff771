import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import SystemPackage

struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show the format, size, date, location, camera and rights of images.",
        discussion: """
            The format is detected from the first bytes, and the size is that of the
            upright picture. Files that are not pictures are reported and skipped; the exit
            status is then 75. Folders are searched recursively, except hidden files and
            symbolic links.

            EXAMPLES
              postcard info photo.jpg
              postcard info *.jpg --json | jq -r '.[] | select(.coordinate) | .file'
            """)

    @Argument(
        help: "Picture files, folders, http, https or s3 URLs, or - for standard input.",
        completion: .file())
    var inputs: [String]

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var limitOptions: LimitOptions

    func run() async throws {
        let limits = try limitOptions.limits
        var found: [PictureInfo] = []
        var failures: [Failure] = []
        func note(_ error: any Error, of input: String) {
            failures.append(Failure(error).namingLimitOption.naming(input))
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

    /// Returns the pictures in a folder and its subfolders; the input itself if it is not a folder.
    private static func pictures(in input: String, onError note: (any Error, String) -> Void) -> [String] {
        let path = FilePath(argument: input)
        guard case .file = PictureSource(bytes: path.bytes), (try? PictureTree.isFolder(path)) ?? false else {
            return [input]
        }
        var names: [String] = []
        PictureTree.walk(below: path) { finding in
            switch finding {
            case .picture(let path), .result(let path): names.append(CommandArguments.text(of: path.bytes))
            case .failure(let folder, let error): note(error, "\(folder)")
            case .link: break
            }
        }
        if names.isEmpty { note(FileError(.notFound, "There are no pictures in \(input)."), input) }
        return names
    }
}

/// The properties of a picture file that `info` prints.
struct PictureInfo: Encodable {
    let file, format: String
    let width, height, bytes, orientation: Int
    let coordinate: Coordinate?
    let dateTaken, camera, title, artist, copyright: String?

    init(of header: ImageHeader, bytes: Int, file: String) {
        self.file = file
        self.bytes = bytes
        format = header.format.rawValue
        width = header.size.width
        height = header.size.height
        orientation = header.orientation.rawValue
        let metadata = header.metadata
        // A date in an unknown format is printed unchanged.
        dateTaken = metadata.dateTaken.map(WallTime.canonical)
        coordinate = metadata.position.flatMap {
            try? Coordinate(latitude: Self.sixDecimals($0.latitude), longitude: Self.sixDecimals($0.longitude))
        }
        // Cameras often repeat the maker's name in the model name.
        let make = metadata.make.flatMap { make in metadata.model?.hasPrefix(make) == true ? nil : make }
        let camera = [make, metadata.model].compactMap { $0 }.joined(separator: " ")
        self.camera = camera.isEmpty ? nil : camera
        title = metadata.title
        artist = metadata.artist
        copyright = metadata.copyright
    }

    /// Returns degrees with six decimal places. The last digit corresponds to about 0.1 m, which is finer than GPS precision.
    private static func sixDecimals(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

    func printLines() {
        Console.print("\(file): \(format) \(width)x\(height), \(bytes) bytes")
        let place = coordinate.map { "\($0.latitude), \($0.longitude)" }
        let turned = orientation == 1 ? nil : "\(orientation)"
        let lines = [
            ("Taken", dateTaken?.replacing("T", with: " ")), ("Place", place), ("Camera", camera), ("Title", title),
            ("Artist", artist),
            ("Copyright", copyright), ("Orientation", turned),
        ]
        for case (let name, let value?) in lines { Console.print("  \(name): \(value)") }
    }
}
