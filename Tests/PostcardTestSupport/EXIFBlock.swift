/// Writes an EXIF block (CIPA DC-008) byte by byte, big-endian. It follows only the specification, so it does not share mistakes with
/// the tested readers.
public struct EXIFBlock {
    private struct Field {
        let tag: Int
        let type: Int
        let count: Int
        let value: [UInt8]
    }

    private var main: [Field] = []
    private var exif: [Field] = []
    private var gps: [Field] = []

    /// Makes an empty block.
    public init() {}

    /// True if the block is empty.
    public var isEmpty: Bool { main.isEmpty && exif.isEmpty && gps.isEmpty }

    /// Adds a 16-bit number to the main directory.
    public mutating func addShort(_ tag: Int, _ value: Int) {
        main.append(Field(tag: tag, type: 3, count: 1, value: Self.bytes(value, 2)))
    }

    /// Adds a string to the main directory.
    public mutating func addText(_ tag: Int, _ text: String) {
        let value = Array(text.utf8) + [0]
        main.append(Field(tag: tag, type: 2, count: value.count, value: value))
    }

    /// Adds bytes of a type to the main directory: 1 for bytes, 2 for text, 129 for text in UTF-8.
    public mutating func addBytes(_ tag: Int, _ value: [UInt8], type: Int) {
        main.append(Field(tag: tag, type: type, count: value.count, value: value))
    }

    /// Adds a string to the EXIF directory.
    public mutating func addEXIFText(_ tag: Int, _ text: String) {
        let value = Array(text.utf8) + [0]
        exif.append(Field(tag: tag, type: 2, count: value.count, value: value))
    }

    /// Adds a position in degrees, minutes and seconds.
    public mutating func addPosition(latitude: Double, longitude: Double) {
        for (tag, degrees, signs) in [(1, latitude, "NS"), (3, longitude, "EW")] {
            let sign = degrees < 0 ? signs.utf8.last : signs.utf8.first
            gps.append(Field(tag: tag, type: 2, count: 2, value: [sign ?? 0, 0]))
            let hundredths = Int((abs(degrees) * 3_600 * 10_000).rounded())
            let parts = [(hundredths / 36_000_000, 1), (hundredths / 600_000 % 60, 1), (hundredths % 600_000, 10_000)]
            let value = parts.flatMap { Self.bytes($0.0, 4) + Self.bytes($0.1, 4) }
            gps.append(Field(tag: tag + 1, type: 5, count: 3, value: value))
        }
    }

    /// The TIFF structure.
    public var tiff: [UInt8] {
        let others = [(0x8769, exif), (0x8825, gps)].filter { !$0.1.isEmpty }
        let header: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        func pointers(_ offsets: [Int]) -> [Field] {
            zip(others, offsets).map { Field(tag: $0.0.0, type: 4, count: 1, value: Self.bytes($0.1, 4)) }
        }
        var offset = 8 + Self.directory(main + pointers(others.map { _ in 0 }), at: 8).count
        var (offsets, rest): ([Int], [UInt8]) = ([], [])
        for (_, fields) in others {
            offsets.append(offset)
            let directory = Self.directory(fields, at: offset)
            rest += directory
            offset += directory.count
        }
        return header + Self.directory(main + pointers(offsets), at: 8) + rest
    }

    /// Returns a JPEG file with the block as its first segment.
    public func inserted(intoJPEG bytes: [UInt8]) -> [UInt8] {
        let payload = Array("Exif".utf8) + [0, 0] + tiff
        return bytes[..<2] + [0xFF, 0xE1] + Self.bytes(payload.count + 2, 2) + payload + bytes[2...]
    }

    private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func directory(_ fields: [Field], at offset: Int) -> [UInt8] {
        let sorted = fields.sorted { $0.tag < $1.tag }
        var entries = bytes(sorted.count, 2)
        var data: [UInt8] = []
        let dataOffset = offset + 2 + 12 * sorted.count + 4
        for field in sorted {
            entries += bytes(field.tag, 2) + bytes(field.type, 2) + bytes(field.count, 4)
            if field.value.count <= 4 {
                entries += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
            } else {
                entries += bytes(dataOffset + data.count, 4)
                data += field.value + (field.value.count.isMultiple(of: 2) ? [] : [0])
            }
        }
        return entries + bytes(0, 4) + data
    }
}
