import PostcardCore
import PostcardImaging
import PostcardLibrary

/// A cache of decoded and scaled base images, and of the coded blocks of JPEG files, which are copied where the meme does not change them.
/// Many memes are based on the same few pictures.
struct DecodedPictures: Sendable {
    /// The maximum size in bytes of each of the two caches, and of a picture in them.
    private static let (limit, pictureLimit) = (32 << 20, 8 << 20)
    private let memory = LRUCache<BlobHash, Image>(byteLimit: limit)
    private let blocks = LRUCache<BlobHash, CodedBlocks>(byteLimit: limit)

    /// Returns the decoded picture of a file, from the cache or from `decode`. `size` is the picture's size after scaling.
    func image(of file: [UInt8], size: PixelSize, decode: () throws -> Image) throws -> Image {
        let bytes = size.area * 4
        guard bytes <= Self.pictureLimit else { return try decode() }
        let name = BlobHash(of: Array("\(BlobHash(of: file)) \(size)".utf8))
        if let image = memory.value(for: name) { return image }
        let image = try decode()
        memory.insert(image, bytes: bytes, for: name)
        return image
    }

    /// Returns the coded blocks of a JPEG file, from the cache or from `read`.
    func blocks(of file: [UInt8], read: () throws -> CodedBlocks) throws -> CodedBlocks {
        guard file.count <= Self.pictureLimit else { return try read() }
        let name = BlobHash(of: file)
        if let found = blocks.value(for: name) { return found }
        let found = try read()
        blocks.insert(found, bytes: found.byteCount, for: name)
        return found
    }
}
