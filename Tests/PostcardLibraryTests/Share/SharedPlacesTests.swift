import Foundation
import PostcardCore
import PostcardImaging
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// The positions that a share reveals, for places from photos and for places set by the user.
@Suite struct SharedPlacesTests {
    let lab: JournalLab
    var library: Library { lab.library }

    /// The positions of three photos: the first photo on each of two days, and another photo nearby on the first day.
    static let positions = [(48.859744, 2.294184), (47.413681, 0.984312), (48.859912, 2.293717)]
    static let digits = ["859744", "294184", "413681", "984312", "859912", "293717", "48.85974", "2.29418"]

    init() throws { lab = try JournalLab() }

    private func photo(_ day: Int, at position: (latitude: Double, longitude: Double)) throws -> [UInt8] {
        var exif = EXIFBlock()
        exif.addText(0x9003, "2025:06:0\(day) 10:00:00")
        exif.addPosition(latitude: position.latitude, longitude: position.longitude)
        return try exif.inserted(intoJPEG: TestPicture.gradient(9, 9).encoded(as: .jpeg()))
    }

    /// Returns a photo, and its exact position as stored in an entry.
    private func photoWithPosition() async throws -> (photo: MediumSource, coordinate: Coordinate) {
        let photo = MediumSource.bytes(try photo(1, at: Self.positions[0]), name: "a.jpg")
        let entry = try await library.addEntry(text: "Alone", media: [photo])
        return (photo, try #require(entry.media[0].coordinate))
    }

    /// Imports a folder with photos that alternate between two days.
    private func imported(_ positions: [(Double, Double)] = positions) async throws -> Journal {
        for (index, position) in positions.enumerated() {
            try lab.folder.write(photo(index % 2 + 1, at: position), as: "in/\(index).jpg")
        }
        return try #require(try await library.importPictures(from: FilePath(lab.folder.path("in"))).value.first)
    }

    private func share(
        _ ids: [String], as name: String = "out.html", _ positions: SharedPositions = .places
    ) async throws -> ShareReport {
        try await library.share(
            ids: ids, to: ShareTarget(FilePath(lab.folder.path(name))), positions: positions, replacing: true)
    }

    private func page() throws -> String { String(decoding: try lab.folder.read("out.html"), as: UTF8.self) }

    /// Returns the map of a page.
    private func map() throws -> String {
        let page = try page()
        let (start, end) = (try #require(page.range(of: "<svg class=\"map\"")), try #require(page.range(of: "</svg>")))
        return String(page[start.lowerBound..<end.upperBound])
    }

    @Test(arguments: ["out.html", "out.zip", "out"])
    func `no share contains the exact places of an imported folder`(name: String) async throws {
        let journal = try await imported()
        // The library contains them.
        #expect(Set(try library.pins().map { "\($0.coordinate)" }) == ["48.859744,2.294184", "47.413681,0.984312"])
        let report = try await share([journal.id.rawValue], as: name)
        expectEqual(report.places, 2)
        expectEqual(report.roundedPlaces, 2)
        expectEqual(report.withheldPositions, 3)
        let shared = try lab.folder.files().filter { $0.hasPrefix("out") }
        #expect(shared.count == (name == "out" ? 7 : 1))
        for file in shared {
            let bytes = try lab.folder.read(file)
            for digits in Self.digits { #expect(!bytes.contains(Array(digits.utf8)), "\(file): \(digits)") }
        }
    }

    @Test func `places without a name have a number and a day`() async throws {
        let journal = try await imported()
        _ = try await share([journal.id.rawValue])
        for text in ["<h2>Place 1 <time>1 June 2025</time></h2>", "aria-label=\"Map: Place 1, Place 2\""] {
            #expect(try page().contains(text), "\(text)")
        }
        let second = try #require(try library.contents(of: journal).places.last)
        _ = try await share([second.id.rawValue])
        #expect(try page().contains("<h2>Place 2 <time>2 June 2025</time></h2>"))
        _ = try library.updatePlace(second.id, name: "Amboise")
        _ = try await share([journal.id.rawValue])
        #expect(try page().contains("<h2>Amboise <time>2 June 2025</time></h2>"))
    }

    @Test func `all means exact positions, and none means no positions`() async throws {
        let journal = try await imported()
        let all = try await share([journal.id.rawValue], .all)
        #expect((all.roundedPlaces, all.withheldPositions) == (0, 0))
        #expect(try page().contains("<h2>48.859744,2.294184 <time>1 June 2025</time></h2>"))
        let none = try await share([journal.id.rawValue], .none)
        #expect((none.places, none.roundedPlaces, none.withheldPositions) == (0, 0, 3))
        #expect(try !page().contains("<svg class=\"map\""))
        for digits in Self.digits { #expect(try !page().contains(digits)) }
    }

    @Test func `the map is drawn from the shared positions, regardless of the exact positions`() async throws {
        _ = try await share([try await imported([(48.8598, 2.2932), (47.4137, 0.9843)]).id.rawValue])
        let map = try map()
        let other = try SharedPlacesTests()
        // This position is 30 m away, and rounds to the same grid point.
        _ = try await other.share([try await other.imported([(48.86005, 2.2934), (47.4137, 0.9843)]).id.rawValue])
        #expect(try other.map() == map)
        _ = try await other.share([try #require(try other.library.journals().first).id.rawValue], .all)
        #expect(try other.map() != map)
    }

    @Test func `a place set by the user is not rounded, even where a photo was taken`() async throws {
        let (photo, coordinate) = try await photoWithPosition()
        let journal = try library.addJournal(named: "France")
        let place = try library.addPlace(to: journal.id, at: coordinate, name: "Tower")
        _ = try await library.addMedia([photo], to: journal.id, at: place.id)
        let report = try await share([journal.id.rawValue])
        #expect((report.places, report.roundedPlaces, report.withheldPositions) == (1, 0, 1))
        let told = try map()
        _ = try await share([journal.id.rawValue], .all)
        #expect(try map() == told)
    }

    @Test func `a place from a photo becomes the user's own when moved, but not when renamed`() async throws {
        let journal = try await imported()
        let place = try #require(try library.contents(of: journal).places.first)
        let same = try library.updatePlace(place.id, name: "Home", coordinate: place.coordinate)
        #expect(same.isFromPhoto == true)
        #expect(try await share([place.id.rawValue]).roundedPlaces == 1)
        let moved = try library.updatePlace(place.id, coordinate: Coordinate(latitude: 48.86, longitude: 2.3))
        #expect(moved.isFromPhoto == nil)
        #expect(try await share([place.id.rawValue]).roundedPlaces == 0)
    }

    @Test func `without a recorded origin, an unnamed place is treated as coming from the photo at its position`()
        async throws
    {
        let journal = try library.addJournal(named: "France")
        let (photo, coordinate) = try await photoWithPosition()
        let place = try library.addPlace(to: journal.id, at: coordinate)
        let elsewhere = try library.addPlace(to: journal.id, at: Coordinate(latitude: 48.8598, longitude: 2.2942))
        for place in [place, elsewhere] {
            _ = try await library.addMedia([photo], to: journal.id, at: place.id)
        }
        #expect(try await share([place.id.rawValue]).roundedPlaces == 1)
        #expect(try await share([elsewhere.id.rawValue]).roundedPlaces == 0)
    }

    @Test func `the album of a pin is at the pin, rounded if the position is from a photo`() async throws {
        let (photo, coordinate) = try await photoWithPosition()
        for entry in try library.entries() { try library.delete([entry.id]) }
        let source = PhotoSourceStandIn([[PhotoSourceStandIn.photo("a")]])
        func shared(_ pin: Pin) async throws -> (report: ShareReport, map: String) {
            _ = try await library.downloadAlbum(of: pin, from: source, request: AlbumRequest(count: 1, seed: 1))
            let report = try await share([pin.id.rawValue])
            return (report, try map())
        }
        let own = try await shared(try library.addPin(at: coordinate, name: "Tower"))
        #expect(own.report.roundedPlaces == 0)
        let pin = try library.addPin(at: coordinate, name: "Tower", isFromPhoto: true)
        let made = try await shared(pin)
        #expect(made.report.roundedPlaces == 1)
        #expect(made.map != own.map)
        let journal = try library.addJournal(named: "France")
        #expect(try library.addPlace(to: journal.id, of: pin).isFromPhoto == true)
        #expect(try library.updatePin(pin.id, name: "Home", coordinate: coordinate).isFromPhoto == true)
        _ = try library.updatePin(pin.id, coordinate: Coordinate(latitude: 48.86, longitude: 2.3))
        #expect(try await share([pin.id.rawValue]).roundedPlaces == 0)
        // A pin added before the origins of pins were recorded.
        let unnamed = try library.addPin(at: coordinate)
        #expect(try await shared(unnamed).report.roundedPlaces == 0)
        _ = try await library.addMedia([photo], to: journal.id)
        #expect(try await share([unnamed.id.rawValue]).roundedPlaces == 1)
        #expect(try !page().contains("48.859"))
    }

    // MARK: Rounding

    @Test func `a coordinate is rounded by less than 170 m, and many coordinates are rounded to the same one`() throws {
        var random = SeededRandom(seed: 28)
        var farthest = 0.0
        for _ in 0..<20_000 {
            let near = Double(random.next() % 10) / 1_000
            let latitude = [90 - near, near - 90, Double(random.next() % 180_000_000) / 1e6 - 90].randomElement(
                using: &random)
            let longitude = Double(random.next() % 360_000_001) / 1e6 - 180
            let exact = try Coordinate(latitude: latitude ?? 0, longitude: longitude)
            let rounded = try #require(exact.rounded)
            let distance = exact.distance(to: rounded)
            #expect(distance < 170, "\(exact)")
            farthest = max(farthest, distance)
            // Rounding a rounded position does not change it.
            #expect(try #require(rounded.rounded).distance(to: rounded) < 0.001, "\(exact)")
        }
        #expect(farthest > 120)
    }

    @Test(arguments: [
        (90.0, 12.3, 90.0), (-90, -180, -90), (0.0001, 179.9999, 0), (-0.0001, -179.9999, 0), (60, 180, 60),
    ])
    func `the poles and the date line are on the grid`(latitude: Double, longitude: Double, expected: Double)
        throws
    {
        let rounded = try #require(try Coordinate(latitude: latitude, longitude: longitude).rounded)
        #expect(abs(rounded.latitude - expected) < 0.001)
        #expect(abs(latitude) == 90 || abs(rounded.longitude) == 180)
    }
}
