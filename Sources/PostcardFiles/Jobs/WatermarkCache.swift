import PostcardCore
import PostcardCrypto
import PostcardImaging

/// A cache of decoded watermarks, keyed by the bytes of their files. A logo on many pictures is decoded only once.
package struct WatermarkCache: Sendable {
    private let images: LRUCache<Digest, Image>

    /// Makes an empty cache for at most `maximumBytes` bytes of pixels.
    package init(maximumBytes: Int = 32 << 20) { images = LRUCache(byteLimit: maximumBytes) }

    /// The number of cached pictures.
    var count: Int { images.count }

    /// Returns a file's picture, decoded now or taken from the cache.
    ///
    /// - Throws: the `ImageError`s from decoding.
    func image(of file: [UInt8], limits: DecodingLimits) throws(ImageError) -> Image {
        let key = SHA256.hash(data: file)
        if let known = images.value(for: key) { return known }
        let image = try DecodedImage(file, options: DecodingOptions(limits: limits)).image
        images.insert(image, bytes: image.size.area * 4, for: key)
        return image
    }
}
