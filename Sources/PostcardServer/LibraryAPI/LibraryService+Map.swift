import HTTPTypes
import HummingbirdCore
import PlatformFoundation
import PostcardCore
import PostcardLibrary
import PostcardPhotos

extension LibraryService {
    static let map: [Endpoint<LibraryService>] = [
        .resource(
            "/library/map", name: "getMap",
            summary: "The map's view. The default shows all pins.",
            schema: Schema.ref("MapView"), errors: [404]
        ) { call in
            guard let view = try call.library.mapView() else {
                throw HTTPError(.notFound, "The map is empty: there are no pins.")
            }
            return view
        },
        Endpoint(
            .patch, "/library/map", name: "changeMap", summary: "Change the view. It is saved.",
            bodies: [
                .changes([
                    "center": Schema.coordinate,
                    "latitudeSpan": Schema.span(180, "The height"),
                    "longitudeSpan": Schema.span(360, "The width"),
                ])
            ],
            reply: .changed(Schema.ref("MapView")), errors: [404]
        ) { call in
            let body: MapChanges = try await call.body()
            for (name, span, most) in [
                ("latitudeSpan", body.latitudeSpan, 180.0), ("longitudeSpan", body.longitudeSpan, 360.0),
            ] {
                guard let span, !(span > 0 && span <= most) else { continue }
                throw HTTPError.unprocessable(
                    "\"\(name)\" is \(span); it must be above 0 and at most \(Int(most)) degrees.")
            }
            return try call.document(
                try call.library.changeMapView(
                    center: body.center, latitudeSpan: body.latitudeSpan, longitudeSpan: body.longitudeSpan,
                    if: call.condition))
        },
        Endpoint(
            .delete, "/library/map", name: "resetMap", summary: "Show all pins again.", reply: .noContent, errors: [404]
        ) { call in
            try call.library.resetMapView(if: call.condition)
            return call.noContent()
        },
        Endpoint(
            .get, "/library/journeys.geojson", name: "getJourneys",
            summary: "Pins and journal routes as GeoJSON (RFC 7946).",
            reply: .document("A FeatureCollection.", "application/geo+json", Schema.ref("PinCollection"))
        ) { try $0.document(try $0.library.geoJSON(), type: "application/geo+json") { Data($0.utf8) } },
        Endpoint(
            .get, "/library/journeys.gpx", name: "getJourneysForNavigators",
            summary: "Pins and journal routes as GPX 1.1. Pins are waypoints.",
            reply: .document("The document.", "application/gpx+xml", [:])
        ) { try $0.document(try $0.library.gpx(), type: "application/gpx+xml") { Data($0.utf8) } },
    ]

    private struct MapChanges: Decodable {
        let center: Coordinate?
        let latitudeSpan: Double?
        let longitudeSpan: Double?
    }
}

extension Schema {
    /// The schemas of the map.
    static let map: [NameKey: JSONValue] = [
        "MapView": record([
            "center": coordinate, "latitudeSpan": number, "longitudeSpan": number,
        ]),
        "Coordinate": record([
            "latitude": ["type": "number", "minimum": -90, "maximum": 90],
            "longitude": ["type": "number", "minimum": -180, "maximum": 180],
        ]).described("Degrees north and east, WGS 84."),
    ]
}

extension LibraryService {
    static let gazetteer: [Endpoint<LibraryService>] = [
        // Place searches are made in the operator's name, so they require a token with write access.
        Endpoint(
            .get, "/library/gazetteer", name: "findPlaces",
            summary:
                "Places by name, or the nearest city. Searches are sent to a place search service, which accepts one request "
                + "per second from all clients together. Don't search while the user is typing.", scope: .write,
            parameters: [
                .init("text", "The search text.", Schema.someText("A name or an address.")),
                .init("near", "Places near this coordinate: latitude, longitude.", Schema.string),
                .init(
                    "bounded", "With near: false for places everywhere, nearby places first.",
                    Schema.choice(["true", "false"], default: "true")),
                .init(
                    "radius", "The maximum distance for near, in meters.",
                    ["type": "number", "minimum": 1, "maximum": 100_000, "default": 22_000]),
                .init("at", "A coordinate instead of text; the result is the nearest city or town.", Schema.string),
                .init(
                    "online", "True to request the address at the coordinate from the place search service.",
                    Schema.choice(["true", "false"], default: "false")),
                .init(
                    "limit", "The maximum number of places.",
                    ["type": "integer", "minimum": 1, "maximum": 50, "default": 10]),
            ], reply: .report(Schema.ref("Places")), errors: [422, 501, 502]
        ) { try await $0.findPlaces() }
    ]
}

extension Call<LibraryService> {
    fileprivate func findPlaces() async throws -> Response {
        let (text, at) = (query.first("text"), try coordinate("at"))
        guard (text == nil) != (at == nil) else {
            throw HTTPError.badRequest(
                "Send either \"text\" to search for places, or \"at\" to find the place at a coordinate.")
        }
        if let at, query.first("online") != "true" { return try report(service.nearbyPlaces(at)) }
        return try await findPlacesOnline(text: text ?? "", at: at?.rounded, near: try coordinate("near")?.rounded)
    }

    /// Sends a search to the place search service, or a request for the address at a coordinate.
    private func findPlacesOnline(text: String, at: Coordinate?, near: Coordinate?) async throws -> Response {
        guard let source = service.placeSource else {
            throw HTTPError(
                .notImplemented, "No place search service is set up. Set one with --places.", .placesMissing)
        }
        guard try library.settings().placeLookups == .on else {
            throw HTTPError(
                .forbidden, "Nothing was sent: the library's place-lookups setting is not on.", .placesNotAllowed)
        }
        do {
            let (radius, limit) = (query.number("radius") ?? 22_000, query.integer("limit") ?? 10)
            let places = try await service.placeTurns.with(1) {
                if let at { return try await source.places(at: at, limit: limit) }
                return try await source.places(
                    matching: PlaceQuery(
                        text: text, center: near, radius: radius, limit: limit,
                        isBounded: query.first("bounded") != "false"))
            }
            return try report(
                PlaceListing(places, from: at ?? near, source: source.name, notice: source.notice))
        } catch let httpError as HTTPError where httpError.refusal == .places {
            throw HTTPError(
                .tooManyRequests, "Place search is busy. Try again later.", retryAfter: 5, refusal: .places)
        } catch let error as SourceError {
            throw HTTPError(error, of: "The place search service")
        }
    }

    /// Returns the coordinate in a query parameter; `nil` if it is omitted.
    ///
    /// - Throws: `HTTPError` with status 400 for a malformed coordinate.
    func coordinate(_ name: String) throws(HTTPError) -> Coordinate? {
        guard let text = query.first(name) else { return nil }
        do throws(CoordinateError) {
            return try Coordinate(parsing: text)
        } catch {
            throw .badRequest("\(name): \(error.message)")
        }
    }
}

extension Schema {
    /// The schemas of found places.
    static let foundPlaces: [NameKey: JSONValue] = [
        "Places": record([
            "source": string, "notice": text("The notice that the source's terms require."),
            "places": array(
                of: record([
                    "source": string, "id": string, "name": string, "coordinate": coordinate,
                    "address": string, "categories": strings, "page?": string,
                    "distance?": integer.described("The distance from the requested coordinate, in meters."),
                ])),
        ])
    ]
}
