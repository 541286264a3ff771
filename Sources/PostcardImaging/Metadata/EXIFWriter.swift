/// Metadata as a TIFF structure (TIFF 6.0, CIPA DC-008), big-endian.
struct EXIFWriter {
    private struct Field {
        let tag: Int
        let type: Int
        let count: Int
        let data: [UInt8]
    }

    private let metadata: Metadata
    private let orientation: Orientation

    /// The structure, or nothing when there is no value. The orientation is `orientation`, not that of `metadata`, as pictures are
    /// written upright.
    static func bytes(of metadata: Metadata, orientation: Orientation = .up) -> [UInt8] {
        let writer = EXIFWriter(metadata: metadata, orientation: orientation)
        guard metadata.keeping([.all, .position]) != Metadata() || orientation != .up else { return [] }
        return Array("MM".utf8) + number(42, 2) + number(8, 4) + writer.directories()
    }

    private func directories() -> [UInt8] {
        let (date, offset) = Self.exifDate(metadata.dateTaken)
        var main = [
            Self.text(0x010E, metadata.title), Self.text(0x010F, metadata.make), Self.text(0x0110, metadata.model),
            Self.text(0x013B, metadata.artist), Self.text(0x8298, metadata.copyright),
        ].compactMap(\.self)
        let exif = [Self.text(0x9003, date), Self.text(0x9011, offset)].compactMap(\.self)
        let gps = metadata.position.map(Self.fields) ?? []
        if orientation != .up {
            main.append(Field(tag: 0x0112, type: 3, count: 1, data: Self.number(orientation.rawValue, 2)))
        }
        // Pointers have a fixed length, so that the main directory's length is known before they are.
        let pointers = (exif.isEmpty ? 0 : 12) + (gps.isEmpty ? 0 : 12)
        let exifStart = 8 + Self.length(main) + pointers
        let gpsStart = exifStart + (exif.isEmpty ? 0 : Self.length(exif))
        if !exif.isEmpty { main.append(Self.long(0x8769, exifStart)) }
        if !gps.isEmpty { main.append(Self.long(0x8825, gpsStart)) }
        return Self.directory(main, at: 8) + (exif.isEmpty ? [] : Self.directory(exif, at: exifStart))
            + (gps.isEmpty ? [] : Self.directory(gps, at: gpsStart))
    }

    private static func length(_ fields: [Field]) -> Int {
        fields.reduce(6 + 12 * fields.count) { $0 + ($1.data.count > 4 ? ($1.data.count + 1) & ~1 : 0) }
    }

    private static func directory(_ fields: [Field], at start: Int) -> [UInt8] {
        var entries = number(fields.count, 2)
        var values: [UInt8] = []
        let valueStart = start + 6 + 12 * fields.count
        for field in fields.sorted(by: { $0.tag < $1.tag }) {
            entries += number(field.tag, 2) + number(field.type, 2) + number(field.count, 4)
            if field.data.count <= 4 {
                entries += field.data + [UInt8](repeating: 0, count: 4 - field.data.count)
            } else {
                entries += number(valueStart + values.count, 4)
                values += field.data + (field.data.count & 1 == 1 ? [0] : [])
            }
        }
        return entries + number(0, 4) + values
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func text(_ tag: Int, _ value: String?) -> Field? {
        guard let value = value.flatMap({ MetadataText.cleaned($0.utf8) }) else { return nil }
        let data = Array(value.utf8) + [0]
        return Field(tag: tag, type: 2, count: data.count, data: data)
    }

    private static func long(_ tag: Int, _ value: Int) -> Field {
        Field(tag: tag, type: 4, count: 1, data: number(value, 4))
    }

    /// `2024-06-09T21:14:03+02:00` as EXIF's date and offset.
    private static func exifDate(_ date: String?) -> (String?, String?) {
        guard let date, date.utf8.count >= 19 else { return (nil, nil) }
        var characters = Array(date.utf8.prefix(19))
        characters[4] = UInt8(ascii: ":")
        characters[7] = UInt8(ascii: ":")
        characters[10] = UInt8(ascii: " ")
        let offset = String(date.dropFirst(19))
        return (String(decoding: characters, as: UTF8.self), offset.isEmpty ? nil : offset)
    }

    private static func fields(_ position: Metadata.Position) -> [Field] {
        func parts(_ degrees: Double) -> [UInt8] {
            // Degrees, minutes, and seconds in ten thousandths: 3 mm on the ground.
            let units = Int((abs(degrees) * 36_000_000).rounded())
            return [(units / 36_000_000, 1), (units / 600_000 % 60, 1), (units % 600_000, 10_000)]
                .flatMap { number($0.0, 4) + number($0.1, 4) }
        }
        return [
            Field(tag: 0, type: 1, count: 4, data: [2, 3, 0, 0]),
            text(1, position.latitude < 0 ? "S" : "N"),
            Field(tag: 2, type: 5, count: 3, data: parts(position.latitude)),
            text(3, position.longitude < 0 ? "W" : "E"),
            Field(tag: 4, type: 5, count: 3, data: parts(position.longitude)),
        ].compactMap(\.self)
    }
}
