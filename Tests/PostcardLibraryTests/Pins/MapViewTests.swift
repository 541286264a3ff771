import PostcardLibrary
import PostcardPhotos
import Testing

struct MapViewTests {
    private func places(_ degrees: [(Double, Double)]) throws -> [Coordinate] {
        try degrees.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
    }

    @Test func `all places are in view`() throws {
        let places = try places([(10, 20), (12, 26), (11, 21)])
        let view = try #require(MapView(showing: places))
        #expect(view.center.description == "11.000000,23.000000")
        #expect(abs(view.latitudeSpan - 2.4) < 1e-9)
        #expect(abs(view.longitudeSpan - 7.2) < 1e-9)
        #expect(places.allSatisfy(view.shows))
    }

    @Test func `the shorter way around the earth is used`() throws {
        let places = try places([(0, 179), (0, -178), (0, 178.5)])
        let view = try #require(MapView(showing: places))
        #expect(view.center.description == "0.000000,-179.750000")
        #expect(abs(view.longitudeSpan - 4.2) < 1e-9)
        #expect(places.allSatisfy(view.shows))
        #expect(try !view.shows(Coordinate(latitude: 0, longitude: 0)))
    }

    @Test func `one place is shown with its surroundings`() throws {
        let view = try #require(MapView(showing: try places([(60, 10)])))
        #expect(abs(view.latitudeSpan - 0.018) < 0.0005)
        #expect(abs(view.longitudeSpan - 0.036) < 0.001)
    }

    @Test func `without places there is no view`() {
        #expect(MapView(showing: []) == nil)
    }

    @Test func `spans are limited to their ranges`() throws {
        let center = try Coordinate(latitude: 0, longitude: 0)
        let view = MapView(center: center, latitudeSpan: 500, longitudeSpan: -1)
        #expect(view.latitudeSpan == 180)
        #expect(view.longitudeSpan == 0.0001)
    }
}
