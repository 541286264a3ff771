import PostcardPhotos
import Testing

struct CoordinateParsingTests {
    @Test(arguments: [
        "48.8584,2.2945", " 48.8584, 2.2945 ", "48.8584 2.2945", "48.8584;2.2945", "+48.8584,+2.2945",
        "48.8584°,2.2945°", "48.8584° 2.2945°", "48.8584° N, 2.2945° E", "48.8584N 2.2945E", "N48.8584 E2.2945",
        "n 48.8584 e 2.2945", "2.2945E 48.8584N", "E 2.2945, N 48.8584", "48,8584 2,2945", "48,8584; 2,2945",
        "48,8584° N; 2,2945° E", "48.8584, E2.2945", "48.8584\t2.2945\n", "(48.8584, 2.2945)", "[48.8584,2.2945]",
        "48,8584, 2,2945", "Lat: 48.8584, Long: 2.2945", "lat=48.8584 lon=2.2945", "Latitude 48,8584 Longitude 2,2945",
        "Longitude: 2.2945; Latitude: 48.8584", "lat: 48.8584\nlng: 2.2945",
    ])
    func `decimal degrees are read`(text: String) throws {
        let coordinate = try Coordinate(parsing: text)
        #expect(try coordinate == Coordinate(latitude: 48.8584, longitude: 2.2945))
    }

    @Test(arguments: [
        #"48°51'30.2"N 2°17'40.2"E"#, #"48° 51' 30.2" N, 2° 17' 40.2" E"#, "48°51′30.2″N 2°17′40.2″E",
        "48°51’30.2”N, 2°17’40.2”E", "48º51'30.2''N 2º17'40.2''E", "N48°51'30.2\" E2°17'40.2\"",
        "48 51 30.2 N 2 17 40.2 E", "48 51 30.2, 2 17 40.2", "48 51 30.2 2 17 40.2", "48°51'30.2\" 2°17'40.2\"",
        "N 48° 51.503333' E 2° 17.67'", "48 51.503333 2 17.67", "2°17'40.2\"E 48°51'30.2\"N",
    ])
    func `degrees, minutes and seconds are read`(text: String) throws {
        let coordinate = try Coordinate(parsing: text)
        #expect(abs(coordinate.latitude - 48.858389) < 0.000001)
        #expect(abs(coordinate.longitude - 2.2945) < 0.000001)
    }

    @Test(arguments: [
        ("-33.8568,151.2153", -33.8568, 151.2153), ("33.8568S 151.2153E", -33.8568, 151.2153),
        ("−33.8568, −70.5", -33.8568, -70.5), ("–33.8568, –70.5", -33.8568, -70.5), ("51.5N 0.5W", 51.5, -0.5),
        ("-0 30 0, -0 15 0", -0.5, -0.25),
        ("0°30'S 0°15'W", -0.5, -0.25), ("0,0", 0, 0), ("-90,-180", -90, -180), ("5;7", 5, 7),
    ])
    func `south and west are negative`(text: String, latitude: Double, longitude: Double) throws {
        #expect(try Coordinate(parsing: text) == Coordinate(latitude: latitude, longitude: longitude))
    }

    /// The centers of the rectangles come from the specification's test data.
    @Test(arguments: [
        ("7FG49Q00+", 20.375, 2.775), ("7FG49QCJ+2V", 20.3700625, 2.7821875), ("7FG49QCJ+2VX", 20.3701125, 2.782234375),
        ("8FVC2222+22", 47.0000625, 8.0000625), ("4VCPPQGP+Q9", -41.2730625, 174.7859375),
        ("7fg49qcj+2v", 20.3700625, 2.7821875),
    ])
    func `plus codes are read without a network`(code: String, latitude: Double, longitude: Double) throws {
        let coordinate = try Coordinate(parsing: code)
        #expect(abs(coordinate.latitude - latitude) < 1e-7)
        #expect(abs(coordinate.longitude - longitude) < 1e-7)
    }

    @Test(arguments: [
        ("V75V+8Q Paris", "shortened plus code"), ("///filled.count.soap", "what3words"),
        ("filled.count.soap", "what3words"), ("48°51'30\"N 2°17'40\"O", "Use W or E"),
        ("48.85 N, 2.29 O", "Use W or E"),
    ])
    func `the error for an ambiguous coordinate explains the ambiguity`(text: String, words: String) {
        let error = #expect(throws: CoordinateError.self) { try Coordinate(parsing: text) }
        #expect(error?.message.contains(words) == true)
    }

    @Test(arguments: [
        "geo:48.8584,2.2945", "GEO:48.8584,2.2945", "geo:48.8584,2.2945;u=35", "geo:48.8584,2.2945,35;u=10",
        "geo:48.8584,2.2945;crs=wgs84;u=0", "geo:48.8584,2.2945?z=17", "geo:0,0?q=48.8584,2.2945",
        "geo:0,0?q=48.8584%2C2.2945(Tour%20Eiffel)", "geo:48.8584,2.2945?q=Tour+Eiffel",
    ])
    func `geo URIs are read`(text: String) throws {
        #expect(try Coordinate(parsing: text) == Coordinate(latitude: 48.8584, longitude: 2.2945))
    }

    @Test(arguments: [
        "https://www.google.com/maps/@48.8584,2.2945,17z",
        "https://www.google.com/maps/place/Tour+Eiffel/@48.85,2.29,17z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d48.8584!4d2.2945!16zL20",
        "https://www.google.de/maps/search/?api=1&query=48.8584%2C2.2945",
        "https://maps.google.com/?q=48.8584,2.2945", "http://maps.google.co.uk/maps?ll=48.8584,2.2945&z=12",
        "https://maps.google.com/maps?q=48.8584,2.2945+(Tour+Eiffel)&ll=1,1",
        "https://www.google.com/maps/search/48.8584,+2.2945?entry=tts",
        "https://www.google.com/maps/place/48.8584,2.2945/@40,3,10z",
        "https://www.google.com/maps/place/48%C2%B051'30.24%22N+2%C2%B017'40.2%22E/@48.8,2.3,17z",
        "https://www.google.com/maps/dir/?api=1&destination=48.8584,2.2945",
        "https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=17/48.85/2.29",
        "https://www.openstreetmap.org/#map=17/48.8584/2.2945&layers=N", "https://osm.org/#map=17/48.8584/2.2945",
        "https://www.openstreetmap.org/node/123#map=17/48.8584/2.2945",
        "https://maps.apple.com/?ll=48.8584,2.2945&q=Tour%20Eiffel", "https://maps.apple.com/?q=48.8584,2.2945",
        "https://maps.apple.com/place?coordinate=48.8584,2.2945&name=Tour",
        "https://www.bing.com/maps?cp=48.8584~2.2945&lvl=16",
        "https://www.waze.com/ul?ll=48.8584%2C2.2945&navigate=yes",
        "https://yandex.ru/maps/?ll=2.2945%2C48.8584&z=16", "https://yandex.com/maps/?pt=2.2945,48.8584&ll=1,1",
        "https://maps.apple.com/?daddr=48.8584,2.2945", "HTTPS://MAPS.APPLE.COM/?ll=48.8584,2.2945",
    ])
    func `map links are read`(text: String) throws {
        let coordinate = try Coordinate(parsing: text)
        #expect(abs(coordinate.latitude - 48.8584) < 0.000001)
        #expect(abs(coordinate.longitude - 2.2945) < 0.000001)
    }

    @Test(arguments: [
        "", "   ", "Paris", "48.8584", "48.8584,", ",2.2945", "48.8584,2.2945,17", "1 2 3", "48.8584 north",
        "48°2.2945", "48.8584,2.2945 x", "48.5 30 N 2 E", "48°60'N 2°E", "48°51'60\"N 2°E", "48 -51 N 2 E", "4.8.5,2",
        "1e1,2", "nan,nan", "0x10,2", "48'51°N 2E", ".5,.5", "5.,5.", "48,8584", "N E", "- 5, 3", "°,°", "5,3;", ";;",
        "geo:", "geo:48.8584", "geo:1,2,3,4", "geo:a,b", "geo:1,2,x", "geo:+1,2", "geo:1,2;crs=nad27", "https://",
        "48.8584٫2", "４８,2",
    ])
    func `other text is reported as unreadable`(text: String) {
        let error = #expect(throws: CoordinateError.self) { try Coordinate(parsing: text) }
        // "48,8584" could be a decimal comma or a pair. As a pair, its longitude is out of range.
        #expect(error?.code == (text == "48,8584" ? .longitudeOutOfRange : .unreadable))
    }

    @Test(arguments: ["48N 2N", "48E 2W", "-48S 2E", "48N +2E"])
    func `a contradiction is reported`(text: String) {
        let error = #expect(throws: CoordinateError.self) { try Coordinate(parsing: text) }
        #expect(error?.code == .contradictory)
    }

    @Test(arguments: ["91,0", "geo:91,0", "https://maps.apple.com/?ll=91,0", "91N 0E"])
    func `out-of-range numbers cause an error`(text: String) {
        let error = #expect(throws: CoordinateError.self) { try Coordinate(parsing: text) }
        #expect(error?.code == .latitudeOutOfRange)
    }

    @Test(arguments: [
        "https://maps.app.goo.gl/AbCdEf", "https://goo.gl/maps/AbCdEf", "https://osm.org/go/0BOcuF",
        "https://maps.apple/p/abc", "https://example.org/?q=48.8584,2.2945", "https://www.google.com/maps/place/Paris",
        "https://notgoogle.com/@1,2",
    ])
    func `a link without a coordinate is reported as unsupported`(text: String) {
        let error = #expect(throws: CoordinateError.self) { try Coordinate(parsing: text) }
        #expect(error?.code == .unsupportedLink)
    }

    @Test func `a huge text is rejected and not quoted`() {
        for text in [String(repeating: "1 ", count: 100_000), String(repeating: "x", count: 3_000)] {
            let error = #expect(throws: CoordinateError.self) { try Coordinate(parsing: text) }
            #expect(error?.code == .unreadable)
            #expect((error?.message.count ?? .max) < 400)
        }
    }

    @Test func `any prefix of a link is read or rejected`() {
        let link =
            "https://www.google.com/maps/place/48%C2%B051'30.24%22N+2%C2%B017'40.2%22E/@48.8,2.3,17z/data=!3d48.8!4d2.2"
        var read = 0
        for count in 0...link.count where (try? Coordinate(parsing: String(link.prefix(count)))) != nil { read += 1 }
        #expect(read > 10)
    }
}
