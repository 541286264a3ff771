import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardLibrary
import SystemPackage

struct GalleryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery", abstract: "Make a static gallery of a folder, as plain files.",
        discussion: """
            Makes a page for each folder and each picture, with thumbnails and previews of
            1600 pixels. Open index.html, or copy the folder of --to to any web server.
            Pages work without a script, from a file and on a phone.

            Titles and captions come from EXIF, XMP, IPTC and .xmp files beside pictures.
            A file gallery.json in a folder can set its title, description, order and
            cover; see Documentation/Guides/FolderGalleries.md. Frames of videos need ffmpeg.

            Pages show dates, cameras, and a map of the albums, rounded to 200 m. Files
            contain no positions. --positions none also omits cameras and the map; all
            shows exact positions, also in each file.

            A second run makes only what has changed, and removes the files of pictures
            that no longer exist. It replaces and removes only files that it made, which
            .postcard-results lists; don't publish that file. Unreadable pictures are
            reported and left out; the exit status is then 75.

            EXAMPLES
              postcard gallery ~/Pictures --to site
              postcard gallery ~/Pictures/Paris --to site --title Paris --webp
              postcard gallery ~/Pictures --to site --originals copy
            """)

    @Argument(
        help: "The folder of the pictures, searched without hidden names and symbolic links.", completion: .directory)
    var folder: String

    @Option(help: "The folder for the gallery.", completion: .directory) var to: String

    @Option(help: "The title. (default: that in gallery.json, or the name of the folder)") var title: String?

    @Option(
        help: ArgumentHelp(
            "The location data to share: none, places (only on the map, rounded) or all (exact, also in each file).",
            valueName: "what"))
    var positions = SharedPositions.places

    @Option(
        help: """
            The original files: none, link (where they are; needs --positions all), or copy (without private metadata, \
            unless --positions all).
            """)
    var originals = GalleryOptions.Originals.none

    @Flag(help: "Also make WebP versions, which are smaller and which most browsers prefer.") var webp = false

    @Flag(help: "Decode as much as possible of damaged files, with a warning.") var recover = false

    @Flag(help: "Make all files again, and replace files that Postcard did not make.") var force = false

    @Flag(help: "Print JSON.") var json = false

    @Flag(help: "Print only errors.") var quiet = false

    @OptionGroup var limitOptions: LimitOptions

    func run() async throws {
        MemoryAllocation.reuse()
        let (root, site) = (FilePath(argument: folder), FilePath(argument: to))
        let gallery = try FolderGallery(of: root, to: site, options: options(for: site))
        let (isQuiet, isPlain) = (quiet, !quiet && !json)
        let (report, counts) = try await withInterruption {
            var (counts, progress) = (Counts(), Progress(total: 0, isShown: false))
            let report = try await gallery.make { event in
                switch event {
                case .found(let total):
                    progress = Progress(total: total, isShown: Console.showsProgress && !isQuiet, isPlain: isPlain)
                case .done(_, let isMade):
                    progress.advance()
                    if isMade { counts.made += 1 } else { counts.upToDate += 1 }
                case .warning(let path, let text):
                    progress.clear()
                    Console.error("\(path): warning: \(text)")
                case .failed(let path, let error):
                    progress.clear()
                    counts.failed += 1
                    Console.error(Failure(error).namingLimitOption.naming("\(path)").description)
                case .removed: counts.removed += 1
                }
            }
            progress.clear()
            return (report, counts)
        }
        if json { try JSONOutput.print(Listing(report: report, counts: counts)) }
        if isPlain { summarize(report, counts) }
        try require(counts.failed == 0, .tryAgain, "\(counts.failed.counting("file")) could not be used.")
    }

    private func options(for site: FilePath) throws -> GalleryOptions {
        var options = GalleryOptions(decoding: DecodingOptions(toleratesDamage: recover))
        options.decoding.limits = try limitOptions.limits
        (options.title, options.positions, options.originals) = (title, positions, originals)
        (options.hasWebP, options.replaces, options.workers) = (webp, force, Console.processors)
        options.cache = CacheFolder.make()?.appending("gallery")
            .appending("\(StableHash(site.absolute.bytes).value.padded(to: 16, radix: 16)).jsonl")
        return options
    }

    private func summarize(_ report: GalleryReport, _ counts: Counts) {
        let made = "\(counts.made.counting("picture")) processed"
        let others = [("up to date", counts.upToDate), ("old files removed", counts.removed)].filter { $0.1 > 0 }
        Console.error(([made] + others.map { "\($0.1) \($0.0)" }).joined(separator: ", "))
        if report.videosLeftOut > 0 {
            Console.error(
                "\(report.videosLeftOut.counting("video")) left out. To show frames of videos, install ffmpeg.")
        }
        if report.links > 0 {
            Console.error("\(report.links.counting("symbolic link")) not followed. Use hard links or copies instead.")
        }
        if report.companions > 0 {
            Console.error(
                "\(report.companions.counting("RAW, HEIC or TIFF file")) left out, beside a JPEG of the same name.")
        }
        let contents = [
            report.albums.counting("album"), report.pictures.counting("picture"), report.videos.counting("video"),
        ]
        Console.print("\(FilePath(argument: to).appending("index.html")): \(contents.joined(separator: ", "))")
    }
}

/// The numbers of files in a run.
private struct Counts: Encodable {
    var made = 0
    var upToDate = 0
    var failed = 0
    var removed = 0
}

/// The contents of the gallery and the numbers of the run as JSON.
private struct Listing: Encodable {
    let report: GalleryReport
    let counts: Counts

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        try counts.encode(to: encoder)
    }
}
