import PostcardCore
package import PostcardImaging
public import PostcardMemes
package import SystemPackage

extension Library {
    /// Returns the newest meme whose file has the same bytes as another file; `nil` if there is none.
    package func meme(ofFile path: FilePath) throws(FileError) -> MemeRecord? {
        guard let hash = try BlobStore.hash(ofFile: path) else { return nil }
        let memes: [MemeRecord] = try index.all(.meme, where: RecordFilter("blob", equals: "\(hash)"))
        return memes.last
    }

    /// Adds a meme: its file, its base image, and the specification for making it again.
    ///
    /// - Parameter source: the file of the base image. Without this file, the meme cannot be made again.
    /// - Throws: `FileError` if the meme cannot be written. In that case, nothing is recorded.
    public func addMeme(
        _ file: MemeFile, of meme: Meme, origin: MemeOrigin, source: [UInt8]? = nil
    ) throws -> MemeRecord {
        try addMeme(file.bytes, format: file.format, size: file.size, meme: meme, origin: origin, source: source)
    }

    /// Adds a meme.
    ///
    /// - Parameters:
    ///   - bytes: the file of the meme.
    ///   - source: the file of the base image. Without this file, the meme cannot be made again.
    ///   - id: an unused id, such as `meme-7k3x9w2mq4ta`; `nil` for a random one.
    ///   - replaced: the id of the meme whose record is replaced; `nil` for a new record.
    /// - Throws: `FileError`, with code `conflict` if the id is already used. After an error, nothing is recorded.
    package func addMeme(
        _ bytes: [UInt8], format: ImageFormat, size: PixelSize, meme: Meme, origin: MemeOrigin, source: [UInt8]? = nil,
        framing: MemeFraming = MemeFraming(), id: MemeRecord.ID? = nil, replacing replaced: MemeRecord.ID? = nil
    ) throws -> MemeRecord {
        try prepareForBlobs()
        let blob = try blobs.put(bytes)
        let picture = try source.map { (source) throws(FileError) in try blobs.put(source) }
        var spec = meme
        let overlays = try keepOverlays(of: &spec)
        let now = now
        let from = origin.description
        let texts = meme.allCaptions.map(\.plainText)
        let place = from.coordinate ?? source.flatMap { try? ImageHeader(of: $0).metadata.coordinate }
        let recordID = if let replaced { replaced } else { try makeID(chosen: id) }
        let record = MemeRecord(
            id: recordID, texts: texts, spec: spec, photo: from.photo, pin: from.pin,
            file: from.file, address: from.address, template: from.template, credit: from.credit, owner: from.owner,
            license: from.license, templateLicense: from.templateLicense, coordinate: place, source: picture,
            overlays: overlays.isEmpty ? nil : overlays,
            framing: framing == MemeFraming() ? nil : framing, blob: blob.hash, bytes: blob.size,
            formatName: format.rawValue, width: size.width, height: size.height, created: now)
        try update { transaction in
            for part in record.blobs { try transaction.require(part, in: blobs) }
            let key = RecordKey(record.id)
            if replaced == nil {
                try transaction.add(record, for: key, isChosen: id != nil)
            } else {
                try transaction.put(record, for: key)
            }
        }
        return record
    }
}

extension Library {
    private static let blobPrefix = "blob:"

    /// Returns the file of the base image of a meme.
    ///
    /// - Throws: `FileError` with code `missingBlob` for a record written by an early version, which did not keep the base image.
    public func sourcePicture(of record: MemeRecord) throws -> [UInt8] {
        let limit = limits.bytes
        if let source = record.source { return try blobs.read(source.hash, limit: limit) }
        guard let id = record.photo else {
            throw FileError(
                .missingBlob, "The base image of \(record.id) was not kept. Make the meme again from its image.")
        }
        return try blobs.read(photo(named: id.rawValue).blob, limit: limit)
    }

    /// Returns the specification of a meme with the pictures of its overlays.
    ///
    /// - Throws: `FileError` with code `missingBlob` for a missing picture.
    public func meme(of record: MemeRecord) throws(FileError) -> Meme {
        var spec = record.spec
        try spec.resolveOverlays { (name) throws(FileError) in
            guard name.hasPrefix(Self.blobPrefix),
                let hash = BlobHash(String(name.dropFirst(Self.blobPrefix.count)))
            else { return nil }
            return try blobs.read(hash, limit: limits.bytes)
        }
        return spec
    }

    /// Stores the pictures of overlays as blobs, and replaces the pictures in the specification with the blob names.
    private func keepOverlays(of meme: inout Meme) throws(FileError) -> [BlobReference] {
        var pictures: [BlobReference] = []
        for index in meme.overlays.indices {
            guard case .bytes(let bytes)? = meme.overlays[index].picture else { continue }
            let picture = try blobs.put(bytes)
            meme.overlays[index].picture = .named("\(Self.blobPrefix)\(picture.hash)")
            if !pictures.contains(picture) { pictures.append(picture) }
        }
        return pictures
    }
}
