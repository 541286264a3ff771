import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardPhotos

extension LibraryService {
    static let pins: [Endpoint<LibraryService>] = [
        .list(
            "/library/pins", name: "listPins", summary: "All pins. The most recently changed pins are last.",
            of: Schema.ref("Pin")
        ) { try $0.page(of: $0.library.pins()) { $0 } },
        Endpoint(
            .get, "/library/pins.geojson", name: "mapPins", summary: "All pins as GeoJSON, RFC 7946.",
            reply: .document("A FeatureCollection.", "application/geo+json", Schema.ref("PinCollection"))
        ) { call in
            try call.document(
                try PinCollection(try call.library.pins(), in: call.library), type: "application/geo+json")
        },
        Endpoint(
            .post, "/library/pins", name: "dropPin", summary: "Drop a pin at a coordinate or at a photo's position.",
            bodies: PinDraft.contents, creates: .pin, reply: .created(Schema.ref("Pin"))
        ) { call in
            try await call.creating(Pin.self) { id in
                let body = try await call.pinDraft()
                return [
                    try call.library.addPin(
                        at: body.coordinate, name: body.name ?? "", isFromPhoto: body.isFromPhoto, id: id)
                ]
            }
        },
        .resource("/library/pins/{pin}", name: "getPin", summary: "A pin.", schema: Schema.ref("Pin")) { call in
            try call.record(.pin) as Pin
        },
        Endpoint(
            .patch, "/library/pins/{pin}", name: "changePin",
            summary:
                "Rename or move a pin. Its album does not change until a new collection is requested.",
            bodies: [.changes(["coordinate": Schema.coordinate, "name": Schema.text("The name.")])],
            reply: .changed(Schema.ref("Pin"))
        ) { call in
            let pin: Pin = try call.record(.pin)
            let body: PinChanges = try await call.body()
            return try call.document(
                try call.library.updatePin(
                    pin.id, name: body.name, coordinate: body.coordinate, if: call.condition))
        },
        .delete(
            .pin, at: "/library/pins/{pin}", name: "deletePin",
            summary: "Delete a pin with its album. It can be restored."),
    ]

    private struct PinChanges: Decodable {
        let coordinate: Coordinate?
        let name: String?
    }
}

extension Schema {
    /// The schemas of pins.
    static let pins: [NameKey: JSONValue] = [
        "Pin": record([
            "id": id("pin"), "name": string, "coordinate": coordinate, "created": moment,
            "origin?": record(["source": string, "id": string, "address": string, "notice": string]),
            "isFromPhoto?": isFromPhoto,
        ]),
        "PinCollection": record([
            "type": ["const": "FeatureCollection"], "features": array(of: anyObject),
        ]),
    ]
}

/// The body of a request for a new pin: JSON, or a form with a photo.
struct PinDraft: Decodable {
    let coordinate: Coordinate
    let name: String?
    /// True if the coordinate is the position of a photo.
    var isFromPhoto = false

    private enum CodingKeys: CodingKey { case coordinate, name }

    /// The number of bytes to read for the position, which is at the start of the file.
    fileprivate static let headBytes = 1 << 20
    fileprivate static let maximumNameBytes = 10_000

    private static let name = Schema.text("The name. The default is the photo's title.")

    static let contents: [Operation.Content] = [
        .object(["coordinate": Schema.coordinate, "name": name], required: ["coordinate"]),
        .init(
            mediaType: "multipart/form-data",
            schema: Schema.object(
                [
                    "name": name,
                    "photo": Schema.file.described("A photo with a position. The photo is not saved."),
                ], required: ["photo"])),
    ]
}

extension Call<LibraryService> {
    /// Reads the body for a new pin.
    ///
    /// - Throws: `HTTPError` with status 422 for a photo without a position; `ImageError`.
    func pinDraft() async throws -> PinDraft {
        guard request.mediaType == "multipart/form-data" else { return try await body() }
        try content("multipart/form-data")
        var field = ""
        var parts: [NameKey: [UInt8]] = [:]
        try await readForm { event in
            switch event {
            case .began(let name, _):
                guard ["name", "photo"].contains(name), parts[name] == nil else {
                    throw HTTPError.unprocessable(
                        "The form contains \"\(name)\". It can contain name and photo only, each once.")
                }
                field = name
                parts[field] = []
            case .bytes(let bytes):
                let room =
                    (field == "photo" ? PinDraft.headBytes : PinDraft.maximumNameBytes) - (parts[field]?.count ?? 0)
                guard field == "photo" || bytes.count <= room else {
                    throw HTTPError(.contentTooLarge, "The name has more than \(PinDraft.maximumNameBytes) bytes.")
                }
                parts[field]?.append(contentsOf: bytes.prefix(room))
            case .ended: break
            }
        }
        guard let photo = parts["photo"] else { throw HTTPError.unprocessable("The form must contain \"photo\".") }
        let metadata = try ImageHeader(of: photo).metadata
        guard let coordinate = metadata.coordinate else {
            throw HTTPError.unprocessable("The photo has no position in its metadata.", .noPosition)
        }
        guard let name = String(validating: parts["name"] ?? [], as: UTF8.self) else {
            throw HTTPError.badRequest("The name field is not UTF-8.")
        }
        return PinDraft(
            coordinate: coordinate, name: parts["name"] == nil ? metadata.title : name, isFromPhoto: true)
    }
}
