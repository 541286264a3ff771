import Foundation
import PostcardPhotos
import Testing

struct CoordinateTests {
    @Test(arguments: [(90, 180), (-90, -180), (0, 0), (48.8584, 2.2945)])
    func `the limits of the range are included`(latitude: Double, longitude: Double) throws {
        let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        #expect(coordinate.latitude == latitude)
        #expect(coordinate.longitude == longitude)
    }

    @Test(arguments: [
        (90.000001, 0, CoordinateError.Code.latitudeOutOfRange), (-91, 0, .latitudeOutOfRange),
        (.nan, 0, .latitudeOutOfRange), (.infinity, 0, .latitudeOutOfRange), (0, 180.5, .longitudeOutOfRange),
        (0, -181, .longitudeOutOfRange), (0, .nan, .longitudeOutOfRange),
    ])
    func `the error for an out-of-range number states the number`(
        latitude: Double, longitude: Double, code: CoordinateError.Code
    ) {
        let error = #expect(throws: CoordinateError.self) { try Coordinate(latitude: latitude, longitude: longitude) }
        #expect(error?.code == code)
        #expect(error?.message.contains("\(code == .latitudeOutOfRange ? latitude : longitude)") == true)
    }

    @Test func `the error for swapped numbers contains a hint`() {
        let error = #expect(throws: CoordinateError.self) { try Coordinate(latitude: 151.2, longitude: -33.9) }
        #expect(error?.message.contains("latitude comes before longitude") == true)
    }

    /// Great-circle distances on a sphere of radius 6 371 008.8 m, and the distance between two towers as measured on maps.
    @Test(arguments: [
        ("0,0", "0,0", 0, 0.001), ("0,0", "0,1", 111_195.08, 0.01), ("89,0", "90,77", 111_195.08, 0.01),
        ("0,0", "0,180", 20_015_114.4, 1), ("90,0", "-90,0", 20_015_114.4, 1),
        ("0,179.5", "0,-179.5", 111_195.08, 0.01),
        ("48.8584,2.2945", "48.8584,2.294501", 0.0732, 0.0005), ("48.8584,2.2945", "51.5007,-0.1246", 340_560, 400),
    ])
    func `the distance is measured along the great circle`(from: String, to: String, meters: Double, tolerance: Double)
        throws
    {
        let (start, end) = (try Coordinate(parsing: from), try Coordinate(parsing: to))
        #expect(abs(start.distance(to: end) - meters) <= tolerance)
        #expect(start.distance(to: end) == end.distance(to: start))
    }

    @Test(arguments: [
        (48.8584, 2.2945, "48.858400,2.294500"), (-0.0000012, 0.0000004, "-0.000001,0.000000"),
        (-90, 180, "-90.000000,180.000000"), (1.9999999, -1.9999999, "2.000000,-2.000000"),
    ])
    func `the description has six decimals and parses to the same coordinate`(
        latitude: Double, longitude: Double, text: String
    ) throws {
        let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        #expect(coordinate.description == text)
        #expect(try coordinate.distance(to: Coordinate(parsing: text)) < 0.2)
    }

    @Test(arguments: [
        ("48.858449,2.294551", "48.858000,2.295000"), ("-33.8568,151.2153", "-33.857000,151.215000"),
        ("90,180", "90.000000,180.000000"), ("-89.9999,-179.9999", "-90.000000,-180.000000"),
    ])
    func `a rounded coordinate has three decimals and is within 80 m`(text: String, rounded: String) throws {
        let coordinate = try Coordinate(parsing: text)
        #expect(coordinate.rounded.description == rounded)
        #expect(coordinate.distance(to: coordinate.rounded) < 80)
    }

    @Test func `encoding keeps the numbers`() throws {
        let coordinate = try Coordinate(latitude: 48.8584, longitude: -2.2945)
        let data = try JSONEncoder().encode(coordinate)
        #expect(try JSONDecoder().decode(Coordinate.self, from: data) == coordinate)
    }

    @Test func `decoding rejects out-of-range numbers`() {
        let data = Data(#"{"latitude": 91, "longitude": 0}"#.utf8)
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Coordinate.self, from: data) }
        #expect(String(describing: error).contains("Latitude 91.0 is not between"))
    }
}
