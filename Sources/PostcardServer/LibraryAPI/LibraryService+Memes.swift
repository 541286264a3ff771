import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardLibrary

extension LibraryService {
    static let memes: [Endpoint<LibraryService>] = [
        .list(
            "/library/memes", name: "listMemes", summary: "Memes, newest first.", of: Schema.ref("Meme"),
            filters: [
                .init("text", "Only memes with these words.", Schema.string),
                .init("template", "Only memes from this template.", Schema.string),
                .init("since", "Only memes made at this time or later.", Schema.dayOrMoment),
                .init("until", "Only memes made before this time, or before the end of this day.", Schema.dayOrMoment),
                .init("pin", "Only memes from this pin's photos, or from photos taken near it.", Schema.id("pin")),
                .init("near", "Only memes from photos taken near this coordinate: latitude, longitude.", Schema.string),
                .init(
                    "radius", "The maximum distance for near, in meters.",
                    ["type": "number", "exclusiveMinimum": 0, "maximum": 20_040_000, "default": 10_000]),
            ]
        ) { call in
            try call.page(of: call.library.memes(matching: call.memeFilter())) { LibraryService.listing(of: $0) }
        },
        .resource("/library/memes/{meme}", name: "getMeme", summary: "A meme.", schema: Schema.ref("Meme")) { call in
            LibraryService.listing(of: try call.record(.meme) as MemeRecord)
        },
        .delete(.meme, at: "/library/memes/{meme}", name: "deleteMeme", summary: "Delete a meme. It can be restored."),
        .file(
            "/library/memes/{meme}/file", name: "getMemeFile", summary: "The file.", types: "image/*"
        ) { try $0.blob((try $0.record(.meme) as MemeRecord).blob) },
        .file(
            "/library/memes/{meme}/source", name: "getMemeSource", summary: "The base image.",
            types: "image/*"
        ) { call in
            let meme: MemeRecord = try call.record(.meme)
            if let source = meme.source { return try call.blob(source.hash) }
            guard let photo = meme.photo else {
                throw HTTPError(.notFound, "The base image of this meme was not saved.")
            }
            return try call.blob((try call.record(.photo, photo.rawValue) as Photo).blob)
        },
        .rendition(
            "/library/memes/{meme}/{size}", name: "getSmallMeme", summary: "A smaller version of a meme."
        ) { Original(try $0.record(.meme) as MemeRecord) },
    ]
}

extension Call<LibraryService> {
    fileprivate func memeFilter() throws -> MemeFilter {
        var filter = MemeFilter()
        filter.text = query.first("text")
        filter.template = query.first("template")
        filter.since = try query.first("since").map { try moment($0, "since").start }
        filter.until = try query.first("until").map { try moment($0, "until").end }
        if let radius = query.number("radius") { filter.distance = radius }
        if let pin = try pinInQuery() {
            filter.pin = pin.id
            filter.near = pin.coordinate
        }
        if let near = try coordinate("near") { filter.near = near }
        return filter
    }

    private func moment(_ text: String, _ name: String) throws(HTTPError) -> DayOrMoment {
        guard let moment = DayOrMoment(text) else {
            throw .badRequest(
                "\"\(name)\" is \"\(text)\"; write a day, such as 2026-11-21, or a time, such as 2026-11-21T10:00:00Z.")
        }
        return moment
    }
}

extension Schema {
    /// The schemas of memes in the library.
    static let memes: [NameKey: JSONValue] = [
        "Meme": record([
            "id": id("meme"), "texts": strings, "spec": anyObject,
            "photo?": id("photo"), "pin?": id("pin"), "template?": string, "credit?": string, "blob": hash,
            "bytes": integer, "format": string, "width": integer, "height": integer, "created": moment,
            "path": string,
        ])
    ]
}
