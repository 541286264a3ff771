internal import CPostcardShims

/// A PNG file of the usual kind, 8-bit colour with or without alpha and not interlaced, inflated all at once by libdeflate and
/// unfiltered here: half the time of libpng. For everything else, and anything suspicious, there is `PNGReader`.
final class InflatedPNGReader: RowReader {
    /// The maximum number of bytes that are inflated at once; larger pictures are streamed.
    private static let maximumBytes = 64 << 20
    /// The number of bytes that `PNGUnfilter` may read past a row.
    private static let slack = 8

    let size: PixelSize
    let isOpaque: Bool
    let colorSpace: ColorSpace
    private let filtered: UnsafeMutableRawPointer
    private let unfilter: PNGUnfilter
    private let stride: Int
    private var above: UnsafeMutablePointer<UInt32>
    private var current: UnsafeMutablePointer<UInt32>
    private var rowsRead = 0

    /// Begins to read; `nil` when the picture is to be read by libpng. `size` is checked against the limits, and
    /// `colorSpace` is as libpng read it.
    init?(
        _ bytes: UnsafeRawBufferPointer, dataOffset: Int, size: PixelSize, hasAlpha: Bool, colorSpace: ColorSpace
    ) {
        let bytesPerPixel = hasAlpha ? 4 : 3
        stride = 1 + size.width * bytesPerPixel
        guard postcard_deflate_is_available(), size.area * bytesPerPixel + size.height <= Self.maximumBytes,
            let chunks = PNGChunks(in: bytes, at: dataOffset),
            let filtered = Self.inflated(chunks, of: bytes, count: stride * size.height)
        else { return nil }
        let hasOnlyKnownFilters = (0..<size.height).allSatisfy { y in
            filtered.load(fromByteOffset: y * (1 + size.width * bytesPerPixel), as: UInt8.self) <= 4
        }
        guard hasOnlyKnownFilters else {
            postcard_release(filtered)
            return nil
        }
        self.size = size
        self.isOpaque = !hasAlpha
        self.colorSpace = colorSpace
        self.filtered = filtered
        unfilter = PNGUnfilter(width: size.width, bytesPerPixel: bytesPerPixel)
        above = .allocate(capacity: size.width)
        current = .allocate(capacity: size.width)
        above.initialize(repeating: 0, count: size.width)
        current.initialize(repeating: 0, count: size.width)
    }

    deinit {
        postcard_release(filtered)
        above.deallocate()
        current.deallocate()
    }

    private static func inflated(
        _ chunks: PNGChunks, of bytes: UnsafeRawBufferPointer, count: Int
    ) -> UnsafeMutableRawPointer? {
        guard let target = postcard_allocate(count + slack) else { return nil }
        let isDone: Bool
        if let only = chunks.data.first, chunks.data.count == 1 {
            isDone = inflate(UnsafeRawBufferPointer(rebasing: bytes[only]), to: target, count: count)
        } else {
            guard let joined = postcard_allocate(chunks.count) else {
                postcard_release(target)
                return nil
            }
            defer { postcard_release(joined) }
            let whole = UnsafeMutableRawBufferPointer(start: joined, count: chunks.count)
            var position = 0
            for part in chunks.data {
                UnsafeMutableRawBufferPointer(rebasing: whole[position...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[part]))
                position += part.count
            }
            isDone = inflate(UnsafeRawBufferPointer(whole), to: target, count: count)
        }
        if isDone { return target }
        postcard_release(target)
        return nil
    }

    private static func inflate(
        _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer, count: Int
    ) -> Bool {
        guard let start = source.baseAddress else { return false }
        return postcard_inflate(
            start.assumingMemoryBound(to: UInt8.self), source.count, target.assumingMemoryBound(to: UInt8.self), count)
    }

    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        let source = filtered + rowsRead * stride
        guard unfilter.apply(source.load(as: UInt8.self), source + 1, above: above, to: current) else {
            throw .damaged("The PNG file has a row of unknown filter.")
        }
        rowsRead += 1
        swap(&above, &current)
        row.update(from: UnsafeRawPointer(above).assumingMemoryBound(to: Int32.self), count: size.width)
        if !isOpaque { GDPixel.packAlpha(row, count: size.width) }
    }
}
