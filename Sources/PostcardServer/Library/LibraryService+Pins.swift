internal import HTTPTypes
internal import PostcardLibrary
internal import PostcardSources

extension LibraryService {
    static let pins: [Operation] = [
        Operation(
            .get, "/library/pins", "listPins", "All pins, those changed last at the end.",
            parameters: Operation.Parameter.pages, reply: .page(Schema.ref("Pin"))
        ) { call in
            try call.page(of: try call.library.pins()) { $0 }
        },
        Operation(
            .get, "/library/pins.geojson", "mapPins", "All pins as GeoJSON, RFC 7946.",
            reply: .init(
                status: .ok, explanation: "A FeatureCollection.",
                content: [.init(mediaType: "application/geo+json", schema: Schema.ref("PinCollection"))],
                fields: ["ETag": "Its version."])
        ) { call in
            try call.json(
                try PinCollection(try call.library.pins(), in: call.library), type: "application/geo+json")
        },
        Operation(
            .post, "/library/pins", "dropPin", "Mark a place.",
            bodies: [
                .json(
                    Schema.object(
                        ["coordinate": Schema.coordinate, "name": Schema.text("What to call it.")],
                        required: ["coordinate"]))
            ],
            reply: .created(Schema.ref("Pin"))
        ) { call in
            let body: PinDraft = try await call.body()
            let pin = try call.library.dropPin(at: body.coordinate, name: body.name ?? "")
            return try call.created(pin, at: "/library/pins/\(pin.id)")
        },
        Operation(
            .get, "/library/pins/{pin}", "getPin", "A pin.", reply: .one(Schema.ref("Pin")), faults: [404]
        ) { call in
            let pin: Pin = try call.record(.pin)
            return try call.json(pin)
        },
        Operation(
            .patch, "/library/pins/{pin}", "changePin",
            "Call a pin something else, or move it. Its album stays as it is until a new collection is asked for.",
            bodies: [
                .json(
                    Schema.changes(["coordinate": Schema.coordinate, "name": Schema.text("What to call it.")]))
            ],
            reply: .changed(Schema.ref("Pin")), faults: [404]
        ) { call in
            var pin: Pin = try call.record(.pin)
            let body: PinChanges = try await call.body()
            if let coordinate = body.coordinate { pin = try call.library.movePin(pin.id, to: coordinate) }
            if let name = body.name { pin = try call.library.renamePin(pin.id, to: name) }
            return try call.json(pin)
        },
        Operation(
            .delete, "/library/pins/{pin}", "deletePin", "Delete a pin with its album. It can be restored.",
            reply: .nothing, faults: [404]
        ) { call in
            try call.delete(.pin)
        },
    ]

    private struct PinDraft: Decodable {
        let coordinate: Coordinate
        let name: String?
    }

    private struct PinChanges: Decodable {
        let coordinate: Coordinate?
        let name: String?
    }
}
