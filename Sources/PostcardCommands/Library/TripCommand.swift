import ArgumentParser
import PostcardCore
import PostcardLibrary
import SystemPackage

struct TripCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trip", abstract: "Make a journal of a trip from a folder of photos and GPS tracks.",
        discussion: """
            All photos and videos of the folder become one journal, sorted into places by
            day and position. Places are named after the nearest city or town. Run the
            command again when more photos or tracks arrive: they are added to the same
            journal. Known files keep their dates and places, but new tracks place those
            without a place.

            Tracks (--gpx) are shown on the map of the journal, and kept unchanged. They also
            place photos without a position by the times at which they were taken. If some
            photos of a camera have positions, its clock is compared with the tracks, and
            its dates are corrected. Otherwise, specify the error with --clock-offset. That
            option does not apply to phones, which know their position and time zone.

            Google Takeout's JSON files and .xmp files next to pictures supply missing
            dates, positions and titles. The video of a Live Photo belongs to its picture.

            To undo: postcard library import --undo

            EXAMPLES
              postcard trip ~/Pictures --gpx watch.gpx --dry-run
              postcard trip ~/Pictures --gpx watch.gpx --name Portugal
              postcard trip ~/Pictures --gpx tracks --clock-offset 1h
            """)

    @Argument(help: "A folder of pictures.", completion: .directory) var folder: String

    @Option(
        help: ArgumentHelp("A GPX file, or a folder of GPX files. Can be repeated.", valueName: "file"),
        completion: .file())
    var gpx: [String] = []

    @Option(
        help: """
            The name of the journal, which may exist. (default: the journal with most of these photos, or else a new journal \
            named after its places and days)
            """)
    var name: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time by which the clocks of cameras without GPS are ahead of local time: 1h, or -1h if they are behind, or 01:02:03. (default: estimated)",
            valueName: "time"))
    var clockOffset: ClockOffset?

    @Flag(help: "Show the plan without changing anything.") var dryRun = false

    @OptionGroup var options: LibraryOptions

    func validate() throws {
        try require(name.map { !$0.trimmed.isEmpty } ?? true, "--name is blank.")
    }

    func run() async throws {
        let path = FilePath(argument: folder)
        try require(PictureTree.isFolder(path), .usage, "\(folder) is a file; specify a folder.")
        let media = try Library.media(inFolder: path)
        let tracks = TripTracks(try readTracks(), secondsAhead: clockOffset?.seconds)
        try await options.withLibrary(isTrial: dryRun) { library in
            try await add(media, tracks, to: library)
        }
    }

    private func readTracks() throws -> [Track] {
        var tracks: [Track] = []
        for file in gpx {
            let path = FilePath(argument: file)
            guard try PictureTree.isFolder(path) else {
                tracks.append(try Track(gpx: path))
                continue
            }
            let names = try FileSystem.names(in: path).filter { $0.lowercased().hasSuffix(".gpx") }.sorted()
            try require(!names.isEmpty, .missingInput, "\(file) contains no GPX files.")
            for name in names { tracks.append(try Track(gpx: path.appending(name))) }
        }
        return tracks
    }

    private func add(_ media: [FilePath], _ tracks: TripTracks, to library: Library) async throws {
        let (isTrial, name) = (dryRun, name?.trimmed)
        try await FolderImportTally.run(into: library, isTrial: isTrial) { report, naming in
            try await library.planTrip(of: media, named: name, tracks: tracks, report: report, naming: naming)
        } show: { plan in
            TripSummary(plan).show(isTrial: isTrial)
        } announce: { plan, new in
            let known = try plan.parts.first?.journal.map { id in try library.journal(named: id.rawValue) }
            if let journal = new.first ?? known { Console.print("\(journal.id)  \(journal.name)") }
        }
    }
}

/// The plan of a trip in words.
private struct TripSummary {
    private let plan: FolderImportPlan

    init(_ plan: FolderImportPlan) { self.plan = plan }

    /// Prints the clocks and the numbers of positions; for a trial, also the days, places and tracks.
    func show(isTrial: Bool) {
        if isTrial { showContents() }
        for clock in plan.clocks { Console.error(Self.text(of: clock)) }
        let (placed, missing) = plan.positionCounts
        if placed > 0 { Console.error("\(placed.counting("file")) without a position placed by a track") }
        let found = plan.parts.reduce(0) { $0 + $1.placed.count }
        if found > 0 { Console.error("\(found.counting("known file")) without a place placed by a track") }
        if missing > 0 {
            let hint =
                plan.parts.allSatisfy(\.tracks.isEmpty) ? "" : ". If a camera's clock was wrong, use --clock-offset."
            Console.error("\(missing.counting("file")) without a position and without a place\(hint)")
        }
        if plan.knownCount > 0 {
            Console.error("\(plan.knownCount.counting("file")) already in the library")
            if plan.clocks.contains(where: { $0.basis == .user }) {
                Console.error(
                    "--clock-offset does not change their dates and places. To change them, undo the import with "
                        + "\"postcard library import --undo\", then repeat this command.")
            }
        }
        if let name = plan.journalOfTracks {
            Console.error("The journal \"\(name)\" contains the same track. To add to it: --name \"\(name)\"")
        }
        guard isTrial else { return }
        plan.reportFiles()
        Console.error("Nothing was changed.")
    }

    private func showContents() {
        guard let part = plan.parts.first else { return Console.print("There is nothing to add.") }
        Console.print("\(part.name) (\(part.journal == nil ? "new" : "existing") journal)")
        for stop in part.stops {
            let parts = [
                stop.pictures == 0 ? nil : stop.pictures.counting("photo"),
                stop.videos == 0 ? nil : stop.videos.counting("video"),
            ]
            let place = stop.place?.displayName ?? "no place"
            Console.print("  \(stop.day)  \(place): \(parts.compactMap(\.self).joined(separator: ", "))")
        }
        for track in part.tracks {
            let times = track.times.map { range in
                [range.lowerBound, range.upperBound].compactMap { WallTime($0, secondsFromUTC: 0)?.minute }
                    .joined(separator: " to ")
            }
            let kilometers = Int((track.meters / 1_000).rounded())
            Console.print(
                "  Track \(track.name): \(track.pointCount.counting("point")), \(kilometers) km, \(times.map { "\($0) UTC" } ?? "without times")"
            )
        }
    }

    private static func text(of clock: CameraClock) -> String {
        let camera = clock.camera.isEmpty ? "Files without a camera name" : "Clock of \(clock.camera)"
        let zone = ClockOffset.text(ofZone: clock.secondsFromUTC)
        let away = "\(words(clock.secondsAhead))\(clock.secondsAhead < 0 ? "" : " of")"
        let error = clock.secondsAhead.rounded() == 0 ? "set to \(zone)" : "\(away) \(zone)"
        let hint = clock.likelySecondsAhead.map { seconds in
            " It is probably \(words(seconds)): then more of its photos match the track and other photos. "
                + "Try --clock-offset \(seconds < 0 ? "-" : "")\(Int(abs(seconds) / 3_600))h."
        }
        let assumption = hint ?? " If it is not, use --clock-offset."
        return switch clock.basis {
        case .photos(let number): "\(camera): \(error), according to \(number.counting("photo")) on a track"
        case .user: "\(camera): \(error), according to --clock-offset"
        case .offsets: "\(camera): assumed to be set to \(zone), as in other photos of these days.\(assumption)"
        case .computer: "\(camera): assumed to be in this computer's time zone, \(zone).\(assumption)"
        }
    }

    private static func words(_ seconds: Double) -> String {
        "\(ClockOffset.text(seconds)) \(seconds < 0 ? "behind" : "ahead")"
    }
}
