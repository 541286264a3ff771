import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources

extension LibraryService {
    static let memes: [LibraryOperation] = [
        LibraryOperation(
            .get, "/library/memes", "listMemes", "Memes, the newest first.",
            parameters: [
                .init(name: "text", explanation: "Only those with these words.", schema: ["type": "string"]),
                .init(name: "template", explanation: "Only those of this template.", schema: ["type": "string"]),
                .init(name: "since", explanation: "Only those made then or later.", schema: Schema.dayOrMoment),
                .init(
                    name: "until", explanation: "Only those made before the end of this day, or before this time.",
                    schema: Schema.dayOrMoment),
                .init(
                    name: "pin", explanation: "Only those of this pin's photos, or taken near it.",
                    schema: Schema.id("pin")),
                .init(
                    name: "near", explanation: "Only those taken near this coordinate: latitude, longitude.",
                    schema: ["type": "string"]),
                .init(
                    name: "radius", explanation: "What near means, in metres.",
                    schema: ["type": "number", "exclusiveMinimum": 0, "maximum": 20_040_000, "default": 10_000]),
            ] + Operation.Parameter.pages,
            reply: .page(Schema.ref("Meme"))
        ) { call in
            try call.page(of: try call.library.memes(matching: call.memeFilter())) { LibraryCall.listing(of: $0) }
        },
        .thing("/library/memes/{meme}", "getMeme", "How a meme was made.", Schema.ref("Meme")) { call in
            LibraryCall.listing(of: try call.record(.meme) as MemeRecord)
        },
        .deletion(of: .meme, "/library/memes/{meme}", "deleteMeme", "Delete a meme. It can be restored."),
        LibraryOperation(
            .get, "/library/memes/{meme}/file", "getMemeFile", "The picture file of a meme.",
            parameters: [.version], reply: .file("image/*"), errors: [304, 404, 416]
        ) { call in
            let meme: MemeRecord = try call.record(.meme)
            return try call.blob(meme.blob)
        },
        LibraryOperation(
            .get, "/library/memes/{meme}/source", "getMemeSource", "The picture beneath the words of a meme.",
            parameters: [.version], reply: .file("image/*"), errors: [304, 404, 416]
        ) { call in
            let meme: MemeRecord = try call.record(.meme)
            if let source = meme.source { return try call.blob(source.blob) }
            guard let photo = meme.photo else {
                throw HTTPError(.notFound, "The picture beneath this meme was not kept.")
            }
            return try call.blob((try call.record(.photo, photo) as Photo).blob)
        },
        LibraryOperation(
            .get, "/library/memes/{meme}/{size}", "getSmallMeme", "A smaller version of a meme.",
            parameters: [.version], reply: .file("image/jpeg", "image/webp"), errors: [304, 404, 416]
        ) { call in
            let meme: MemeRecord = try call.record(.meme)
            return try await call.smaller(
                of: meme.blob, pixels: PixelSize(width: meme.width, height: meme.height).area)
        },
    ]
}

extension LibraryCall {
    fileprivate func memeFilter() throws -> MemeFilter {
        var filter = MemeFilter()
        filter.text = query.first("text")
        filter.template = query.first("template")
        filter.since = try query.first("since").map { try moment($0, "since").start }
        filter.until = try query.first("until").map { try moment($0, "until").end }
        if let radius = query.number("radius") { filter.distance = radius }
        if let pin = try pinWanted() {
            filter.pin = pin.id
            filter.near = pin.coordinate
        }
        if let text = query.first("near") {
            do throws(CoordinateError) {
                filter.near = try Coordinate(parsing: text)
            } catch {
                throw HTTPError.badRequest(error.message)
            }
        }
        return filter
    }

    private func moment(_ text: String, _ name: String) throws(HTTPError) -> DayOrMoment {
        guard let moment = DayOrMoment(text) else {
            throw .badRequest(
                "\(name) is \"\(text)\"; write a day such as 2026-11-21 or a time such as 2026-11-21T10:00:00Z.")
        }
        return moment
    }
}

extension Schema {
    /// Schemas of recorded memes.
    static let memes: [String: JSONValue] = [
        "Meme": record(
            [
                "id": id("meme"), "texts": ["type": "array", "items": string], "spec": ["type": "object"],
                "photo": id("photo"), "pin": id("pin"), "template": string, "credit": string, "blob": hash,
                "bytes": integer, "format": string, "width": integer, "height": integer, "created": moment,
                "path": string,
            ], required: ["id", "texts", "spec", "blob", "bytes", "format", "width", "height", "created", "path"])
    ]
}
