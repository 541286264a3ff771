import ArgumentParser
import PostcardLibrary
import SystemPackage

struct LibraryExportCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the library as JSON with its files, or its places as a map.",
        discussion: """
            A .geojson or .gpx file contains the pins and the routes of the journals from
            place to place, with their exact positions.

            A folder contains everything: all records, pictures, videos and templates,
            earlier texts of notes, and items deleted since the last compaction. Smaller
            pictures and earlier versions of other items are left out. Import the folder
            with postcard library import. An interrupted export continues when you run it
            again.

            EXAMPLES
              postcard library export --to backup
              postcard library export --to backup --force
              postcard library export --to places.geojson
              postcard library export --to journeys.gpx
            """)

    @Option(help: "A new folder, a .geojson file or a .gpx file.", completion: .file()) var to: String

    @Flag(help: "Replace an existing .geojson or .gpx file, or update an earlier export in the folder.")
    var force = false

    @OptionGroup var options: LibraryOptions

    private func write(_ places: String) throws {
        try PictureFile.write(Array(places.utf8), to: FilePath(to), replacing: force)
        Console.print(to)
    }

    func run(in library: Library) throws {
        let path = FilePath(to)
        switch path.extension?.lowercased() {
        case "geojson": try write(library.geoJSON())
        case "kml", "kmz", "csv", "json", "zip", "tar", "gz", "html":
            throw ValidationError("--to is \(to); it must be a folder, a .geojson file or a .gpx file.")
        case "gpx": try write(library.gpx())
        default:
            let report = try library.writeExport(to: path, renewing: force)
            Console.print("\(to): \(report.summary)")
            try report.failIfIncomplete()
        }
    }
}

extension ExchangeReport {
    var summary: String {
        [
            records.counting("record"), files.counting("file"), templates.counting("template"),
            earlierChanges.counting("earlier change"),
        ].joined(separator: ", ")
    }

    func failIfIncomplete() throws {
        guard !problems.isEmpty else { return }
        for problem in problems { Console.error("postcard: \(problem)") }
        throw Failure(.badData, "Some items were not copied; see above.")
    }
}
