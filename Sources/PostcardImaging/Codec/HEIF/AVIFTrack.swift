/// A track of pictures coded in AV1 (ISO/IEC 14496-12; AV1 Codec ISO Media File Format Binding), without trust in any of its numbers.
struct AVIFTrack: Sendable {
    /// One coded picture.
    struct Sample: Sendable {
        /// Its place in the file, which may lie behind the end.
        var data: Range<Int>
        /// Milliseconds.
        var delay: Int
    }

    let number: Int
    /// `pict` for what is seen, `auxv` for its opacity.
    let handler: String
    /// The numbers of the tracks that this one is the opacity of.
    let targets: [Int]
    /// The track that these colours are multiplied by.
    let premultiplier: Int?
    let size: PixelSize
    let samples: [Sample]
    /// What the stream begins with.
    let headers: [UInt8]
    /// `true` for pictures of 8 bits; `hasChroma` if they have colours.
    let isEightBit: Bool, hasChroma: Bool
    /// The code points of its colours and the matrix of ITU-T H.273, and whether it has the full range.
    let codePoints: (primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool)?
    let profile: [UInt8]?
    /// The number of repetitions after the first time: 0 for without end, `nil` for none.
    let loopCount: Int?

    /// Reads a `trak` box; `nil` for a track of another kind.
    init?(_ reader: ByteReader, _ track: Range<Int>, limits: DecodingLimits) throws(ImageError) {
        func content(_ path: String...) -> Range<Int>? { HEIFBoxes.contents(reader, in: track, at: path).first }
        guard let header = content("tkhd"), let handlers = content("mdia", "hdlr"), let media = content("mdia", "mdhd"),
            let name = reader.slice(at: handlers.lowerBound + 8, count: 4),
            let entry = Self.entry(reader, content("mdia", "minf", "stbl", "stsd")),
            let width = reader.uint16(at: entry.lowerBound + 24), let height = reader.uint16(at: entry.lowerBound + 26),
            let table = content("mdia", "minf", "stbl")
        else { return nil }
        handler = String(decoding: name, as: UTF8.self)
        size = PixelSize(width: width, height: height)
        let isLong = reader.byte(at: header.lowerBound) == 1
        number = reader.uint32(at: header.lowerBound + (isLong ? 20 : 12)) ?? 0
        func references(_ name: String) -> [Int] {
            content("tref", name).map { box in
                stride(from: box.lowerBound, to: min(box.upperBound, box.lowerBound + 64), by: 4).compactMap {
                    reader.uint32(at: $0)
                }
            } ?? []
        }
        targets = references("auxl")
        premultiplier = references("prem").first
        let children = HEIFBoxes.boxes(reader, in: entry.dropFirst(78))
        func child(_ name: String) -> Range<Int>? { children.first { $0.name == name }?.content }
        let configuration =
            child("av1C").flatMap { reader.slice(at: $0.lowerBound, count: $0.count) }.map { Array($0) } ?? []
        // Section 2.3.3 of the binding.
        guard configuration.count >= 4 else { return nil }
        headers = Array(configuration.dropFirst(4))
        isEightBit = configuration[2] & 0x40 == 0
        hasChroma = configuration[2] & 0x10 == 0
        let colors = children.filter { $0.name == "colr" }.map(\.content)
        codePoints = colors.first { reader.has("nclx", at: $0.lowerBound) }.map { box in
            (
                reader.uint16(at: box.lowerBound + 4) ?? 2, reader.uint16(at: box.lowerBound + 6) ?? 2,
                reader.uint16(at: box.lowerBound + 8) ?? 2, (reader.byte(at: box.lowerBound + 10) ?? 0) & 0x80 != 0
            )
        }
        profile = colors.first { reader.has("prof", at: $0.lowerBound) || reader.has("rICC", at: $0.lowerBound) }
            .flatMap { reader.slice(at: $0.lowerBound + 4, count: $0.count - 4) }.map { Array($0) }
        let timescale = reader.uint32(at: media.lowerBound + (reader.byte(at: media.lowerBound) == 1 ? 20 : 12)) ?? 0
        samples = try Self.samples(reader, table, timescale: max(1, timescale), limits: limits)
        loopCount = Self.loopCount(
            reader, duration: reader.number(at: header.lowerBound + (isLong ? 28 : 20), isLong: isLong),
            edits: content("edts", "elst"))
    }

    /// The first entry of a list of them, if it is AV1.
    private static func entry(_ reader: ByteReader, _ list: Range<Int>?) -> Range<Int>? {
        guard let list, let first = HEIFBoxes.boxes(reader, in: list.dropFirst(8)).first, first.name == "av01",
            first.content.count >= 78
        else { return nil }
        return first.content
    }

    private static func samples(
        _ reader: ByteReader, _ table: Range<Int>, timescale: Int, limits: DecodingLimits
    ) throws(ImageError) -> [Sample] {
        func content(_ name: String) -> Range<Int>? { HEIFBoxes.contents(reader, in: table, at: [name]).first }
        guard let sizes = content("stsz"), let chunks = content("stsc"), let times = content("stts"),
            let count = reader.uint32(at: sizes.lowerBound + 8), let shared = reader.uint32(at: sizes.lowerBound + 4)
        else { return [] }
        try limits.check(frameCount: count)
        let offsets = content("stco") ?? content("co64")
        let isLong = content("stco") == nil
        guard let offsets, let chunkCount = reader.uint32(at: offsets.lowerBound + 4) else { return [] }
        var groups = TableReader(reader, chunks, width: 12)
        var group = groups.next()
        var following = groups.next()
        var clock = Clock(TableReader(reader, times, width: 8), timescale: timescale)
        var samples: [Sample] = []
        for chunk in 0..<min(chunkCount, count) {
            while let next = following, next[0] <= chunk + 1 { (group, following) = (next, groups.next()) }
            let place = offsets.lowerBound + 8 + chunk * (isLong ? 8 : 4)
            guard let perChunk = group?[1], var offset = isLong ? reader.uint64(at: place) : reader.uint32(at: place)
            else { break }
            for _ in 0..<min(perChunk, count - samples.count) {
                let length = shared > 0 ? shared : reader.uint32(at: sizes.lowerBound + 12 + 4 * samples.count)
                guard let length, offset <= Int.max - length else { return samples }
                samples.append(Sample(data: offset..<offset + length, delay: clock.next()))
                offset += length
            }
        }
        return samples
    }

    /// The edit list repeats one part until the end of the track (ISO/IEC 14496-12, section 8.6.6).
    private static func loopCount(_ reader: ByteReader, duration: UInt64?, edits: Range<Int>?) -> Int? {
        guard let edits, let flags = reader.byte(at: edits.lowerBound + 3) else { return 0 }
        guard flags & 1 == 1 else { return nil }
        let isLong = reader.byte(at: edits.lowerBound) == 1
        guard let duration, let part = reader.number(at: edits.lowerBound + 8, isLong: isLong), part > 0,
            duration != .max, duration != UInt64(UInt32.max)
        else { return 0 }
        guard duration > part else { return nil }
        return Int(clamping: (duration - 1) / part)
    }

    /// The rows of a table behind its number of them, each of numbers of four bytes.
    private struct TableReader {
        private let reader: ByteReader
        private let width: Int
        private var offset: Int
        private let end: Int

        init(_ reader: ByteReader, _ box: Range<Int>, width: Int) {
            self.reader = reader
            self.width = width
            offset = box.lowerBound + 8
            let count = reader.uint32(at: box.lowerBound + 4) ?? 0
            end = min(box.upperBound, offset + width * count)
        }

        mutating func next() -> [Int]? {
            guard offset + width <= end else { return nil }
            defer { offset += width }
            return stride(from: offset, to: offset + width, by: 4).map { reader.uint32(at: $0) ?? 0 }
        }
    }

    /// Times of pictures, each rounded to milliseconds so that they do not drift.
    private struct Clock {
        private var table: TableReader
        private let timescale: Int
        private var row: [Int] = [0, 0]
        private var ticks = 0
        private var milliseconds = 0

        init(_ table: TableReader, timescale: Int) {
            self.table = table
            self.timescale = timescale
        }

        mutating func next() -> Int {
            while row[0] == 0, let following = table.next() { row = following }
            row[0] -= 1
            ticks += row[1]
            let now = Int((Double(ticks) * 1000 / Double(timescale)).rounded())
            defer { milliseconds = now }
            return min(0xFF_FFFF, now - milliseconds)
        }
    }
}

extension ByteReader {
    /// A number of eight or four bytes.
    fileprivate func number(at offset: Int, isLong: Bool) -> UInt64? {
        isLong ? integer(at: offset, as: UInt64.self) : integer(at: offset, as: UInt32.self).map(UInt64.init)
    }
}
