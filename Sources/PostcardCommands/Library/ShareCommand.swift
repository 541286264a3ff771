import ArgumentParser
import PostcardLibrary
import SystemPackage

struct ShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Share photos, albums, journals, entries and memes as a page, an archive or a folder.",
        discussion: """
            A .html file is a single page with thumbnails, larger views, a map of the places
            and credits. It needs no network, and works from a file and on a phone. A .zip
            file or a folder contains that page, the original files with their credits
            embedded (XMP, IPTC), and a JSON file next to each.

            Shared files keep their pixels, sound, dates, camera and credit, and no other
            metadata, so they don't reveal where they were taken. Camera RAW files become
            JPEG; TIFF, BMP, ICO and TGA files become PNG. Videos other than MP4, MOV, 3GP,
            MKV, WebM and AVI are rejected. --positions all shares the original files. The
            map shows pins and the places in journals, rounded to 200 m if they come from
            photos. With --positions none, it shows nothing.

            The owner's name, scroll direction, background and sizes come from: postcard
            settings

            EXAMPLES
              postcard share "Summer in France" --to france.html
              postcard share "Eiffel Tower" --to tower.zip
              postcard share photo-7k3x9w2mq4ta meme-2v8nq0c4r6td --to best \\
                --title "The best"
            """)

    @Argument(
        help: "Ids of photos, memes, entries and places; ids or names of journals and pins. A pin's album is shared.",
        completion: .items)
    var ids: [String]

    @Option(help: "A .html file, a .zip file, or a folder.", completion: .file()) var to: String

    @Option(help: "The page title. (default: the first item's title)") var title: String?

    @Option(
        help: ArgumentHelp(
            "The location data to share: none; places (only on the map; places from photos are rounded); or all "
                + "(exact, also in each file).", valueName: "what"))
    var positions = SharedPositions.places

    @Flag(help: "Replace existing files.") var force = false

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let fileExtension = FilePath(to).extension?.lowercased()
        try require(
            to != "-"
                && !["pdf", "htm", "kml", "kmz", "gpx", "geojson", "json", "csv", "tar", "gz", "7z"].contains(
                    fileExtension),
            "--to is \(to); it must be a .html file, a .zip file, or a folder.")
        let library = try options.open(creates: false)
        let (ids, title, target, positions, force) = (ids, title, ShareTarget(FilePath(to)), positions, force)
        let report = try await withInterruption {
            try await library.share(
                ids: ids, title: title, to: target, positions: positions, replacing: force,
                outline: Postcard.mapOutline)
        }
        printWarnings(of: report, target)
        if json { return try JSONOutput.print(report) }
        printPositionHint(of: report)
        let places = report.places == 0 ? "" : ", \(report.places) on the map"
        Console.print("\(to): \(report.items.counting("item"))\(places)")
    }

    /// Prints the warnings, and the files without an embedded credit. For a page, prints the omitted videos instead of the files.
    private func printWarnings(of report: ShareReport, _ target: ShareTarget) {
        for warning in report.warnings { Console.error(warning) }
        let isPage = if case .page = target { true } else { false }
        for name in report.notEmbedded {
            Console.error(
                isPage
                    ? "\(name): the page contains only a frame of the video; to include the video, share to a .zip file or a folder"
                    : "\(name): the credit is not in the file, but in \(name).json")
        }
    }

    /// Prints how many positions were withheld or rounded, if any.
    private func printPositionHint(of report: ShareReport) {
        let (withheld, rounded) = (report.withheldPositions, report.roundedPlaces)
        if withheld > 0 { Console.error("Positions removed from the files: \(withheld).") }
        if rounded > 0 { Console.error("Places rounded to 200 m on the map: \(rounded).") }
        if withheld + rounded > 0 { Console.error("To include exact positions: --positions all") }
    }
}
