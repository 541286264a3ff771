/// The boxes of a HEIF file (ISO/IEC 14496-12, ISO/IEC 23008-12), read without trust in any of their numbers.
struct HEIFBoxes {
    struct Box {
        /// Four characters.
        let name: String
        /// The box with its header.
        let whole: Range<Int>
        /// The bytes after the header.
        let content: Range<Int>
    }

    let reader: ByteReader
    private let meta: Range<Int>

    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        let files = HEIFBoxes.boxes(reader, in: 0..<bytes.count)
        guard let meta = files.first(where: { $0.name == "meta" })?.content, meta.count > 4 else { return nil }
        self.reader = reader
        self.meta = meta.dropFirst(4)
    }

    /// `true` if the file ends before one of its boxes does that tell of pictures.
    static func isCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let reader = ByteReader(bytes)
        guard let last = boxes(reader, in: 0..<bytes.count).last else { return true }
        let length = reader.uint32(at: last.whole.lowerBound) ?? 0
        return length > last.whole.count || last.whole.upperBound < bytes.count
    }

    static func boxes(_ reader: ByteReader, in range: Range<Int>, atMost limit: Int = maximumBoxes) -> [Box] {
        var found: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, let short = reader.uint32(at: offset), found.count < limit,
            let name = reader.slice(at: offset + 4, count: 4)
        {
            var head = 8
            var length = short
            if short == 1 {
                guard let long = reader.integer(at: offset + 8, as: UInt64.self) else { break }
                (head, length) = (16, Int(clamping: long))
            } else if short == 0 {
                length = range.upperBound - offset
            }
            guard length >= head, offset + head <= range.upperBound else { break }
            let end = length > range.upperBound - offset ? range.upperBound : offset + length
            found.append(
                Box(name: String(decoding: name, as: UTF8.self), whole: offset..<end, content: offset + head..<end))
            offset = end
        }
        return found
    }

    /// libheif itself stops at as many children.
    static let maximumBoxes = 20_000

    /// The boxes in a part of the file.
    func children(in range: Range<Int>) -> [Box] { HEIFBoxes.boxes(reader, in: range) }

    /// The contents of the boxes at a path of names from the `meta` box.
    func contents(_ path: String...) -> [Range<Int>] { HEIFBoxes.contents(reader, in: meta, at: path) }

    /// The contents of the boxes at a path of names in a part of the file.
    static func contents(_ reader: ByteReader, in range: Range<Int>, at path: [String]) -> [Range<Int>] {
        path.reduce([range]) { ranges, name in
            ranges.flatMap { boxes(reader, in: $0).filter { $0.name == name }.map(\.content) }
        }
    }

    func bytes(_ range: Range<Int>) -> [UInt8] {
        reader.slice(at: range.lowerBound, count: range.count).map { Array($0) } ?? []
    }
}

extension HEIFItems {
    /// The place of an item's data.
    struct Location {
        /// `true` if offsets count from the start of the `idat` box and not of the file.
        let isInner: Bool
        var extents: [(offset: Int, length: Int)] = []
    }

    /// ISO/IEC 14496-12, section 8.11.3. Those behind a broken one are left out.
    static func locations(in boxes: HEIFBoxes) -> [Int: Location] {
        let reader = boxes.reader
        var locations: [Int: Location] = [:]
        guard let box = boxes.contents("iloc").first, let version = reader.byte(at: box.lowerBound), version <= 2,
            let sizes = reader.uint16(at: box.lowerBound + 4)
        else { return locations }
        var offset = box.lowerBound + 6
        func number(_ length: Int) -> Int? {
            defer { offset += length }
            guard let part = offset + length <= box.upperBound ? reader.slice(at: offset, count: length) : nil else {
                return nil
            }
            // No file is as long as 2⁴⁸ bytes; sums of larger numbers would not fit.
            guard part.dropLast(6).allSatisfy({ $0 == 0 }) else { return nil }
            return part.suffix(6).reduce(0) { $0 << 8 | Int($1) }
        }
        for _ in 0..<(number(version == 2 ? 4 : 2) ?? 0) {
            guard let item = number(version == 2 ? 4 : 2), let method = version > 0 ? number(2) : 0,
                number(2) != nil, let base = number(sizes >> 4 & 15), let extentCount = number(2)
            else { break }
            var location = Location(isInner: method & 15 == 1)
            for _ in 0..<extentCount {
                guard number(version > 0 ? sizes & 15 : 0) != nil, let start = number(sizes >> 12),
                    let length = number(sizes >> 8 & 15)
                else { return locations }
                location.extents.append((base + start, length))
            }
            locations[item] = locations[item] ?? location
        }
        return locations
    }
}

/// The track of pictures in an AVIF or HEIC file that moves (ISO/IEC 23008-12, section 7), as far as its size tells.
enum HEIFSequence {
    /// The number of frames; 0 for a file without a track, or with one whose tables are not there.
    static func frameCount(of bytes: UnsafeRawBufferPointer) -> Int {
        let reader = ByteReader(bytes)
        return HEIFBoxes.contents(reader, in: 0..<bytes.count, at: ["moov", "trak"]).map { track in
            guard let kind = HEIFBoxes.contents(reader, in: track, at: ["mdia", "hdlr"]).first,
                reader.has("pict", at: kind.lowerBound + 8),
                let sizes = HEIFBoxes.contents(reader, in: track, at: ["mdia", "minf", "stbl", "stsz"]).first
            else { return 0 }
            return reader.uint32(at: sizes.lowerBound + 8) ?? 0
        }.max() ?? 0
    }
}
