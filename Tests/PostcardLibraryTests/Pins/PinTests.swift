import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

@Suite struct PinTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let place: Coordinate

    init() throws {
        lab = try JournalLab()
        place = try Coordinate(latitude: 1, longitude: 2)
    }

    @Test func `pins are ordered by their last changes`() throws {
        let pins = try ["a", "b", "c"].map { try library.addPin(at: place, name: $0) }
        _ = try library.updatePin(pins[0].id, name: "a2")
        #expect(try library.pins().map(\.name) == ["b", "c", "a2"])
    }

    @Test func `a pin is renamed and moved, and keeps other values`() throws {
        let origin = Pin.Origin(
            Place(source: "nominatim", id: "way/1", name: "Tower", coordinate: place, address: "Street 1"),
            notice: "Data by people.")
        let pin = try library.addPin(at: place, name: "Tower", origin: origin)
        let renamed = try library.updatePin(pin.id, name: "")
        expectEqual(renamed.name, "")
        expectEqual(renamed.coordinate, place)
        expectEqual(renamed.origin, origin)
        let elsewhere = try Coordinate(latitude: 3, longitude: 4)
        let moved = try library.updatePin(pin.id, coordinate: elsewhere)
        #expect(moved.name == "")
        #expect(moved.coordinate == elsewhere)
        // The pin has moved away from its search result.
        #expect(moved.origin == nil)
        #expect(moved.created == pin.created)
        #expect(try library.pins() == [moved])
    }

    @Test func `a deleted pin can't be changed or deleted`() throws {
        let pin = try library.addPin(at: place)
        try library.delete([pin.id])
        #expect(failure(LibraryError.self) { _ = try library.updatePin(pin.id, name: "a") }?.code == .notFound)
        #expect(failure(LibraryError.self) { try library.delete([pin.id]) }?.code == .notFound)
        #expect(try library.pins().isEmpty)
    }

    @Test func `pins within a distance are found, even at a pole and across the 180th meridian`() throws {
        func distance(_ distance: Double, of latitude: Double, _ longitude: Double) throws -> [String] {
            try library.pins(within: distance, of: Coordinate(latitude: latitude, longitude: longitude)).map(\.name)
        }
        for (name, latitude, longitude) in [
            ("a", 1, 2), ("b", 1.0004, 2), ("c", 1.001, 2), ("d", 5, 179.9999), ("e", 5, -179.9999), ("f", 90, 0),
        ] {
            _ = try library.addPin(at: Coordinate(latitude: latitude, longitude: longitude), name: name)
        }
        #expect(try distance(50, of: 1, 2) == ["a", "b"])
        #expect(try distance(0, of: 1, 2) == ["a"])
        #expect(try distance(50, of: 5, 180) == ["d", "e"])
        #expect(try distance(50, of: 90, 77) == ["f"])
        #expect(try distance(50, of: 30, 2) == [])
    }

    @Test func `the map shows all pins until it is moved, and again after a reset`() throws {
        #expect(try library.mapView() == nil)
        #expect(failure(LibraryError.self) { _ = try library.changeMapView(latitudeSpan: 1) }?.code == .invalidValue)
        _ = try library.addPin(at: place)
        _ = try library.addPin(at: Coordinate(latitude: 3, longitude: 2))
        let all = try #require(try library.mapView())
        #expect(all.center == (try Coordinate(latitude: 2, longitude: 2)))
        let moved = try library.changeMapView(center: place, latitudeSpan: 4)
        expectEqual(moved.center, place)
        expectEqual(moved.latitudeSpan, 4)
        expectEqual(moved.longitudeSpan, all.longitudeSpan)
        try expectEqual(JournalLab.open(lab.folder.path("Library")).mapView(), moved)
        try library.resetMapView()
        #expect(try library.mapView() == all)
    }

    @Test func `the first view shows a few kilometers around its center`() throws {
        let view = try library.changeMapView(center: place)
        #expect(view == MapView(center: place, latitudeSpan: 0.05, longitudeSpan: 0.05))
    }
}
