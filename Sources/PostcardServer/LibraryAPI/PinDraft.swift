import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources

/// A pin to be dropped as a request body describes it.
struct PinDraft: Decodable {
    let coordinate: Coordinate
    let name: String?
    /// A Boolean value that indicates whether the coordinate is where a photo was taken.
    var isFromPhoto = false

    private enum CodingKeys: CodingKey { case coordinate, name }

    private static let name = Schema.text("What to call it; otherwise what the photo calls it.")

    static let contents: [Operation.Content] = [
        .json(Schema.object(["coordinate": Schema.coordinate, "name": name], required: ["coordinate"])),
        .init(
            mediaType: "multipart/form-data",
            schema: Schema.object(
                [
                    "name": name,
                    "photo": [
                        "type": "string", "contentMediaType": "application/octet-stream",
                        "description": "A photo that tells where it was taken. It is not kept.",
                    ],
                ], required: ["photo"])),
    ]
}

extension LibraryCall {
    /// Photos tell where they were taken in their first bytes.
    private static let headBytes = 1 << 20
    private static let maximumNameBytes = 10_000

    /// - Throws: `HTTPError` with status 422 for a photo that does not tell where it was taken; `ImageError`.
    func pinDraft() async throws -> PinDraft {
        guard request.mediaType == "multipart/form-data" else { return try await body() }
        try content("multipart/form-data")
        var field = ""
        var parts: [String: [UInt8]] = [:]
        try await readForm { event in
            switch event {
            case .began(let name, _):
                guard ["name", "photo"].contains(name), parts[name] == nil else {
                    throw HTTPError.unprocessable("The form has \"\(name)\"; it can have name and photo, once each.")
                }
                field = name
                parts[field] = []
            case .bytes(let bytes):
                let room = (field == "photo" ? Self.headBytes : Self.maximumNameBytes) - (parts[field]?.count ?? 0)
                guard field == "photo" || bytes.count <= room else {
                    throw HTTPError(.contentTooLarge, "The name has more than \(Self.maximumNameBytes) bytes.")
                }
                parts[field]?.append(contentsOf: bytes.prefix(room))
            case .ended: break
            }
        }
        guard let photo = parts["photo"] else { throw HTTPError.unprocessable("The form lacks \"photo\".") }
        let metadata = try ImageHeader(of: photo.span.bytes).metadata
        guard let position = metadata.position,
            let coordinate = try? Coordinate(latitude: position.latitude, longitude: position.longitude)
        else { throw HTTPError.unprocessable("The photo does not tell where it was taken.") }
        guard let name = String(validating: parts["name"] ?? [], as: UTF8.self) else {
            throw HTTPError.badRequest("The field name is not UTF-8.")
        }
        return PinDraft(
            coordinate: coordinate, name: parts["name"] == nil ? metadata.title : name, isFromPhoto: true)
    }
}
