import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct TripTests {
    let lab: JournalLab
    let track: Track
    var library: Library { lab.library }

    init() throws {
        lab = try JournalLab()
        track = try Track(gpx: FilePath(Fixture.track("phone").path))
    }

    /// Returns a photo that was taken at a point of the track, whose points are two minutes apart, from 8 o'clock UTC. Local time is two
    /// hours ahead of UTC.
    ///
    /// - Parameters:
    ///   - secondsAhead: the error of the camera's clock.
    ///   - zone: the offset from UTC in the file.
    private func photo(
        _ name: String, at point: Int, camera: String, secondsAhead: Int = 0, hasPosition: Bool, zone: String? = nil
    ) throws -> [UInt8] {
        var exif = EXIFBlock()
        exif.addText(0x0110, camera)
        exif.addText(0x013B, name)
        let date = Date(timeIntervalSince1970: 1_717_927_200 + Double(point * 120 + secondsAhead))
        let text = date.formatted(.iso8601).prefix(19).replacing("-", with: ":").replacing("T", with: " ")
        exif.addEXIFText(0x9003, String(text))
        if let zone { exif.addEXIFText(0x9011, zone) }
        let coordinate = track.segments[0][point].coordinate
        if hasPosition { exif.addPosition(latitude: coordinate.latitude, longitude: coordinate.longitude) }
        return exif.inserted(intoJPEG: try TestPicture.gradient(9, 9).encoded(as: .jpeg()))
    }

    /// Writes such a photo to the folder of the trip.
    private func write(
        _ name: String, at point: Int, camera: String, secondsAhead: Int = 0, hasPosition: Bool, zone: String? = nil
    ) throws {
        let bytes = try photo(
            name, at: point, camera: camera, secondsAhead: secondsAhead, hasPosition: hasPosition, zone: zone)
        try lab.folder.write(bytes, as: "in/\(name).jpg")
    }

    /// Adds such a photo to a journal, as the app does.
    private func sort(
        _ name: String, into journal: Journal.ID, at point: Int, camera: String, secondsAhead: Int = 0,
        hasPosition: Bool = false, zone: String? = nil
    ) async throws {
        let bytes = try photo(
            name, at: point, camera: camera, secondsAhead: secondsAhead, hasPosition: hasPosition, zone: zone)
        _ = try await library.sortMedia([.bytes(bytes, name: "\(name).jpg")], into: journal)
    }

    private func plan(
        _ tracks: TripTracks? = nil, named name: String? = nil, naming: PlaceNaming? = nil
    ) async throws -> FolderImportPlan {
        try await library.planTrip(
            of: Library.media(below: FilePath(lab.folder.path("in"))), named: name,
            tracks: tracks ?? TripTracks([track]), naming: naming)
    }

    /// Adds the photos, and returns the journal.
    private func add(_ tracks: TripTracks? = nil, named name: String? = nil) async throws -> Journal {
        try await library.addPictures(as: plan(tracks, named: name))
        return try #require(try library.journals().first)
    }

    /// The distances in meters between photos and the points of the track at which they were taken, by file name.
    private func errors(_ points: [String: Int]) throws -> [Double] {
        try points.map { name, point in
            let medium = try #require(
                try library.entries().flatMap(\.media).first { $0.name == "\(name).jpg" })
            let coordinate = try #require(medium.coordinate)
            return coordinate.distance(to: track.segments[0][point].coordinate)
        }
    }

    @Test(arguments: [0, 3_600, -5_400, 200])
    func `a camera's clock is compared with the track, and its photos get positions`(ahead: Int) async throws {
        for point in [10, 40, 70] {
            try write("phone\(point)", at: point, camera: "Phone", hasPosition: true, zone: "+02:00")
            try write("known\(point)", at: point + 5, camera: "Camera", secondsAhead: ahead, hasPosition: true)
        }
        try write("new", at: 30, camera: "Camera", secondsAhead: ahead, hasPosition: false)
        let plan = try await plan()
        let clock = try #require(plan.clocks.first)
        expectEqual(plan.clocks.count, 1)
        expectEqual(clock.camera, "Camera")
        expectEqual(clock.basis, .photos(3))
        expectEqual(clock.secondsFromUTC, 7_200)
        #expect(abs(clock.secondsAhead - Double(ahead)) < 60)
        expectEqual(plan.positionCounts.placed, 1)
        try await library.addPictures(as: plan)
        #expect(try errors(["new": 30]).allSatisfy { $0 < 150 })
        let date = try library.entries().first { $0.media[0].name == "new.jpg" }?.date.description
        #expect(date?.hasPrefix(ahead == 200 ? "2024-06-09T11:0" : "2024-06-09T11:00:00") == true)
    }

    @Test func `a given clock offset applies to cameras, not to phones`() async throws {
        try write("phone", at: 10, camera: "Phone", hasPosition: true, zone: "+02:00")
        try write("indoors", at: 20, camera: "Phone", hasPosition: false, zone: "+02:00")
        try write("camera", at: 30, camera: "Camera", secondsAhead: 3_600, hasPosition: false)
        let plan = try await plan(TripTracks([track], secondsAhead: 3_600))
        expectEqual(plan.clocks.map(\.basis), [.user, .photos(1)])
        expectEqual(plan.clocks.map(\.secondsAhead), [3_600, 0])
        expectEqual(plan.positionCounts.placed, 2)
        try await library.addPictures(as: plan)
        #expect(try errors(["indoors": 20, "camera": 30]).allSatisfy { $0 < 1 })
        try expectEqual(
            library.entries().map(\.date.description),
            ["2024-06-09T10:20:00+02:00", "2024-06-09T10:40:00+02:00", "2024-06-09T11:00:00+02:00"])
    }

    @Test func `without any time zone, the computer's is assumed and reported`() async throws {
        try write("a", at: 30, camera: "Camera", hasPosition: false)
        let clocks = try await plan().clocks
        expectEqual(clocks.map(\.basis), [.computer])
        expectEqual(clocks.map(\.secondsFromUTC), [7_200])
        _ = try await add()
        #expect(try errors(["a": 30]).allSatisfy { $0 < 1 })
    }

    @Test func `a camera without positions is always reported, with the time zone of other photos`() async throws {
        try write("phone", at: 10, camera: "Phone", hasPosition: true, zone: "+02:00")
        try write("indoors", at: 20, camera: "Phone", hasPosition: false, zone: "+02:00")
        try write("a", at: 30, camera: "Camera", hasPosition: false)
        let clock = try #require(try await plan().clocks.first)
        expectEqual(clock.camera, "Camera")
        expectEqual(clock.basis, .offsets)
        expectEqual(clock.secondsFromUTC, 7_200)
        expectEqual(clock.secondsAhead, 0)
        expectEqual(clock.likelySecondsAhead, nil)
    }

    @Test(arguments: [-3_600, 0, 7_200])
    func `photos taken at the same times as a phone's photos indicate a camera's error`(ahead: Int) async throws {
        for point in stride(from: 5, to: 70, by: 13) {
            try write("phone\(point)", at: point, camera: "Phone", hasPosition: true, zone: "+02:00")
            try write("a\(point)", at: point, camera: "Camera", secondsAhead: ahead, hasPosition: false)
        }
        let clock = try await plan().clocks.first { $0.camera == "Camera" }
        expectEqual(clock?.basis, .offsets)
        expectEqual(clock?.likelySecondsAhead, ahead == 0 ? nil : Double(ahead))
    }

    @Test func `a later track places known photos without a position, and keeps other places`() async throws {
        try write("a", at: 1, camera: "Phone", hasPosition: true)
        try write("b", at: 40, camera: "Camera", hasPosition: false)
        _ = try await add(TripTracks())
        let loose = try #require(try library.entries().first { $0.place == nil })
        let plan = try await plan()
        expectEqual(plan.parts.map(\.placed.count), [1])
        try await library.addPictures(as: plan)
        let placed: Entry = try library.entry(named: loose.id.rawValue)
        #expect(placed.place != nil)
        expectEqual(placed.date, loose.date)
        #expect(try errors(["b": 40]).allSatisfy { $0 < 1 })
        expectEqual(try library.entries().count, 2)
        try await expectEqual(self.plan().parts.map(\.placed.count), [0])
        #expect(try library.check(readsBlobs: true).isSound)
    }

    @Test(arguments: [0, 3_600])
    func `a track added to a journal places its photos, and no others`(ahead: Int) async throws {
        let (journal, other) = (try library.addJournal(named: nil).id, try library.addJournal(named: "Other").id)
        for point in [10, 40, 70] {
            try await sort(
                "phone\(point)", into: journal, at: point, camera: "Phone", hasPosition: true, zone: "+02:00")
            try await sort(
                "known\(point)", into: journal, at: point + 5, camera: "Camera", secondsAhead: ahead, hasPosition: true)
        }
        try await sort("new", into: journal, at: 30, camera: "Camera", secondsAhead: ahead)
        try await sort("elsewhere", into: other, at: 30, camera: "Camera", secondsAhead: ahead)
        let loose = try #require(try library.entries(of: journal).first { $0.place == nil })
        let others = try library.entries(of: other)
        let added = try await library.addTracks([track, track], to: journal, naming: { _ in "Paris" })
        expectEqual(added.tracks, 1)
        expectEqual(added.placed, 1)
        expectEqual(added.clocks.map(\.basis), [.photos(3)])
        #expect(try errors(["new": 30]).allSatisfy { $0 < 150 })
        let placed: Entry = try library.entry(named: loose.id.rawValue)
        #expect(placed.place != nil)
        expectEqual(placed.date, loose.date)
        expectEqual(try library.entries(of: other), others)
        expectEqual(try library.journals().map { $0.tracks?.map(\.name) }, [["phone.gpx"], nil])
        #expect(try library.pins().isEmpty)
        #expect(try library.check(readsBlobs: true).isSound)
    }

    @Test func `a track added again places photos that were added since, and nothing else changes`() async throws {
        let journal = try library.addJournal(named: nil).id
        _ = try await library.addTracks([track], to: journal)
        let version = try library.index.version()
        let again = try await library.addTracks([track], to: journal)
        #expect(again.tracks == 0 && again.placed == 0)
        expectEqual(try library.index.version(), version)
        try await sort("new", into: journal, at: 30, camera: "Phone", zone: "+02:00")
        let later = try await library.addTracks([track], to: journal)
        #expect(later.tracks == 0 && later.placed == 1)
        expectEqual(try library.journals().map(\.tracks?.count), [1])
        #expect(try errors(["new": 30]).allSatisfy { $0 < 1 })
    }

    @Test func `a stored photo is placed by the date in its original name`() async throws {
        let journal = try library.addJournal(named: nil).id
        let name = "IMG_20240609_110000.jpg"
        _ = try await library.sortMedia([.bytes(try TestPicture.jpeg(), name: name)], into: journal)
        let added = try await library.addTracks([track], to: journal)
        expectEqual(added.placed, 1)
        #expect(try errors(["IMG_20240609_110000": 30]).allSatisfy { $0 < 1 })
    }

    @Test func `photos of a trip whose track is in a journal are not added to it without its name`() async throws {
        try write("a", at: 1, camera: "Phone", hasPosition: true)
        let journal = try await add(named: "Walk")
        try FileManager.default.removeItem(atPath: lab.folder.path("in/a.jpg"))
        try write("b", at: 40, camera: "Phone", hasPosition: true)
        expectEqual(try await plan().journalOfTracks, journal.name)
        expectEqual(try await plan(named: "Walk").journalOfTracks, nil)
    }

    @Test func `a photo taken while the track has a gap has no place`() async throws {
        try write("a", at: 30, camera: "Camera", secondsAhead: 86_400, hasPosition: false)
        let counts = try await plan().positionCounts
        #expect(counts == (placed: 0, missing: 1))
    }

    @Test func `the plan lists days and places, and changes nothing`() async throws {
        try write("a", at: 1, camera: "Phone", hasPosition: true)
        try write("b", at: 2, camera: "Phone", hasPosition: true)
        try write("c", at: 3, camera: "Phone", secondsAhead: 86_400, hasPosition: true)
        let plan = try await plan(naming: { _ in "Paris" })
        let part = try #require(plan.parts.first)
        expectEqual(part.name, "Paris, 9 to 10 June 2024")
        expectEqual(part.stops.map(\.day), ["2024-06-09", "2024-06-10"])
        expectEqual(part.stops.map(\.pictures), [2, 1])
        expectEqual(part.stops.map { $0.place?.name }, ["Paris", "Paris"])
        #expect(try library.journals().isEmpty)
    }

    @Test func `later photos and tracks join the journal, and known ones are skipped`() async throws {
        try write("a", at: 1, camera: "Phone", hasPosition: true)
        let first = try await add(TripTracks())
        try write("b", at: 40, camera: "Phone", hasPosition: true)
        expectEqual(try await add().id, first.id)
        let again = try await plan()
        expectEqual(again.parts.map(\.count), [0])
        expectEqual(again.knownCount, 2)
        try await library.addPictures(as: again)
        let journal = try #require(try library.journals().first)
        expectEqual(try library.journals().count, 1)
        expectEqual(try library.entries().count, 2)
        expectEqual(journal.tracks?.map(\.name), ["phone.gpx"])
        let stored = try #require(journal.tracks?.first)
        expectEqual(try library.blobs.read(stored.blob, limit: 1 << 20), Fixture.track("phone").bytes)
        #expect(stored.paths.joined().count > 20)
        #expect(try library.check(readsBlobs: true).isSound)
    }

    @Test(arguments: [
        (["Lisbon", "near Lisbon"], "Lisbon"), (["near Rome", "Rome", "near Ostia"], "Rome and near Ostia"),
        (["Innsbruck", "Brixen", "Bolzano"], "Innsbruck and Bolzano"),
    ])
    func `a journal is named after its first and last town`(places: [String], name: String) async throws {
        var sorting = PlaceSorting(journal: Journal.ID(rawValue: "journal-a"), naming: nil)
        for (index, place) in places.enumerated() {
            let day = "2026-06-0\(index + 1)"
            sorting.add(
                day,
                at: JournalPlace(
                    id: JournalPlace.ID(rawValue: "place-\(index)"), journal: sorting.journal, name: place,
                    coordinate: track.segments[0][0].coordinate, pin: nil, date: try #require(WallTime(day))))
        }
        let last = places.count
        expectEqual(sorting.name, "\(name), 1 to \(last) June 2026")
    }

    @Test func `a name selects a journal or names a new one`() async throws {
        try write("a", at: 1, camera: "Phone", hasPosition: true)
        expectEqual(try await add(named: "Walk").name, "Walk")
        try write("b", at: 2, camera: "Phone", hasPosition: true)
        expectEqual(try await plan(named: "WALK").parts.map(\.name), ["Walk"])
        try await library.addPictures(as: plan(named: "Other"))
        expectEqual(try library.journals().map(\.name), ["Walk", "Other"])
    }

    @Test(arguments: SharedPositions.allCases)
    func `a shared page shows the track as exactly as its positions allow`(positions: SharedPositions) async throws {
        try write("a", at: 1, camera: "Phone", hasPosition: true)
        try write("b", at: 60, camera: "Phone", hasPosition: true)
        let journal = try await add()
        _ = try await library.share(
            [journal.id], to: ShareTarget(FilePath(lab.folder.path("out.html"))), positions: positions)
        let page = String(decoding: try lab.folder.read("out.html"), as: UTF8.self)
        #expect(page.contains("<path class=\"track\"") == (positions != .none))
        // The places are next to the track, so no straight line connects them.
        #expect(!page.contains("<path class=\"route\""))
        var gallery = try library.gallery(of: [journal.id.rawValue])
        gallery.reveal(positions)
        let grid = gallery.tracks.joined().map { ($0.latitude / 0.0018).truncatingRemainder(dividingBy: 1) }
        let isOnGrid = grid.allSatisfy { min($0, 1 - $0) < 1e-6 }
        #expect(isOnGrid == (positions != .all))
    }
}
