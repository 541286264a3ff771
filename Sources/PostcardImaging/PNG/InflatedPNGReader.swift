import CCodecs

/// Reads common PNG files: 8-bit color with or without alpha, not interlaced. ISA-L inflates the data and Postcard unfilters it, in half
/// the time that libpng takes. `PNGReader` reads all other files, and takes over at the first suspicious row.
final class InflatedPNGReader: RowReader {
    /// The number of bytes that `PNGUnfilter` can read past a row.
    private static let slack = 8

    private let fallback: PNGReader
    private let inflater: PNGInflater
    private let unfilter: PNGUnfilter
    /// An inflated row: its filter, then its bytes.
    private let filtered: UnsafeMutablePointer<UInt8>
    private let stride: Int
    private var above: UnsafeMutablePointer<UInt32>
    private var current: UnsafeMutablePointer<UInt32>
    /// True once libpng has taken over.
    private(set) var hasFallenBack = false
    var size: PixelSize { fallback.size }
    var layout: PixelLayout { fallback.layout }
    var colorSpace: ColorSpace { fallback.colorSpace }
    var warnings: [String] { hasFallenBack ? fallback.warnings : [] }

    /// Starts reading; `nil` if libpng must read the whole picture. `fallback` must not have read any row yet.
    init?(_ bytes: UnsafeRawBufferPointer, dataOffset: Int, fallback: PNGReader) {
        guard let inflater = PNGInflater(bytes, dataOffset: dataOffset) else { return nil }
        self.fallback = fallback
        self.inflater = inflater
        let width = fallback.size.width
        unfilter = PNGUnfilter(width: width, bytesPerPixel: fallback.layout == .opaque ? 3 : 4)
        stride = 1 + width * unfilter.bytesPerPixel
        filtered = .allocate(capacity: stride + Self.slack)
        above = .allocate(capacity: width)
        current = .allocate(capacity: width)
        filtered.initialize(repeating: 0, count: stride + Self.slack)
        above.initialize(repeating: 0, count: width)
        current.initialize(repeating: 0, count: width)
    }

    deinit {
        filtered.deallocate()
        above.deallocate()
        current.deallocate()
    }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        // `filtered` is `slack` bytes longer than a row. Reading the last three-byte pixel also reads one of these extra bytes.
        if !hasFallenBack, inflater.read(into: filtered, count: stride),
            unfilter.apply(filtered[0], filtered + 1, above: above, to: current)
        {
            swap(&above, &current)
            row.update(from: UnsafeRawPointer(above).assumingMemoryBound(to: Int32.self), count: size.width)
            if layout == .alpha { GDPixel.packAlpha(row, count: size.width) }
            return
        }
        try fallBack(at: y, scratch: row)
        try fallback.read(y, into: row)
    }

    func finish() throws(ImageError) {
        if !hasFallenBack, inflater.isOver() { return }
        try fallBack(at: size.height, scratch: UnsafeMutableRawPointer(current).assumingMemoryBound(to: Int32.self))
        try fallback.finish()
    }

    /// Makes libpng read all rows before `row` again.
    private func fallBack(at row: Int, scratch: UnsafeMutablePointer<Int32>) throws(ImageError) {
        guard !hasFallenBack else { return }
        hasFallenBack = true
        for y in 0..<row { try fallback.read(y, into: scratch) }
    }
}

/// Inflates the compressed data of a PNG file part by part. The data can be split into chunks anywhere.
final class PNGInflater {
    private let inflater: OpaquePointer
    private let bytes: UnsafeRawBufferPointer
    private var chunks: ArraySlice<Range<Int>>
    /// The unread part of the current chunk.
    private var rest = 0..<0

    /// Makes an inflater; `nil` if ISA-L is not installed, or if libpng must check the chunks. `bytes` must outlive the inflater.
    init?(_ bytes: UnsafeRawBufferPointer, dataOffset: Int) {
        guard let inflater = postcard_inflater_create() else { return nil }
        self.inflater = inflater
        self.bytes = bytes
        chunks = PNGInflater.data(in: bytes, at: dataOffset)[...]
        if chunks.isEmpty { return nil }
    }

    deinit { postcard_inflater_destroy(inflater) }

    /// Returns the ranges of the compressed data, starting at the first `IDAT` chunk, which is at `offset`. The result is empty if the file
    /// is truncated, a checksum is wrong, or there is a critical chunk other than data.
    private static func data(in bytes: UnsafeRawBufferPointer, at offset: Int) -> [Range<Int>] {
        let reader = ByteReader(bytes)
        var data: [Range<Int>] = []
        var offset = offset
        var isDataOver = false
        while let length = reader.uint32(at: offset), let checksum = reader.uint32(at: offset + 8 + length),
            let body = reader.slice(at: offset + 4, count: 4 + length),
            Int(postcard_crc32(body.start, body.count)) == checksum
        {
            if reader.has("IEND", at: offset + 4) { return data }
            if reader.has("IDAT", at: offset + 4) {
                guard !isDataOver else { return [] }
                data.append(offset + 8..<offset + 8 + length)
            } else {
                guard body[0] & 0x20 != 0 else { return [] }
                isDataOver = true
            }
            offset += 12 + length
        }
        return []
    }

    /// Fills `count` bytes. Returns false if the data is damaged or ends early.
    func read(into target: UnsafeMutablePointer<UInt8>, count: Int) -> Bool {
        var written = 0
        while written < count {
            guard let step = run(target + written, room: count - written) else { return false }
            written += step.written
            guard written == count || !step.is_over else { return false }
        }
        return true
    }

    /// True if the data ends here and its checksum is correct.
    func isOver() -> Bool {
        var excess: UInt8 = 0
        while let step = run(&excess, room: 1), step.written == 0 {
            if step.is_over { return rest.isEmpty && chunks.allSatisfy(\.isEmpty) }
        }
        return false
    }

    /// Returns `nil` if the data is damaged or no data is left.
    private func run(_ target: UnsafeMutablePointer<UInt8>, room: Int) -> postcard_inflation? {
        while rest.isEmpty, let next = chunks.popFirst() { rest = next }
        guard let start = bytes.baseAddress else { return nil }
        let isUsedUp = rest.isEmpty
        let step = postcard_inflater_run(
            inflater, (start + rest.lowerBound).asBytes, rest.count, target, room)
        rest = rest.dropFirst(step.read)
        return step.is_sound && (step.is_over || step.written > 0 || !isUsedUp) ? step : nil
    }
}
