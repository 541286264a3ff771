import HTTPTypes
import HummingbirdCore
import PostcardLibrary

extension LibraryCall {
    /// The record that the body names by its id.
    ///
    /// - Throws: `HTTPError` with status 422: the address is right, and what was sent is not.
    func named<Value: Decodable>(_ kind: RecordKind, _ id: String) throws -> Value {
        do {
            return try record(kind, id)
        } catch let fault as HTTPError where fault.status == .notFound {
            throw HTTPError.unprocessable("There is no \(kind) \"\(id)\".")
        }
    }

    /// Checks that a place that the body names is one of a journal.
    func check(place id: String?, in journal: String) throws {
        guard let id else { return }
        let place: JournalPlace = try named(.place, id)
        guard place.journal == journal else {
            throw HTTPError.unprocessable("The place \"\(id)\" is not one of this journal.")
        }
    }

    /// Deletes the record that the path names, with what belongs to it.
    func delete(_ kind: RecordKind) throws -> Response {
        let id = id(kind.rawValue)
        guard id.hasPrefix("\(kind)-") else { throw HTTPError.notFound }
        try library.delete([id], if: condition)
        return nothing()
    }

    /// An album with the addresses of its files, and at most `maximumPhotos` photos.
    func listing(of pin: Pin, maximumPhotos: Int? = nil) throws -> AlbumListing {
        var listing = try AlbumListing(of: pin, in: library, maximumPhotos: maximumPhotos) { Self.files(of: $0) }
        // It may name files of this machine.
        if listing.problem != nil { listing.problem = "The last download failed." }
        return listing
    }

    /// The addresses of the files of a photo.
    static func files(of photo: Photo) -> PhotoListing.Files {
        let address = "/library/photos/\(photo.id)"
        return PhotoListing.Files(
            file: "\(address)/file", thumbnail: "\(address)/thumbnail", peek: "\(address)/peek")
    }

    /// A journal with all that is in it.
    func listing(of journal: Journal) throws -> JournalListing {
        JournalListing(try library.contents(of: journal)) { Self.listing(of: $0) }
    }

    /// All journals, with what a list of them shows.
    func journalSummaries() throws -> [JournalSummary] {
        let entries = Dictionary(grouping: try library.entries()) { $0.journal }
        let places: [JournalPlace] = try library.index.all(.place)
        let placesByJournal = Dictionary(grouping: places) { $0.journal }
        return try library.journals().map { journal in
            JournalSummary(journal, places: placesByJournal[journal.id] ?? [], entries: entries[journal.id] ?? [])
        }
    }

    /// An entry with the addresses of its files.
    static func listing(of entry: Entry) -> EntryListing {
        EntryListing(entry, files: entry.media.indices.map { "/library/entries/\(entry.id)/media/\($0 + 1)/file" })
    }

    /// A meme with the address of its file.
    static func listing(of meme: MemeRecord) -> MemeListing {
        MemeListing(meme, path: "/library/memes/\(meme.id)/file")
    }
}
