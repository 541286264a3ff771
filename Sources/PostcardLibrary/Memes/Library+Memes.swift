public import PostcardImaging
public import PostcardMemes

extension Library {
    /// Keeps a meme: its file, and a record of how it was made.
    ///
    /// - Parameters:
    ///   - bytes: the meme's file.
    ///   - format: the format of that file.
    ///   - size: its size in pixels.
    ///   - meme: the words, and how they stand and look.
    ///   - origin: what is beneath them.
    /// - Throws: `LibraryError` when it cannot be written; nothing is recorded then.
    public func recordMeme(
        _ bytes: [UInt8], format: ImageFormat, size: PixelSize, meme: Meme, origin: MemeOrigin
    ) throws(LibraryError) -> MemeRecord {
        let blob = try blobs.put(bytes)
        let now = now
        let photo: Photo? = if case .photo(let photo) = origin { photo } else { nil }
        let file: String? = if case .file(let name) = origin { name } else { nil }
        let record = MemeRecord(
            id: makeID(.meme), texts: (meme.above + meme.captions + meme.below).map(\.text), spec: meme,
            photo: photo?.id, file: file, credit: photo?.credit,
            license: photo?.license, blob: blob.hash, bytes: blob.size, format: format.rawValue, width: size.width,
            height: size.height,
            created: now)
        try index.update(at: now) { (transaction) throws(LibraryError) in
            try transaction.require(blob, in: self.blobs)
            try transaction.add(record, for: RecordKey(.meme, record.id))
        }
        return record
    }

    /// The memes made last, newest first.
    ///
    /// - Parameter limit: how many at most; `nil` for all.
    /// - Throws: `LibraryError` when the index cannot be read.
    public func memes(limit: Int? = nil) throws(LibraryError) -> [MemeRecord] {
        var cursor = try index.records(of: .meme)
        var memes: [MemeRecord] = []
        while memes.count < limit ?? .max, let record = try cursor.next() { memes.append(try record.decode()) }
        return memes
    }

    /// The meme that `text` means: its id or the beginning of its id.
    ///
    /// - Throws: `LibraryError` with code `notFound` when there is none, `conflict` when there are several.
    public func meme(named text: String) throws(LibraryError) -> MemeRecord {
        try find(.meme, text, list: "postcard meme list")
    }
}
