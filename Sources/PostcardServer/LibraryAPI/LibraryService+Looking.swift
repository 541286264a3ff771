import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary

extension LibraryService {
    static let looking: [LibraryOperation] = [
        LibraryOperation(
            .get, "/library/peeks/{id}", "peek",
            "Larger views of a photo, a meme, or all pictures and videos of an entry, and what can be done with them.",
            reply: .one(["type": "array", "items": Schema.ref("Peek"), "minItems": 1]), errors: [404]
        ) { call in
            let id = call.id("id")
            let pixels = try call.pixels(of: id)
            let library = call.library
            for medium in try call.videos(of: id) {
                _ = try await call.service.making(of: .video, pixels: 0) {
                    try await library.derivedPicture(.peek, of: medium)
                }
            }
            return try call.json(
                try await call.service.pixels.with(pixels) { try await library.peek(of: id) }.map(PeekListing.init))
        },
        LibraryOperation(
            .get, "/library/pictures", "listPictures",
            "All pictures and videos in columns, for grids of many: item i is what is at i in every column.",
            parameters: [
                .init(
                    name: "pin", explanation: "Only photos of this pin's album, and memes of them.",
                    schema: Schema.id("pin")),
                .init(
                    name: "journal", explanation: "Only what is in entries of this journal.",
                    schema: Schema.id("journal")),
                .init(
                    name: "kind", explanation: "Only these.",
                    schema: ["type": "string", "enum": .array(PictureColumns.Kind.allCases.map { .text($0.rawValue) })]),
            ], reply: .one(Schema.ref("PictureColumns"))
        ) { call in
            var filter = PictureColumns.Filter()
            filter.pin = try call.pinWanted()?.id
            filter.journal = call.query.first("journal")
            if let kind = call.query.first("kind").flatMap(PictureColumns.Kind.init) { filter.kinds = [kind] }
            // Without spaces: there may be ten thousand lines.
            let columns = Representation(try JSONEncoder.compact.encode(try PictureColumns(of: call.library, filter)))
            return try call.reply(columns, type: "application/json")
        },
    ]
}

/// A larger view with addresses in place of paths and commands.
private struct PeekListing: Encodable {
    let id: String
    let kind: Peek.Kind
    let number: Int
    let peek: String
    let thumbnail: String
    let file: String
    let title: String
    let credit: String?
    let problem: String?
    /// The address at which DELETE removes it.
    let item: String

    init(_ view: Peek) {
        id = view.id
        kind = view.kind
        number = view.number
        item = LibraryCall.address(of: view.id)
        let folder = view.kind == .picture || view.kind == .video ? "\(item)/media/\(number)" : item
        peek = "\(folder)/peek"
        thumbnail = "\(folder)/thumbnail"
        file = "\(folder)/file"
        title = view.title
        credit = view.credit
        // The words of ffmpeg may have the paths of this machine.
        problem = view.problem.map { _ in "No frame of the video can be shown." }
    }
}

extension LibraryCall {
    /// Pixels of the largest picture that has to be made smaller for a look.
    fileprivate func pixels(of id: String) throws -> Int {
        if id.hasPrefix("photo-") {
            let photo: Photo = try record(.photo, id)
            return PixelSize(width: photo.width, height: photo.height).area
        }
        if id.hasPrefix("meme-") {
            let meme: MemeRecord = try record(.meme, id)
            return PixelSize(width: meme.width, height: meme.height).area
        }
        let entry: Entry = try record(.entry, id)
        return entry.media.map { PixelSize(width: $0.width ?? 1, height: $0.height ?? 1).area }.max() ?? 1
    }

    /// The videos of an entry.
    fileprivate func videos(of id: String) throws -> [Medium] {
        guard id.hasPrefix("entry-") else { return [] }
        let entry: Entry = try record(.entry, id)
        return entry.media.filter { $0.kind == .video }
    }

    /// The address of something with this id.
    static func address(of id: String) -> String {
        let kind = id.prefix { $0 != "-" }
        return "/library/\(kind == "entry" ? "entries" : "\(kind)s")/\(id)"
    }
}

extension Schema {
    /// Schemas of peeks.
    static let peeks: [String: JSONValue] = [
        "PictureColumns": record(
            [
                "ids": strings,
                "kinds": [
                    "type": "array",
                    "items": [
                        "type": "string", "enum": .array(PictureColumns.Kind.allCases.map { .text($0.rawValue) }),
                    ],
                ],
                "widths": ["type": "array", "items": integer], "heights": ["type": "array", "items": integer],
                "dates": strings, "blobs": ["type": "array", "items": version], "colors": strings, "places": strings,
            ], required: ["ids", "kinds", "widths", "heights", "dates", "blobs", "colors", "places"]),
        "Peek": record(
            [
                "id": string, "number": integer, "peek": string, "thumbnail": string, "file": string, "item": string,
                "title": string, "credit": string, "problem": string,
                "kind": ["type": "string", "enum": ["photo", "picture", "video", "meme"]],
            ], required: ["id", "kind", "number", "peek", "thumbnail", "file", "item", "title"]),
    ]
}
