import PostcardLibrary

extension AlbumListing {
    /// Lists a pin with the paths of its files; smaller versions are made where they are missing.
    init(of pin: Pin, in library: Library) throws {
        try self.init(of: pin, in: library) { photo in
            PhotoListing.Files(
                file: "\(library.blobs.path(of: photo.blob))",
                thumbnail: "\(try library.derivedFile(.thumbnail, of: photo.blob))",
                peek: "\(try library.derivedFile(.peek, of: photo.blob))")
        }
    }

    func printTable() {
        Console.print("\(pin.displayName): \(summary)")
        if let problem { Console.print("The last download failed: \(problem)") }
        guard !photos.isEmpty else { return }
        var table = Table(["#", "ID", "PIXELS", "CREDIT"])
        for entry in photos {
            let photo = entry.photo
            table.add([
                entry.number.map(String.init) ?? "", photo.id, "\(photo.width)x\(photo.height)", photo.credit,
            ])
        }
        table.lines.forEach(Console.print)
        if let notice { Console.print(notice) }
    }
}
