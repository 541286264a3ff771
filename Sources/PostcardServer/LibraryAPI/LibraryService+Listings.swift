import PostcardLibrary

/// The JSON of records, with the URLs of their files.
extension LibraryService {
    /// Returns the listing of an album with at most `maximumPhotos` photos and the URLs of their files.
    func listing(of pin: Pin, maximumPhotos: Int? = nil) throws -> AlbumListing {
        var listing = try AlbumListing(
            of: pin, library.album(of: pin.id), in: library, maximumPhotos: maximumPhotos
        ) { Self.files(of: $0) }
        // The message might contain paths on this machine.
        if listing.problem != nil { listing.problem = "The last download failed." }
        return listing
    }

    /// Returns the listing of a photo with the URLs of its files. `number` is its position in the album, starting at 1.
    static func listing(of photo: Photo, number: Int? = nil) -> PhotoListing {
        PhotoListing(photo, number: number, files: files(of: photo))
    }

    /// Returns the URLs of a photo's files.
    static func files(of photo: Photo) -> PhotoListing.Files {
        let address = "/library/photos/\(photo.id)"
        return PhotoListing.Files(
            file: "\(address)/file", thumbnail: "\(address)/thumbnail", peek: "\(address)/peek")
    }

    /// Returns the listing of a journal with its contents.
    func listing(of journal: Journal) throws -> JournalListing {
        JournalListing(try library.contents(of: journal)) { Self.listing(of: $0) }
    }

    /// Returns the listing of an entry with the URLs of its files.
    static func listing(of entry: Entry) -> EntryListing {
        EntryListing(entry, files: entry.media.indices.map { "/library/entries/\(entry.id)/media/\($0 + 1)/file" })
    }

    /// Returns the listing of a meme with the URL of its file.
    static func listing(of meme: MemeRecord) -> MemeListing {
        MemeListing(meme, path: "/library/memes/\(meme.id)/file")
    }

    /// Returns the path of the record with the given id.
    static func address(of id: String) -> String {
        let kind = id.prefix { $0 != "-" }
        return "/library/\(kind == "entry" ? "entries" : "\(kind)s")/\(id)"
    }
}
