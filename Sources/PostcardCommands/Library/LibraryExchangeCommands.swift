import ArgumentParser
import PostcardLibrary
import SystemPackage

struct LibraryExportCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the whole library as one JSON document with its files, or its places for a map.",
        discussion: """
            A .geojson or .gpx file has the pins, and the ways of the journals from place
            to place, with their exact positions. A folder has everything, to be read
            again with: postcard library import. That is all records, pictures, videos and
            templates, earlier texts of notes, and what was deleted since the last
            compact; smaller pictures are made again, and earlier versions of other things
            are left out. One that was interrupted goes on when it is run again.

            EXAMPLES
              postcard library export --to backup
              postcard library export --to backup --force
              postcard library export --to places.geojson
              postcard library export --to journeys.gpx
            """)

    @Option(help: "A folder that is not there yet, a .geojson file or a .gpx file.", completion: .file()) var to: String

    @Flag(help: "Replace a .geojson or .gpx file that is there, or renew an earlier export in the folder.")
    var force = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let path = FilePath(to)
        switch path.extension?.lowercased() {
        case "geojson": try PictureFile.write(Array(library.geoJSON().utf8), to: path, replacing: force)
        case "kml", "kmz", "csv", "json", "zip", "tar", "gz", "html":
            throw ValidationError("--to is \(to); it can be a folder, a .geojson file or a .gpx file.")
        case "gpx": try PictureFile.write(Array(library.gpx().utf8), to: path, replacing: force)
        default:
            let report = try library.export(to: path, renewing: force)
            Console.print("\(to): \(report.summary)")
            try report.failIfIncomplete()
        }
    }
}

struct LibraryImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read what export wrote, or sort a folder of photos into journals and places.",
        discussion: """
            Photos and videos of another folder become journals by their dates, and places
            with pins by day and position. A file without a date has the one in its name,
            otherwise the time at which it was last changed. What is in the library already
            stays as it is, so an import that was interrupted goes on when it is run again.

            EXAMPLES
              postcard library import backup
              postcard library import ~/Pictures/2024
            """)

    @Argument(help: "A folder with library.json, or with pictures.", completion: .directory) var folder: String

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let path = FilePath(folder)
        try require(PictureTree.isFolder(path), .usage, "\(folder) is a file; name a folder.")
        let library = try options.open(creates: true)
        if (try? PictureTree.isFolder(path.appending("library.json"))) == false {
            let report = try library.importLibrary(from: path)
            let kept = report.kept == 0 ? "" : ", \(report.kept) were there already"
            Console.print("\(report.summary)\(kept)")
            return try report.failIfIncomplete()
        }
        let tally = try await withInterruption {
            var tally = FolderImportTally()
            do {
                let journals = try await library.importPictures(from: path) { tally.count($0) }
                tally.finish()
                for journal in journals { Console.print("\(journal.id)  \(journal.name)") }
            } catch {
                tally.finish()
                if tally.isBegun { Console.error("What was added is kept. Import the folder again to go on.") }
                throw error
            }
            return tally
        }
        guard tally.failed == 0 else {
            throw Failure(.tryAgain, "\(tally.failed) of \(tally.added + tally.failed) files could not be added.")
        }
    }
}

/// The counts and the progress display of the import of a folder.
private struct FolderImportTally {
    private(set) var added = 0
    private(set) var failed = 0
    private var known = 0
    private var dates = DateOrigins()
    private var progress: Progress?
    var isBegun: Bool { added + known + failed > 0 }

    mutating func count(_ event: FolderImportEvent) {
        switch event {
        case .begun(let files):
            progress?.clear()
            // The first pass only reads dates, which is fast.
            progress = Progress(total: files, isPlain: progress != nil)
            return
        case .read: break
        case .added(let entry, _):
            added += 1
            dates.count(entry)
            return
        case .known: known += 1
        case .failed(let path, let error):
            failed += 1
            progress?.clear()
            Console.error("postcard: \(Failure(error).namingLimitOption.naming("\(path)").description)")
        }
        progress?.advance()
    }

    func finish() {
        guard let progress else { return }
        progress.clear()
        Console.error("\(added) added, \(known) were there already, \(failed) failed")
        dates.report()
    }
}

extension ExchangeReport {
    fileprivate var summary: String {
        [
            records.counting("record"), files.counting("file"), templates.counting("template"),
            earlierChanges.counting("earlier change"),
        ].joined(separator: ", ")
    }

    fileprivate func failIfIncomplete() throws {
        guard !problems.isEmpty else { return }
        for problem in problems { Console.error("postcard: \(problem)") }
        throw Failure(.badData, "Not everything was copied; see above. The rest was.")
    }
}
