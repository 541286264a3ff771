import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary

extension LibraryService {
    static let peeks: [Endpoint<LibraryService>] = [
        Endpoint(
            .get, "/library/peeks/{id}", name: "peek",
            summary:
                "Larger views of a photo or meme, or of each picture and video in an entry.",
            reply: .one(Schema.list("Peek").adding(["minItems": 1]))
        ) { call in
            let (id, library) = (call.id("id"), call.library)
            let originals = try call.originals(of: id)
            for video in originals where video.kind == .video {
                _ = try await call.service.withRenditionPermit(for: .video, pixels: 0) {
                    try await library.view(.peek, of: .video, video.blob)
                }
            }
            let pixels = originals.map(\.pixels).max() ?? 1
            return try call.document(
                try await call.service.pixels.with(pixels) { try await library.peek(of: id) }
                    .map { LibraryService.listing(of: $0) })
        },
        Endpoint(
            .get, "/library/pictures", name: "listPictures",
            summary:
                "All pictures and videos as data columns, for grids. Each picture has the same index in all columns.",
            parameters: [
                .init("pin", "Only photos from this pin's album, and memes made from these photos.", Schema.id("pin")),
                .init("journal", "Only pictures and videos in this journal.", Schema.id("journal")),
                .init("kind", "Only this kind.", Schema.peekKind),
            ], reply: .one(Schema.ref("PictureColumns"))
        ) { call in
            var filter = PictureColumns.Filter()
            filter.pin = try call.pinInQuery()?.id
            filter.journal = call.journalInQuery
            if let kind = call.query.first("kind").flatMap(Peek.Kind.init) { filter.kinds = [kind] }
            // The encoding has no spaces, since columns can have ten thousand elements.
            return try call.document(try PictureColumns(of: call.library, filter)) {
                try JSONEncoder.compact.encode($0)
            }
        },
    ]
}

extension LibraryService {
    /// Returns the JSON of a peek, with URLs instead of paths and commands. A DELETE request to the URL in `item` deletes the item.
    fileprivate static func listing(of view: Peek) -> JSONValue {
        let item = address(of: view.id)
        let folder = [.picture, .video].contains(view.kind) ? "\(item)/media/\(view.number)" : item
        var members: [NameKey: JSONValue] = [
            "id": .text(view.id), "kind": .text(view.kind.rawValue), "number": .integer(view.number),
            "item": .text(item), "peek": .text("\(folder)/peek"), "thumbnail": .text("\(folder)/thumbnail"),
            "file": .text("\(folder)/file"), "title": .text(view.title),
        ]
        members["credit"] = view.credit.map { .text($0) }
        // ffmpeg's messages might contain paths on this machine.
        members["problem"] = view.problem.map { _ in "No frame of the video can be shown." }
        return JSONValue(members)
    }

}

extension Call<LibraryService> {
    /// Returns the originals of a photo, a meme or an entry.
    fileprivate func originals(of id: String) throws -> [Original] {
        switch id.prefix(while: { $0 != "-" }) {
        case "photo": [Original(try record(.photo, id) as Photo)]
        case "meme": [Original(try record(.meme, id) as MemeRecord)]
        default: (try record(.entry, id) as Entry).media.map(Original.init)
        }
    }
}

extension Schema {
    fileprivate static let peekKind = choice(Peek.Kind.allCases.map(\.rawValue))

    /// The schemas of peeks and of the picture columns.
    static let peeks: [NameKey: JSONValue] = [
        "PictureColumns": record([
            "ids": strings, "kinds": array(of: peekKind),
            "widths": array(of: integer), "heights": array(of: integer),
            "dates": strings, "blobs": array(of: version), "colors": strings, "places": strings,
            "positions": array(of: array(of: number)),
        ]),
        "Peek": record([
            "id": string, "kind": peekKind, "number": integer, "peek": string, "thumbnail": string, "file": string,
            "item": string, "title": string, "credit?": string, "problem?": string,
        ]),
    ]
}
