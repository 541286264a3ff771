import HTTPTypes
import PostcardCore
import PostcardLibrary
import PostcardSources

extension LibraryService {
    static let pins: [LibraryOperation] = [
        LibraryOperation(
            .get, "/library/pins", "listPins", "All pins, those changed last at the end.",
            parameters: Operation.Parameter.pages, reply: .page(Schema.ref("Pin"))
        ) { call in
            try call.page(of: try call.library.pins()) { $0 }
        },
        LibraryOperation(
            .get, "/library/pins.geojson", "mapPins", "All pins as GeoJSON, RFC 7946.",
            reply: .document("A FeatureCollection.", "application/geo+json", Schema.ref("PinCollection"))
        ) { call in
            try call.json(
                try PinCollection(try call.library.pins(), in: call.library), type: "application/geo+json")
        },
        LibraryOperation(
            .post, "/library/pins", "dropPin", "Mark a place: a coordinate, or where a photo was taken.",
            bodies: PinDraft.contents, creates: .pin, reply: .created(Schema.ref("Pin"))
        ) { call in
            try await call.creating(.pin) { (pin: Pin) in
                try call.created(pin, at: "/library/pins/\(pin.id)")
            } create: { id in
                let body = try await call.pinDraft()
                return try call.library.dropPin(
                    at: body.coordinate, name: body.name ?? "", isFromPhoto: body.isFromPhoto, id: id)
            }
        },
        .thing("/library/pins/{pin}", "getPin", "A pin.", Schema.ref("Pin")) { call in
            try call.record(.pin) as Pin
        },
        LibraryOperation(
            .patch, "/library/pins/{pin}", "changePin",
            "Call a pin something else, or move it. Its album stays as it is until a new collection is asked for.",
            bodies: [
                .json(
                    Schema.changes(["coordinate": Schema.coordinate, "name": Schema.text("What to call it.")]))
            ],
            reply: .changed(Schema.ref("Pin")), faults: [404]
        ) { call in
            let pin: Pin = try call.record(.pin)
            let body: PinChanges = try await call.body()
            return try call.json(
                try call.library.changePin(
                    pin.id, name: body.name, coordinate: body.coordinate, if: call.condition))
        },
        LibraryOperation(
            .delete, "/library/pins/{pin}", "deletePin", "Delete a pin with its album. It can be restored.",
            reply: .nothing, faults: [404]
        ) { call in
            try call.delete(.pin)
        },
    ]

    private struct PinChanges: Decodable {
        let coordinate: Coordinate?
        let name: String?
    }
}

extension Schema {
    /// Schemas of pins.
    static let pins: [String: JSONValue] = [
        "Pin": record(
            [
                "id": id("pin"), "name": string, "coordinate": coordinate, "created": moment,
                "origin": record(
                    ["source": string, "id": string, "address": string, "notice": string],
                    required: ["source", "id", "address", "notice"]),
                "isFromPhoto": isFromPhoto,
            ], required: ["id", "name", "coordinate", "created"]),
        "PinCollection": record(
            ["type": ["const": "FeatureCollection"], "features": ["type": "array", "items": ["type": "object"]]],
            required: ["type", "features"]),
    ]
}
