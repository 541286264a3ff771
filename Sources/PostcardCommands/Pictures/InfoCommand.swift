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
              postcard info ~/Pictures --csv > pictures.csv
              postcard info *.jpg --json | jq -r '.[] | select(.coordinate) | .file'
            """)

    @Argument(
        help: "Picture files, folders, http, https or s3 URLs, or - for standard input.",
        completion: .file())
    var inputs: [String]

    @Flag(help: "Print JSON.") var json = false

    @Flag(help: "Print CSV (RFC 4180): a line of column names, then one record per picture.") var csv = false

    @OptionGroup var limitOptions: LimitOptions

    func validate() throws { try require(!json || !csv, "Use either --json or --csv, not both.") }

    func run() async throws {
        let limits = try limitOptions.limits
        var found: [PictureInfo] = []
        let pictures = FoundPictures(in: inputs)
        var failures = pictures.failures
        for input in pictures.names {
            do {
                let (header, count) = try await PictureInput.header(
                    of: PictureSource(bytes: CommandArguments.bytes(of: input)), limits: limits)
                found.append(PictureInfo(of: header, bytes: count, file: input))
            } catch {
                failures.append(Failure(error).namingLimitOption.naming(input))
            }
        }
        if json {
            try JSONOutput.print(found)
        } else if csv {
            let lines = [PictureInfo.columns] + found.map(\.fields)
            try Console.printData(lines.map { SeparatedValues.line($0) }.joined(separator: "\n"))
        } else {
            for info in found { info.printLines() }
        }
        guard let failure = failures.first else { return }
        guard failures.count + found.count > 1 else { throw failure }
        for failure in failures { Console.error(failure.description) }
        throw Failure(.tryAgain, "\(failures.count) of \(failures.count + found.count) files could not be read.")
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
        camera = metadata.camera
        title = metadata.title
        artist = metadata.artist
        copyright = metadata.copyright
    }

    /// Returns degrees with six decimal places. The last digit corresponds to about 0.1 m, which is finer than GPS precision.
    private static func sixDecimals(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

    /// The column names in CSV output.
    static let columns = [
        "file", "format", "width", "height", "bytes", "orientation", "dateTaken", "latitude", "longitude", "camera",
        "title", "artist", "copyright",
    ]

    /// The fields of the picture's CSV record, in column order. Unknown values are empty.
    var fields: [String] {
        [file, format] + [width, height, bytes, orientation].map(String.init)
            + [dateTaken, coordinate.map { "\($0.latitude)" }, coordinate.map { "\($0.longitude)" }].map { $0 ?? "" }
            + [camera, title, artist, copyright].map { $0 ?? "" }
    }

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
