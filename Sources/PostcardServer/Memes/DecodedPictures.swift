internal import PostcardImaging
internal import PostcardLibrary

/// A cache of base images, decoded and scaled: many memes are made on few pictures.
struct DecodedPictures: Sendable {
    /// Bytes of all pictures, and of one.
    private static let (limit, pictureLimit) = (32 << 20, 8 << 20)
    private let memory = PictureMemory<Image>(byteLimit: limit)

    /// The picture of a file. `file` has its bytes. `size` is the size that it is scaled to. `decode` decodes and
    /// scales it.
    func image(of file: [UInt8], size: PixelSize, decode: () throws -> Image) throws -> Image {
        let bytes = size.area * 4
        guard bytes <= Self.pictureLimit else { return try decode() }
        let name = CacheName(BlobHash(of: Array("\(BlobHash(of: file)) \(size)".utf8)))
        if let image = memory.read(name) { return image }
        let image = try decode()
        memory.write(image, bytes: bytes, as: name)
        return image
    }
}
