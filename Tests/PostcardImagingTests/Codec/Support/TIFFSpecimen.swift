import PostcardImaging

/// A TIFF file with arbitrary fields and parts.
struct TIFFSpecimen {
    enum Value {
        case numbers(type: Int, [Int])
        case bytes(type: Int, [UInt8])
        /// A separate directory, referred to by a field of this type.
        case directory(type: Int, [(Int, Value)])
        /// Several directories, as in SubIFDs.
        case directories([[(Int, Value)]])
        /// The offsets of blocks of data added to the file.
        case offsets(of: [[UInt8]])
    }

    static let (byte, text, short, long, rational, undefined, ifd) = (1, 2, 3, 4, 5, 7, 13)

    var isBigEndian = false
    var isBig = false
    var magic = 42
    /// Bytes in the header after the first directory's offset.
    var head: [UInt8] = []

    static func short(_ values: Int...) -> Value { .numbers(type: short, values) }
    static func long(_ values: Int...) -> Value { .numbers(type: long, values) }
    static func ascii(_ string: String) -> Value { .bytes(type: text, Array(string.utf8) + [0]) }

    func number(_ value: Int, _ count: Int) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    /// Returns the file: a chain of directories. The `offset(of:)` data of a directory follows all directories in it.
    func file(_ directories: [[(Int, Value)]]) -> [UInt8] {
        var bytes = Array((isBigEndian ? "MM" : "II").utf8)
        bytes += isBig ? number(43, 2) + number(8, 2) + number(0, 2) : number(magic, 2)
        var link = bytes.count
        bytes += number(0, isBig ? 8 : 4) + head
        for fields in directories {
            let offset = bytes.count + bytes.count % 2
            bytes.replaceSubrange(link..<link + width, with: number(offset, width))
            link = append(fields, to: &bytes)
        }
        return bytes
    }

    private var width: Int { isBig ? 8 : 4 }

    /// Returns the position of the offset to the next directory.
    private func append(_ fields: [(Int, Value)], to bytes: inout [UInt8]) -> Int {
        if bytes.count % 2 == 1 { bytes.append(0) }
        let start = bytes.count
        let sorted = fields.sorted { $0.0 < $1.0 }
        let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
        let entry = isBig ? 20 : 12
        let link = start + (isBig ? 8 : 2) + entry * sorted.count
        bytes += [UInt8](repeating: 0, count: link + width - start)
        bytes.replaceSubrange(start..<start + (isBig ? 8 : 2), with: number(sorted.count, isBig ? 8 : 2))
        for (index, (tag, value)) in sorted.enumerated() {
            var (type, count, data) = (Self.long, 1, [UInt8]())
            switch value {
            case .numbers(let kind, let values):
                (type, count) = (kind, values.count)
                data = values.flatMap { number($0, sizes[kind]) }
            case .bytes(let kind, let values): (type, count, data) = (kind, values.count, values)
            case .offsets(let parts):
                count = parts.count
                for part in parts {
                    if bytes.count % 2 == 1 { bytes.append(0) }
                    data += number(bytes.count, 4)
                    bytes += part
                }
            case .directory(let kind, let fields):
                type = kind
                data = number(bytes.count + bytes.count % 2, sizes[kind])
                _ = append(fields, to: &bytes)
            case .directories(let all):
                count = all.count
                for fields in all {
                    data += number(bytes.count + bytes.count % 2, 4)
                    _ = append(fields, to: &bytes)
                }
            }
            if data.count > width {
                if bytes.count % 2 == 1 { bytes.append(0) }
                let place = bytes.count
                bytes += data
                data = number(place, width)
            }
            let field = number(tag, 2) + number(type, 2) + number(count, width)
            let padded = data + [UInt8](repeating: 0, count: width - data.count)
            let place = start + (isBig ? 8 : 2) + entry * index
            bytes.replaceSubrange(place..<place + entry, with: field + padded)
        }
        return link
    }
}

extension TIFFSpecimen {
    /// Returns a picture in uncompressed strips, unless `fields` specify otherwise.
    func picture(
        _ width: Int, _ height: Int, bits: Int, samples: Int, photometric: Int?, _ parts: [[UInt8]],
        fields: [(Int, Value)] = []
    ) -> [UInt8] {
        var all: [(Int, Value)] = [
            (0x100, Self.long(width)), (0x101, Self.long(height)),
            (0x102, .numbers(type: Self.short, [Int](repeating: bits, count: samples))), (0x103, Self.short(1)),
            (0x111, .offsets(of: parts)), (0x115, Self.short(samples)), (0x116, Self.long(height)),
            (0x117, .numbers(type: Self.long, parts.map(\.count))),
        ]
        if let photometric { all.append((0x106, Self.short(photometric))) }
        let replaced = Set(fields.map(\.0))
        return file([all.filter { !replaced.contains($0.0) } + fields])
    }

    /// Returns a picture like `picture`, in tiles.
    func tiled(
        _ width: Int, _ height: Int, tile: PixelSize, bits: Int, samples: Int, photometric: Int, _ parts: [[UInt8]],
        fields: [(Int, Value)] = []
    ) -> [UInt8] {
        file([
            [
                (0x100, Self.long(width)), (0x101, Self.long(height)),
                (0x102, .numbers(type: Self.short, [Int](repeating: bits, count: samples))),
                (0x106, Self.short(photometric)), (0x115, Self.short(samples)), (0x142, Self.long(tile.width)),
                (0x143, Self.long(tile.height)), (0x144, .offsets(of: parts)),
            ] + fields
                + (fields.contains { $0.0 == 0x145 } ? [] : [(0x145, .numbers(type: Self.long, parts.map(\.count)))])
                + (fields.contains { $0.0 == 0x103 } ? [] : [(0x103, Self.short(1))])
        ])
    }
}
