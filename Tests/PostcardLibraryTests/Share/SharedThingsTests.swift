import Foundation
import PostcardImaging
import PostcardMemes
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// Shared albums, memes and journals.
@Suite struct SharedThingsTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let pin: Pin
    let photos: [Photo]

    init() async throws {
        lab = try JournalLab()
        pin = try lab.library.addPin(at: Coordinate(latitude: 48, longitude: 2), name: "Tower")
        let source = PhotoSourceStandIn([
            [
                PhotoSourceStandIn.photo("a", title: "First: a/b", owner: "Ann"),
                PhotoSourceStandIn.photo("b", license: .allRightsReserved),
            ]
        ])
        let album = try await lab.library.downloadAlbum(of: pin, from: source, request: AlbumRequest(count: 2, seed: 1))
            .album
        photos = try lab.library.photos(of: album).sorted { $0.remote.id < $1.remote.id }
    }

    private func share(_ ids: [String], title: String? = nil) async throws -> (report: ShareReport, page: String) {
        let report = try await library.share(
            ids: ids, title: title, to: .folder(FilePath(lab.folder.path("out"))), replacing: true)
        return (report, String(decoding: try lab.folder.read("out/index.html"), as: UTF8.self))
    }

    @Test func `an album is shared by its pin, with the notice of its source`() async throws {
        let (report, page) = try await share([pin.id.rawValue])
        #expect(report.items == 2)
        #expect(report.places == 1)
        #expect(page.contains("Photos of the stand-in."))
        #expect(page.contains("<title>Tower"))
        let files = try lab.folder.files().filter { $0.hasPrefix("out/files/") && $0.hasSuffix(".jpg") }
        #expect(files.count == 2)
        #expect(files.contains { $0.hasSuffix("-first-a-b.jpg") })
    }

    @Test func `a shared photo has a document with its credit next to it`() async throws {
        _ = try await share([photos[0].id.rawValue])
        let json = try JSONSerialization.jsonObject(with: Data(lab.folder.read("out/files/1-first-a-b.jpg.json")))
        let sidecar = try #require(json as? [String: Any])
        expectEqual(sidecar["creator"] as? String, "Ann")
        expectEqual(sidecar["credit"] as? String, photos[0].credit)
        expectEqual(sidecar["sha256"] as? String, "\(photos[0].blob)")
        expectEqual(sidecar["page"] as? String, "https://photos.example/a")
        expectEqual((sidecar["license"] as? [String: Any])?["id"] as? String, "cc0-1.0")
        #expect(sidecar["coordinate"] == nil)
    }

    @Test func `a meme of a photo whose license forbids it is shared with a warning`() async throws {
        let memes = try photos.map { photo in
            try library.addMeme(
                TestPicture.jpeg(), format: .jpeg, size: .init(width: 64, height: 48),
                meme: .classic(top: "A", bottom: "B"), origin: .photo(photo))
        }
        let (report, page) = try await share(memes.map(\.id.rawValue))
        #expect(report.items == 2)
        #expect(report.warnings.count == 1)
        #expect(report.warnings[0].hasPrefix("\(memes[1].id): "))
        #expect(report.warnings[0].contains("All rights reserved"))
        #expect(page.contains("A / B"))
    }

    @Test(arguments: [(nil, "Tower"), ("My own", "My own"), ("  ", "Tower")])
    func `a given title takes precedence over the shared item's title`(title: String?, expected: String) async throws {
        #expect(try await share([pin.id.rawValue], title: title).page.contains("<title>\(expected)"))
    }

    @Test func `shares without a title are called postcards`() async throws {
        #expect(try await share([photos[1].id.rawValue]).page.contains("<title>Postcards"))
    }

    @Test func `a journal takes precedence over a pin with the same name`() async throws {
        let journal = try library.addJournal(named: "Tower")
        _ = try await library.addEntry(text: "In the journal", media: [lab.picture()], to: journal.id)
        let (report, page) = try await share(["tower"])
        #expect(report.items == 1)
        #expect(page.contains("In the journal"))
        #expect(try await share([pin.id.rawValue]).report.items == 2)
    }

    @Test func `a place is shared without the other places in its journal`() async throws {
        let journal = try library.addJournal(named: "France")
        let places = try ["Here", "There"].map {
            try library.addPlace(to: journal.id, at: Coordinate(latitude: 1, longitude: 2), name: $0)
        }
        for place in places {
            _ = try await library.addEntry(
                text: "At \(place.name)", media: [lab.picture()], to: journal.id, at: place.id)
        }
        let (report, page) = try await share([places[1].id.rawValue])
        #expect(report.items == 1)
        #expect(page.contains("At There"))
        #expect(!page.contains("At Here"))
    }

    @Test(arguments: [["pin-none"], ["photo-none"], ["journal-none"], ["place-none"], ["nobody"], ["", "x"]])
    func `a missing item causes an error, and nothing is written`(ids: [String]) async throws {
        let error = await #expect(throws: LibraryError.self) { try await share(ids) }
        #expect(error?.code == .notFound)
        #expect(!lab.folder.has("out"))
    }

    @Test func `the error for a pin without photos suggests a download`() async throws {
        let empty = try library.addPin(at: pin.coordinate)
        let error = await #expect(throws: LibraryError.self) { try await share([empty.id.rawValue]) }
        #expect(error?.code == .blank)
        #expect(error?.suggestion == .downloadAlbum(of: empty.id.rawValue))
    }

    @Test func `a missing file ends the share, and leaves no archive`() async throws {
        try library.blobs.remove(photos[0].blob)
        let archive = ShareTarget.archive(FilePath(lab.folder.path("a.zip")))
        await #expect(throws: FileError.self) { try await library.share([pin.id], to: archive) }
        #expect(try lab.folder.files().allSatisfy { $0.hasPrefix("Library/") })
    }

    @Test func `the items of a share are known in advance`() async throws {
        let items = try library.sharedItems(of: [pin.id.rawValue])
        #expect(items.map(\.pixels) == [7_200, 7_200])
        for item in items { #expect(try await library.prepareView(.thumbnail, of: item) > 100) }
    }

    @Test(arguments: [
        ("a.html", ShareTarget.page("a.html")), ("a.HTM", .page("a.HTM")), ("a.zip", .archive("a.zip")),
        ("a.tar", .folder("a.tar")), ("a", .folder("a")),
    ])
    func `the file extension chooses the format`(name: String, target: ShareTarget) {
        #expect(ShareTarget(FilePath(name)) == target)
    }

    @Test func `forgotten share files are removed after a day`() throws {
        let path = try library.makeSharePath("zip")
        #expect(path.extension == "zip")
        let (old, young) = (
            path.removingLastComponent().appending("old.zip"), path.removingLastComponent().appending("young.zip")
        )
        // The library's clock is set to a date in 2026.
        for (file, age) in [(old, 86_401.0), (young, 86_000.0)] {
            try Data([1]).write(to: URL(filePath: file.string))
            try FileManager.default.setAttributes(
                [.modificationDate: noon.addingTimeInterval(-age)], ofItemAtPath: file.string)
        }
        let next = try library.makeSharePath("html")
        #expect(next.removingLastComponent() == path.removingLastComponent())
        #expect(next != path)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: path.removingLastComponent().string) == ["young.zip"])
    }
}

@Suite struct RouteMapTests {
    private func map(_ places: [(Double, Double)]) throws -> RouteMap {
        try #require(
            RouteMap(
                try places.enumerated().map { index, place in
                    RouteMap.Stop(
                        coordinate: try Coordinate(latitude: place.0, longitude: place.1), title: "<\(index)>",
                        link: "#s\(index)")
                }, hasRoute: true))
    }

    @Test func `land is drawn over the sea, and lakes over the land, also beyond longitude 180`() throws {
        @Sendable func square(_ west: Double, _ isWater: Bool = false, size: Double = 4) -> MapOutline.Ring {
            let corners = [(0, 0), (size, 0), (size, size), (0, size), (0, 0)]
            return MapOutline.Ring(isWater: isWater, points: corners.map { (west + $0.0, $0.1) })
        }
        let outline = MapOutline { frame in
            #expect(frame.west < 178 && frame.east > 182 && frame.south < 1 && frame.north > 3)
            // The last square is on the other side of the world. The square before is smaller than two pixels.
            return [square(177), square(-179), square(178, true, size: 1), square(179, size: 0.001), square(0)]
        }
        let stops = try [(1.0, 178.0), (3, -178)].map { latitude, longitude in
            RouteMap.Stop(
                coordinate: try Coordinate(latitude: latitude, longitude: longitude), title: "A", link: "#s")
        }
        let svg = try #require(RouteMap(stops, hasRoute: true, outline: outline)).svg
        #expect(svg.matches(of: /<path class="(land|lake)"/).map { String($0.1) } == ["land", "land", "lake"])
        #expect(svg.contains("<rect class=\"sea\""))
        // Without an outline, the map shows no sea.
        let plain = try #require(RouteMap(stops, hasRoute: true)).svg
        #expect(!plain.contains("\"sea\""))
    }

    @Test(arguments: [
        ([(48.0, 2.0), (48, 3)], 420), ([(46.5, 11.4), (47.3, 11.4)], 760), ([(48, 2), (48.4, 2.9)], 683),
    ])
    func `a route from north to south has a higher map`(places: [(Double, Double)], height: Int) throws {
        let svg = try map(places).svg
        let found = try #require(svg.firstMatch(of: /viewBox="0 0 960 ([0-9]+)"/).flatMap { Int($0.1) })
        #expect(abs(found - height) <= 30, "\(found)")
    }

    @Test func `the map of albums shows their region, without numbers that nothing explains`() throws {
        let tower = try Coordinate(latitude: 48.8584, longitude: 2.2945)
        let stop = RouteMap.Stop(coordinate: tower, title: "Paris", link: "paris/index.html")
        let svg = try #require(RouteMap([stop], hasRoute: false)).svg
        #expect(svg.contains(">2 km<") && !svg.contains("class=\"number\""))
        #expect(try #require(RouteMap([stop], hasRoute: true)).svg.contains("class=\"number\""))
    }

    @Test func `without places there is no map`() { #expect(RouteMap([], hasRoute: true) == nil) }

    @Test(arguments: [
        [(48.0, 2.0)], [(48, 2), (48, 2)], [(48, 2), (48.0001, 2.0001)], [(-90, 0), (90, 0)], [(0, 179), (0, -179)],
        [(10, -180), (-10, 180)],
    ])
    func `every place is inside the map`(places: [(Double, Double)]) throws {
        let svg = try map(places).svg
        #expect(svg.components(separatedBy: "href=\"#s").count == places.count + 1)
        for pattern in ["NaN", "nan", "inf", "<0>"] { #expect(!svg.contains(pattern)) }
        #expect(svg.contains("&lt;0&gt;"))
    }

    /// Neighbors in a row, five places at one position, and places far from each other.
    private static let neighbors: [([(Double, Double)], [String])] = [
        ([(48, 2), (48, 2.001)], ["left", "right"]),
        (Array(repeating: (48, 2), count: 5), ["right", "left", "above", "below"]),
        ([(48, 2), (48, 6), (49, 2)], ["right", "left", "right"]),
    ]

    @Test(arguments: neighbors)
    func `names of neighbors are on different sides, or omitted`(
        places: [(Double, Double)], sides: [String]
    ) throws {
        let stops = try places.map { place in
            RouteMap.Stop(
                coordinate: try Coordinate(latitude: place.0, longitude: place.1), title: "A place by the river",
                link: "#s")
        }
        let svg = try #require(RouteMap(stops, hasRoute: true)).svg
        #expect(svg.matches(of: /<text class="name ([a-z]+)/).map { String($0.1) } == sides)
    }
}

@Suite struct DateTextTests {
    @Test(arguments: [
        ("2024-06-09T21:14:03", "9 June 2024", "9 June 2024, 21:14"),
        ("2024-12-31", "31 December 2024", "31 December 2024"),
    ])
    func `dates are written in words`(text: String, day: String, minute: String) throws {
        let time = try #require(WallTime(text))
        #expect(time.dayText == day)
        #expect(time.minuteText == minute)
    }

    @Test(arguments: [
        ("2024-06-09", "2024-06-09", "9 June 2024"), ("2024-06-09", "2024-06-14", "9 – 14 June 2024"),
        ("2024-05-30", "2024-06-02", "30 May – 2 June 2024"),
        ("2024-12-30", "2025-01-02", "30 December 2024 – 2 January 2025"), ("2024", "2024-06", "2024 – June 2024"),
    ])
    func `a range of days does not repeat the month and year`(first: String, last: String, text: String) {
        #expect(WallTime.text(from: first, to: last) == text)
    }
}
