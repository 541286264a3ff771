/// One call to the stand-in for Foursquare, in the current version or version 3.
struct FoursquareStandIn {
    let places: [PlaceStandIn.Place]
    let request: TestHTTPRequest

    private var isOld: Bool { request.path.hasPrefix("/v3/") }

    func reply() -> TestHTTPReply {
        let authorization = isOld ? PlaceStandIn.oldKey : "Bearer \(PlaceStandIn.key)"
        guard request.headers["authorization"] == authorization else {
            return Self.fault("Invalid request token.", status: 401)
        }
        guard isOld || request.headers["x-places-api-version"]?.count == 10 else {
            return Self.fault("Missing header: X-Places-Api-Version", status: 400)
        }
        guard request.path.hasSuffix("/places/search") else { return Self.fault("Not found", status: 404) }
        let point = (request.query["ll"] ?? "").split(separator: ",").compactMap { Double($0) }
        // Without a place, Foursquare would search at the client's location. Tests do not use that.
        guard point.count == 2 else { return Self.fault("Invalid parameter: ll", status: 400) }
        guard let limit = Int(request.query["limit"] ?? "10"), 1...50 ~= limit,
            let radius = Int(request.query["radius"] ?? "22000"), 0...100_000 ~= radius,
            ["RELEVANCE", "RATING", "DISTANCE", "POPULARITY"].contains(request.query["sort"] ?? "RELEVANCE")
        else { return Self.fault("Invalid parameter", status: 400) }
        let near = places.filter { $0.distance(point[0], point[1]) <= Double(radius) }
        let found = near.filter { $0.has(request.query["query"] ?? "") }.sorted {
            $0.distance(point[0], point[1]) < $1.distance(point[0], point[1])
        }
        let records = found.prefix(limit).map { record($0, distance: Int($0.distance(point[0], point[1]))) }
        var reply = Self.json(.object([("results", .array(records)), ("context", .object([]))]))
        if found.count > limit {
            reply.headers.append(("Link", "<https://places-api.foursquare.com/places/search?cursor=abc>; rel=\"next\""))
        }
        return reply
    }

    private func record(_ place: PlaceStandIn.Place, distance: Int) -> FlickrJSON {
        let id = "4b00000000000000000000a\(places.firstIndex { $0.name == place.name } ?? 0)"
        let point: [(name: String, value: FlickrJSON)] = [
            ("latitude", .decimal(place.latitude)), ("longitude", .decimal(place.longitude)),
        ]
        let category = FlickrJSON.object([
            isOld ? ("id", 13_035) : ("fsq_category_id", "4bf58dd8d48988d1e0931735"), ("name", .string(place.kind)),
        ])
        let common: [(name: String, value: FlickrJSON)] = [
            ("name", .string(place.name)), ("distance", .int(distance)), ("categories", .array([category])),
            ("location", .object([("formatted_address", .string(place.address)), ("country", "FR")])),
        ]
        let own: [(name: String, value: FlickrJSON)] =
            isOld
            ? [("fsq_id", .string(id)), ("geocodes", .object([("main", .object(point))]))]
            : [("fsq_place_id", .string(id))] + point
        return .object(own + common)
    }

    private static func fault(_ message: String, status: Int) -> TestHTTPReply {
        json(.object([("message", .string(message))]), status: status)
    }

    private static func json(_ value: FlickrJSON, status: Int = 200) -> TestHTTPReply {
        .text(value.text, contentType: "application/json; charset=utf-8", status: status)
    }
}
