import PostcardLibrary

/// A pin with its album and photos, to print.
struct AlbumListing: Encodable {
    /// A photo with its number in the album and its files.
    struct Entry: Encodable {
        let number: Int
        let photo: Photo
        let file: String
        let thumbnail: String
        let peek: String
        let credit: String

        private enum Key: String, CodingKey { case number, file, thumbnail, peek, credit }

        func encode(to encoder: any Encoder) throws {
            try photo.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(number, forKey: .number)
            try container.encode(file, forKey: .file)
            try container.encode(thumbnail, forKey: .thumbnail)
            try container.encode(peek, forKey: .peek)
            try container.encode(credit, forKey: .credit)
        }
    }

    let pin: Pin
    let state: String
    let notice: String?
    let problem: String?
    let photos: [Entry]

    init(of pin: Pin, in library: Library) throws {
        self.pin = pin
        let album = try library.album(of: pin.id)
        state = try library.state(of: album, pin: pin)
        notice = album?.notice
        problem = album?.problem
        let shown = try album.map(library.photos(of:)) ?? []
        photos = try shown.enumerated().map { index, photo in
            Entry(
                number: index + 1, photo: photo, file: "\(library.blobs.path(of: photo.blob))",
                thumbnail: "\(try library.derivedFile(.thumbnail, of: photo.blob))",
                peek: "\(try library.derivedFile(.peek, of: photo.blob))", credit: photo.credit)
        }
    }

    func printTable() {
        let count = photos.count == 1 ? "1 photo" : "\(photos.count) photos"
        Console.print("\(pin.displayName): \(photos.isEmpty ? state : state == "ready" ? count : "\(count), \(state)")")
        if let problem { Console.print("The last download failed: \(problem)") }
        guard !photos.isEmpty else { return }
        var table = Table(["#", "ID", "PIXELS", "CREDIT"])
        for entry in photos {
            let photo = entry.photo
            table.add(["\(entry.number)", photo.id, "\(photo.width)x\(photo.height)", entry.credit])
        }
        table.lines.forEach(Console.print)
        if let notice { Console.print(notice) }
    }
}
