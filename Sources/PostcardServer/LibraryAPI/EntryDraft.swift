import PostcardCore
import PostcardLibrary

/// The body of a request for an entry, JSON or a form.
struct EntryDraft: Decodable {
    var text: String?
    var journal: Journal.ID?
    var place: JournalPlace.ID?
    var date: WallTime?
    /// The ids of photos of albums; a form has them among its files instead.
    var photos: [String]?
    /// The numbers, from 1, of the entry's pictures and videos that are kept, in their new order; new ones come after them.
    var keep: [Int]?
    /// True to sort pictures into places of the journal.
    var sorted: Bool?

    private static let text = Schema.someText("What is written.")

    // MARK: Schemas

    /// The members of a body that creates an entry.
    private static let ofNew: [NameKey: JSONValue] = [
        "text": text, "journal": Schema.id("journal"), "place": Schema.id("place"),
        "date": Schema.wallTime("When it happened; otherwise when the pictures were taken."),
    ]
    /// The members of a body that changes an entry.
    private static let ofChange: [NameKey: JSONValue] = [
        "text": text, "date": Schema.wallTime("When it happened."),
    ]
    private static let keep =
        "Numbers of its pictures and videos that stay, from 1, in their new order; new ones come after them. Left "
        + "out, new ones take the place of all."
    private static let keptNumbers: JSONValue = [
        "type": "array", "items": Schema.ordinal, "uniqueItems": true,
        "maxItems": .integer(EntryForm.maximumFiles), "description": .text(keep),
    ]
    private static let keptText: JSONValue = Schema.pattern("^[1-9][0-9]{0,3}(,[1-9][0-9]{0,3})*$", keep)
    /// The members of a body that adds pictures without text.
    private static let ofMedia: [NameKey: JSONValue] = [
        "place": Schema.id("place"), "date": Schema.wallTime("When they were taken; otherwise what each file says."),
    ]
    private static let sorted =
        "Sort them by day and position into places, of which those are added that lack, with the names of cities. What the journal "
        + "has already is passed over. Without place and date."

    static let new: [Operation.Content] = [
        .json(Schema.object(withPhotos(ofNew), required: ["text", "photos"])),
        form(ofNew, required: ["text"]),
    ]
    static let change: [Operation.Content] = [
        .json(Schema.changes(withPhotos(ofChange).merging(["keep": keptNumbers]) { own, _ in own })),
        form(ofChange.merging(["keep": keptText]) { own, _ in own }),
    ]
    static let media: [Operation.Content] = [
        .json(
            Schema.object(
                withPhotos(ofMedia).merging(["sorted": Schema.flag.described(sorted)]) { own, _ in own },
                required: ["photos"])),
        form(ofMedia.merging(["sorted": Schema.choice(["true", "false"]).described(sorted)]) { own, _ in own }),
    ]

    private static func withPhotos(_ members: [NameKey: JSONValue]) -> [NameKey: JSONValue] {
        members.merging([
            "photos": [
                "type": "array", "items": Schema.id("photo"), "minItems": 1,
                "maxItems": .integer(EntryForm.maximumFiles),
                "description": "Photos of albums, with their credit.",
            ]
        ]) { own, _ in own }
    }

    private static func form(_ members: [NameKey: JSONValue], required: [String] = []) -> Operation.Content {
        let files: [NameKey: JSONValue] = [
            "photo": Schema.array(of: Schema.id("photo")).described("Photos of albums."),
            "media": Schema.array(of: Schema.file).described("Pictures and videos."),
        ]
        return .init(
            mediaType: "multipart/form-data",
            schema: Schema.object(members.merging(files) { own, _ in own }, required: required))
    }
}
