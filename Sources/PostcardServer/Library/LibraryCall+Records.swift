internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import PostcardLibrary

extension LibraryCall {
    /// Deletes the record that the path names, with what belongs to it.
    func delete(_ kind: RecordKind) throws -> Response {
        let id = id(kind.rawValue)
        guard id.hasPrefix("\(kind)-") else { throw ServerFault.notFound }
        try library.delete([id])
        return nothing()
    }

    /// An album with the addresses of its files.
    func listing(of pin: Pin) throws -> AlbumListing {
        var listing = try AlbumListing(of: pin, in: library) { Self.files(of: $0) }
        // It may name files of this machine.
        if listing.problem != nil { listing.problem = "The last download failed." }
        return listing
    }

    /// Where the files of a photo are.
    static func files(of photo: Photo) -> PhotoListing.Files {
        let address = "/library/photos/\(photo.id)"
        return PhotoListing.Files(
            file: "\(address)/file", thumbnail: "\(address)/thumbnail", peek: "\(address)/peek")
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
