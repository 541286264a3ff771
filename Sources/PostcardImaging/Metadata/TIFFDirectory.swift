/// One image file directory of a TIFF structure (TIFF 6.0, section 2), read without trust in any of its numbers.
struct TIFFDirectory {
    struct Reader {
        let bytes: ByteReader
        let firstDirectory: Int

        init?(_ data: UnsafeRawBufferPointer) {
            let little = ByteReader(data, bigEndian: false)
            let isBigEndian = little.has("MM", at: 0)
            guard isBigEndian || little.has("II", at: 0) else { return nil }
            bytes = ByteReader(data, bigEndian: isBigEndian)
            guard bytes.uint16(at: 2) == 42, let first = bytes.uint32(at: 4) else { return nil }
            firstDirectory = first
        }

        func directory(at offset: Int) -> TIFFDirectory? {
            guard offset >= 8, let count = bytes.uint16(at: offset) else { return nil }
            var entries: [Int: Int] = [:]
            for index in 0..<count {
                let entry = offset + 2 + index * 12
                guard let tag = bytes.uint16(at: entry) else { break }
                if entries[tag] == nil { entries[tag] = entry }
            }
            return TIFFDirectory(bytes: bytes, entries: entries)
        }
    }

    private let bytes: ByteReader
    /// Offset of each tag's entry.
    private let entries: [Int: Int]

    /// Sizes of the field types 1 to 12.
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

    private func field(_ tag: Int) -> (type: Int, count: Int, offset: Int)? {
        guard
            let entry = entries[tag], let type = bytes.uint16(at: entry + 2), let count = bytes.uint32(at: entry + 4),
            1...12 ~= type, count > 0
        else { return nil }
        let (size, overflow) = count.multipliedReportingOverflow(by: Self.sizes[type])
        guard !overflow, let offset = size <= 4 ? entry + 8 : bytes.uint32(at: entry + 8),
            bytes.slice(at: offset, count: size) != nil
        else { return nil }
        return (type, count, offset)
    }

    /// The first value of a BYTE, SHORT or LONG field.
    func integer(_ tag: Int) -> Int? {
        guard let field = field(tag) else { return nil }
        return switch field.type {
        case 1: bytes.byte(at: field.offset)
        case 3: bytes.uint16(at: field.offset)
        case 4, 9: bytes.uint32(at: field.offset)
        default: nil
        }
    }

    /// The bytes of a BYTE or UNDEFINED field.
    func data(_ tag: Int) -> UnsafeRawBufferPointer? {
        guard let field = field(tag), field.type == 1 || field.type == 7 else { return nil }
        return bytes.slice(at: field.offset, count: field.count)
    }

    /// An ASCII field up to its first NUL, without blanks around it; `nil` when nothing is left.
    func text(_ tag: Int) -> String? {
        guard let field = field(tag), field.type == 2,
            let data = bytes.slice(at: field.offset, count: field.count)
        else { return nil }
        return MetadataText.cleaned(data)
    }

    /// The values of a RATIONAL or SRATIONAL field; `nil` when a denominator is 0.
    func rationals(_ tag: Int) -> [Double]? {
        guard let field = field(tag), field.type == 5 || field.type == 10, field.count <= 16 else { return nil }
        var values: [Double] = []
        for index in 0..<field.count {
            let offset = field.offset + 8 * index
            guard let numerator = bytes.uint32(at: offset), let denominator = bytes.uint32(at: offset + 4),
                denominator != 0
            else { return nil }
            values.append(Double(numerator) / Double(denominator))
        }
        return values
    }
}
