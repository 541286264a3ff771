import PostcardImaging
import PostcardLibrary

/// A cache of base images, decoded and scaled, and of the blocks of those that are lettered without decoding all of them: many memes are
/// made on few pictures.
struct DecodedPictures: Sendable {
    /// Bytes of all pictures, and of one.
    private static let (limit, pictureLimit) = (32 << 20, 8 << 20)
    private let memory = PictureMemory<Image>(byteLimit: limit)
    private let blocks = PictureMemory<CodedBlocks>(byteLimit: limit)

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

    /// The blocks of a JPEG file. `file` has its bytes. `read` finds them.
    func blocks(of file: [UInt8], read: () throws -> CodedBlocks) throws -> CodedBlocks {
        guard file.count <= Self.pictureLimit else { return try read() }
        let name = CacheName(BlobHash(of: file))
        if let found = blocks.read(name) { return found }
        let found = try read()
        blocks.write(found, bytes: found.byteCount, as: name)
        return found
    }
}
