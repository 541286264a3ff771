import PostcardCore
import PostcardLibrary

/// The body of a request for an entry, as JSON or a form.
struct EntryDraft: Decodable {
    var text: String?
    var journal: Journal.ID?
    var place: JournalPlace.ID?
    var date: WallTime?
    /// The ids of album photos, and of entries with a picture's number, such as `entry-7k3x9w2mq4ta/2`. In forms, the ids are listed among
    /// the files instead.
    var photos: [String]?
    /// The numbers, starting at 1, of the entry's pictures and videos to keep, in their new order. New files are added at the end.
    var keep: [Int]?
    /// True to sort pictures into the journal's places.
    var sorted: Bool?

    private static let text = Schema.someText("The text.")

    // MARK: Schemas

    /// The members of a body that creates an entry.
    private static let ofNew: [NameKey: JSONValue] = [
        "text": text, "journal": Schema.id("journal"), "place": Schema.id("place"),
        "date": Schema.wallTime("The date of the entry. The default is the date of its pictures."),
    ]
    /// The members of a body that changes an entry.
    private static let ofChange: [NameKey: JSONValue] = [
        "text": text, "date": Schema.wallTime("The date of the entry."),
    ]
    private static let keep =
        "Numbers of the pictures and videos to keep, starting at 1, in their new order. New media are added after them. Without "
        + "this list, new media replace all existing media."
    private static let keptNumbers: JSONValue = [
        "type": "array", "items": Schema.ordinal, "uniqueItems": true,
        "maxItems": .integer(EntryForm.maximumFiles), "description": .text(keep),
    ]
    private static let keptText: JSONValue = Schema.pattern("^[1-9][0-9]{0,3}(,[1-9][0-9]{0,3})*$", keep)
    /// The members of a body that adds pictures without text.
    private static let ofMedia: [NameKey: JSONValue] = [
        "place": Schema.id("place"),
        "date": Schema.wallTime("The date of all entries. The default is the date in each file."),
    ]
    private static let sorted =
        "Sort the files into places by day and position, and create missing places, named after cities. Duplicates of the journal's "
        + "files are skipped. Can't be combined with place or date."

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

    /// The id of a photo, or the id of an entry and the number of a picture or video in the entry.
    private static let known: JSONValue = [
        "type": "string", "pattern": "^(photo-[0-9a-z]{12}|entry-[0-9a-z]{12}/[1-9][0-9]{0,3})$",
        "examples": ["photo-7k3x9w2mq4ta"],
    ]

    private static func withPhotos(_ members: [NameKey: JSONValue]) -> [NameKey: JSONValue] {
        members.merging([
            "photos": [
                "type": "array", "items": known, "minItems": 1,
                "maxItems": .integer(EntryForm.maximumFiles),
                "description": "Photos from albums, and pictures in entries, with their credit.",
            ]
        ]) { own, _ in own }
    }

    private static func form(_ members: [NameKey: JSONValue], required: [String] = []) -> Operation.Content {
        let files: [NameKey: JSONValue] = [
            "photo": Schema.array(of: known).described("Photos from albums, and pictures in entries."),
            "media": Schema.array(of: Schema.file).described("Pictures and videos."),
        ]
        return .init(
            mediaType: "multipart/form-data",
            schema: Schema.object(members.merging(files) { own, _ in own }, required: required))
    }
}
