import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardLibrary
import PostcardSources

extension LibraryService {
    static let map: [LibraryOperation] = [
        .thing(
            "/library/map", "getMap", "What the map of the pins looks at; all pins before that was ever set.",
            Schema.ref("MapView")
        ) { call in
            guard let view = try call.library.mapView() else {
                throw HTTPError(.notFound, "The map has nothing to show yet: there are no pins.")
            }
            return view
        },
        LibraryOperation(
            .patch, "/library/map", "changeMap", "Look at another part of the map; it is remembered.",
            bodies: [
                .json(
                    Schema.changes([
                        "center": Schema.coordinate,
                        "latitudeSpan": Schema.span(180, "From the lower to the upper edge"),
                        "longitudeSpan": Schema.span(360, "From the left to the right edge"),
                    ]))
            ],
            reply: .changed(Schema.ref("MapView")), faults: [404]
        ) { call in
            let body: MapChanges = try await call.body()
            for (name, span, most) in [
                ("latitudeSpan", body.latitudeSpan, 180.0), ("longitudeSpan", body.longitudeSpan, 360.0),
            ] {
                guard let span, !(span > 0 && span <= most) else { continue }
                throw HTTPError.unprocessable("\(name) is \(span); it goes from above 0 to \(Int(most)) degrees.")
            }
            return try call.json(
                try call.library.changeMapView(
                    center: body.center, latitudeSpan: body.latitudeSpan, longitudeSpan: body.longitudeSpan,
                    if: call.condition))
        },
        LibraryOperation(
            .delete, "/library/map", "resetMap", "Show all pins again.", reply: .nothing, faults: [404]
        ) { call in
            try call.library.resetMapView(if: call.condition)
            return call.nothing()
        },
        LibraryOperation(
            .get, "/library/journeys.geojson", "getJourneys",
            "All pins, and the ways of all journals from place to place, as GeoJSON, RFC 7946.",
            reply: .document("A FeatureCollection.", "application/geo+json", Schema.ref("PinCollection"))
        ) { call in
            try call.reply(Representation(Data(try call.library.geoJSON().utf8)), type: "application/geo+json")
        },
        LibraryOperation(
            .get, "/library/journeys.gpx", "getJourneysForNavigators",
            "All pins as waypoints and all journals as routes, as GPX 1.1.",
            reply: .document("The document.", "application/gpx+xml", [:])
        ) { call in
            try call.reply(Representation(Data(try call.library.gpx().utf8)), type: "application/gpx+xml")
        },
    ]

    private struct MapChanges: Decodable {
        let center: Coordinate?
        let latitudeSpan: Double?
        let longitudeSpan: Double?
    }
}

extension Schema {
    /// Schemas of the map.
    static let map: [String: JSONValue] = [
        "MapView": record(
            [
                "center": coordinate, "latitudeSpan": ["type": "number"], "longitudeSpan": ["type": "number"],
            ], required: ["center", "latitudeSpan", "longitudeSpan"]),
        "Coordinate": record(
            [
                "latitude": ["type": "number", "minimum": -90, "maximum": 90],
                "longitude": ["type": "number", "minimum": -180, "maximum": 180],
            ], required: ["latitude", "longitude"]
        ).adding(["description": "Degrees north and east, WGS 84."]),
    ]
}
