/// One call to the stand-in for Nominatim.
struct NominatimStandIn {
    let places: [PlaceStandIn.Place]
    let request: TestHTTPRequest

    func reply() -> TestHTTPReply {
        guard request.headers["user-agent"]?.contains("(+http") == true else {
            return .text("<html>Access blocked</html>", status: 403)
        }
        guard request.query["format"] == "jsonv2" else { return .text("<html>Nominatim</html>") }
        return request.path.hasSuffix("/reverse") ? reverse() : search()
    }

    private func search() -> TestHTTPReply {
        guard let words = request.query["q"] else { return Self.fault("Nothing to search for.") }
        let edges = (request.query["viewbox"] ?? "").split(separator: ",").compactMap { Double($0) }
        let isBounded = edges.count == 4 && request.query["bounded"] == "1"
        let found = places.enumerated().filter { _, place in
            // Two corners, longitude first.
            let isInside =
                !isBounded
                || (min(edges[0], edges[2])...max(edges[0], edges[2]) ~= place.longitude
                    && min(edges[1], edges[3])...max(edges[1], edges[3]) ~= place.latitude)
            return isInside && !words.isEmpty && place.has(words)
        }
        let limit = min(40, request.query["limit"].flatMap { Int($0) } ?? 10)
        return Self.json(.array(found.prefix(limit).map { Self.record($0.element, number: $0.offset) }))
    }

    private func reverse() -> TestHTTPReply {
        guard let latitude = request.query["lat"].flatMap(Double.init),
            let longitude = request.query["lon"].flatMap(Double.init)
        else { return Self.fault("Parameter 'lat' missing.") }
        let nearest = places.enumerated().min {
            $0.element.distance(latitude, longitude) < $1.element.distance(latitude, longitude)
        }
        guard let nearest, nearest.element.distance(latitude, longitude) < 5_000 else {
            return Self.json(.object([("error", "Unable to geocode")]))
        }
        return Self.json(Self.record(nearest.element, number: nearest.offset))
    }

    private static func record(_ place: PlaceStandIn.Place, number: Int) -> FlickrJSON {
        .object([
            ("place_id", .int(100_000_001 + number)),
            ("licence", "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"), ("osm_type", "way"),
            ("osm_id", .int(2_000_001 + number)), ("lat", .string("\(place.latitude)")),
            ("lon", .string("\(place.longitude)")), ("category", "amenity"), ("type", .string(place.kind)),
            ("name", .string(place.name)), ("display_name", .string(place.address)),
        ])
    }

    private static func fault(_ message: String) -> TestHTTPReply {
        json(.object([("error", .object([("code", 400), ("message", .string(message))]))]), status: 400)
    }

    private static func json(_ value: FlickrJSON, status: Int = 200) -> TestHTTPReply {
        .text(value.text, contentType: "application/json; charset=utf-8", status: status)
    }
}
