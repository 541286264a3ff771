import PostcardLibrary

/// A journal with what a list of journals shows of it.
struct JournalSummary: Encodable, Identifiable {
    /// The first picture or video.
    struct Cover: Encodable {
        /// The address of its thumbnail; other sizes are beside it.
        let thumbnail: String
        /// The beginning of the file's hash, for addresses that are kept.
        let version: String
        let width: Int?
        let height: Int?
    }

    let journal: Journal
    /// The number of places.
    let places: Int
    /// The number of pictures and videos.
    let pictures: Int
    /// When the first and the last thing in it happened.
    let first: WallTime?
    let last: WallTime?
    let cover: Cover?

    var id: String { journal.id }

    private enum Key: String, CodingKey { case places, pictures, first, last, cover }

    /// Summarizes a journal, whose `entries` are in the order of their dates.
    init(_ journal: Journal, places: [JournalPlace], entries: [Entry]) {
        self.journal = journal
        self.places = places.count
        pictures = entries.reduce(0) { $0 + $1.media.count }
        let dates = places.map(\.date) + entries.map(\.date)
        (first, last) = (dates.min(), dates.max())
        cover = entries.first.flatMap { entry in
            entry.media.first.map { medium in
                Cover(
                    thumbnail: "/library/entries/\(entry.id)/media/1/thumbnail", version: medium.blob.version,
                    width: medium.width, height: medium.height)
            }
        }
    }

    /// Writes the members of the journal, and the others beside them.
    func encode(to encoder: any Encoder) throws {
        try journal.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(places, forKey: .places)
        try container.encode(pictures, forKey: .pictures)
        try container.encodeIfPresent(first, forKey: .first)
        try container.encodeIfPresent(last, forKey: .last)
        try container.encodeIfPresent(cover, forKey: .cover)
    }
}
