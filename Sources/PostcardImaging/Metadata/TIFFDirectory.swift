/// An image file directory of a TIFF structure (TIFF 6.0, section 2), or of BigTIFF, whose counts and offsets have 64 bits. The numbers in
/// the directory are not trusted.
struct TIFFDirectory {
    struct Reader {
        let bytes: ByteReader
        let firstDirectory: Int
        /// The number of directory entries that may still be read.
        let budget: EntryBudget
        fileprivate let isBig: Bool

        /// `magics` are the allowed numbers after the byte order: 42, or other numbers in maker notes.
        init?(_ data: UnsafeRawBufferPointer, magics: Set<Int> = [42], budget: EntryBudget = EntryBudget()) {
            self.budget = budget
            let little = ByteReader(data, bigEndian: false)
            let isBigEndian = little.has("MM", at: 0)
            guard isBigEndian || little.has("II", at: 0) else { return nil }
            bytes = ByteReader(data, bigEndian: isBigEndian)
            guard let magic = bytes.uint16(at: 2) else { return nil }
            isBig = magic == 43
            if isBig { guard bytes.uint16(at: 4) == 8, bytes.uint16(at: 6) == 0 else { return nil } }
            guard isBig || magics.contains(magic), let first = isBig ? bytes.uint64(at: 8) : bytes.uint32(at: 4) else {
                return nil
            }
            firstDirectory = first
        }

        /// Reads directories that have no header before them, as in maker notes.
        init(_ data: UnsafeRawBufferPointer, bigEndian: Bool, budget: EntryBudget) {
            self.budget = budget
            bytes = ByteReader(data, bigEndian: bigEndian)
            isBig = false
            firstDirectory = 0
        }

        func directory(at offset: Int) -> TIFFDirectory? {
            guard offset >= 8, let count = isBig ? bytes.uint64(at: offset) : bytes.uint16(at: offset) else {
                return nil
            }
            let (start, size) = isBig ? (offset + 8, 20) : (offset + 2, 12)
            var entries: [Int: Int] = [:]
            // TIFF 6.0 allows at most 65,535 entries.
            for index in 0..<min(count, 0xFFFF) where budget.take() {
                let entry = start + index * size
                guard let tag = bytes.uint16(at: entry) else { break }
                if entries[tag] == nil { entries[tag] = entry }
            }
            return TIFFDirectory(bytes: bytes, isBig: isBig, entries: entries, end: start + min(count, 0xFFFF) * size)
        }
    }

    private let bytes: ByteReader
    private let isBig: Bool
    /// The offset of each tag's entry.
    private let entries: [Int: Int]
    /// The offset after the last entry.
    private let end: Int

    /// The sizes, in bytes, of field types 1 to 12, 13 (IFD), and 16 to 18 (BigTIFF).
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
    /// The field types of text: ASCII, and UTF-8 from Exif 3.0.
    private static let textTypes = [2, 129]

    /// The offset of the next directory in the file; `nil` after the last directory.
    var next: Int? { (isBig ? bytes.uint64(at: end) : bytes.uint32(at: end)).flatMap { $0 == 0 ? nil : $0 } }

    private func field(_ tag: Int) -> (type: Int, count: Int, offset: Int)? {
        guard
            let entry = entries[tag], let type = bytes.uint16(at: entry + 2),
            let count = isBig ? bytes.uint64(at: entry + 4) : bytes.uint32(at: entry + 4),
            case let unit = type == 129 ? 1 : Self.sizes.indices ~= type ? Self.sizes[type] : 0, unit > 0, count > 0
        else { return nil }
        let (size, overflow) = count.multipliedReportingOverflow(by: unit)
        let place = entry + (isBig ? 12 : 8)
        guard !overflow,
            let offset = size <= (isBig ? 8 : 4) ? place : isBig ? bytes.uint64(at: place) : bytes.uint32(at: place),
            bytes.slice(at: offset, count: size) != nil
        else { return nil }
        return (type, count, offset)
    }

    private func integer(type: Int, at offset: Int) -> Int? {
        switch type {
        case 1: bytes.byte(at: offset)
        case 3: bytes.uint16(at: offset)
        case 4, 9, 13: bytes.uint32(at: offset)
        case 16...18: bytes.uint64(at: offset)
        default: nil
        }
    }

    /// Returns at most `limit` values of a BYTE, SHORT, LONG, LONG8 or IFD field.
    func integers(_ tag: Int, limit: Int) -> [Int] {
        guard let field = field(tag) else { return [] }
        return (0..<min(field.count, limit)).compactMap {
            integer(type: field.type, at: field.offset + $0 * Self.sizes[field.type])
        }
    }

    /// Returns the first value of a BYTE, SHORT, LONG, LONG8 or IFD field.
    func integer(_ tag: Int) -> Int? { integers(tag, limit: 1).first }

    /// Returns the value of a field for an EXIF writer, with big-endian numbers; `nil` if the value is longer than `maximumBytes`.
    func field(_ tag: Int, maximumBytes: Int) -> EXIFWriter.Field? {
        // EXIF does not include the types of BigTIFF.
        guard let field = field(tag), field.type <= 12, case let size = Self.sizes[field.type],
            field.count <= maximumBytes / size, let data = bytes.slice(at: field.offset, count: field.count * size)
        else { return nil }
        let numberSize = field.type == 5 || field.type == 10 ? 4 : size
        let value =
            bytes.isBigEndian || numberSize == 1
            ? Array(data)
            : stride(from: 0, to: data.count, by: numberSize).flatMap { data[$0..<$0 + numberSize].reversed() }
        return EXIFWriter.Field(tag: tag, type: field.type, count: field.count, data: value)
    }

    /// Returns the range of the bytes of a BYTE or UNDEFINED field.
    func range(_ tag: Int) -> Range<Int>? {
        guard let field = field(tag), field.type == 1 || field.type == 7 else { return nil }
        return field.offset..<field.offset + field.count
    }

    /// Returns the bytes of a BYTE or UNDEFINED field.
    func data(_ tag: Int) -> UnsafeRawBufferPointer? {
        range(tag).flatMap { bytes.slice(at: $0.lowerBound, count: $0.count) }
    }

    /// Returns a BYTE field with UTF-16 text, as Windows writes it, trimmed; `nil` if the text is empty.
    func wideText(_ tag: Int) -> String? {
        guard let data = data(tag) else { return nil }
        let units = stride(from: 0, to: data.count - 1, by: 2).map { UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8 }
        return MetadataText.cleaned(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self).utf8)
    }

    /// Returns a text field up to its first NUL, trimmed; `nil` if the text is empty.
    func text(_ tag: Int) -> String? {
        guard let field = field(tag), Self.textTypes.contains(field.type),
            let data = bytes.slice(at: field.offset, count: field.count)
        else { return nil }
        return MetadataText.cleaned(data)
    }

    /// Returns the values of a RATIONAL or SRATIONAL field; `nil` if a denominator is 0.
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
