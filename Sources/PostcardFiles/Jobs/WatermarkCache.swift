import PostcardCrypto
import PostcardImaging
import Synchronization

/// Decoded pictures of watermarks, known by the bytes of their files: a logo on a million pictures is decoded once.
package final class WatermarkCache: Sendable {
    private struct Entry {
        let image: Image
        var lastUse: Int
    }
    private struct State {
        var entries: [Digest: Entry] = [:]
        var uses = 0
        var bytes = 0
    }
    private let state = Mutex(State())
    private let maximumBytes: Int

    /// Makes an empty cache that holds so many bytes of pixels.
    package init(maximumBytes: Int = 32 << 20) { self.maximumBytes = maximumBytes }

    /// The number of pictures that are held.
    var count: Int { state.withLock { $0.entries.count } }

    /// Returns the picture of a file, decoded unless it was before.
    ///
    /// - Throws: `ImageError` as decoding does.
    func image(of file: [UInt8], limits: DecodingLimits) throws(ImageError) -> Image {
        let key = SHA256.hash(data: file)
        let known = state.withLock { state in
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return state.entries[key]?.image
        }
        if let known { return known }
        let image = try DecodedImage(file, options: DecodingOptions(limits: limits)).image
        keep(image, for: key)
        return image
    }

    private func keep(_ image: Image, for key: Digest) {
        guard image.size.area <= maximumBytes / 4 else { return }
        state.withLock { state in
            guard state.entries[key] == nil else { return }
            state.entries[key] = Entry(image: image, lastUse: state.uses)
            state.bytes += image.size.area * 4
            while state.bytes > maximumBytes,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
                state.bytes -= oldest.value.image.size.area * 4
            }
        }
    }
}
