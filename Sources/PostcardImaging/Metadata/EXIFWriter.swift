/// Metadata as a TIFF structure (TIFF 6.0, CIPA DC-008), big-endian.
enum EXIFWriter {
    /// A value in a directory.
    struct Field {
        let tag: Int
        let type: Int
        let count: Int
        let data: [UInt8]
    }

    /// Returns the structure, or an empty array if all values are missing. The structure contains `orientation`, not the orientation in
    /// `metadata`, because pictures are written upright.
    static func bytes(of metadata: Metadata, orientation: Orientation = .up) -> [UInt8] {
        guard metadata.keeping([.allButPosition, .position]) != Metadata() || orientation != .up else { return [] }
        let date = metadata.dateTaken.flatMap { MetadataDate($0) }
        var main = [
            text(0x010E, metadata.title), text(0x010F, metadata.make), text(0x0110, metadata.model),
            text(0x013B, metadata.artist), text(0x8298, metadata.copyright),
        ].compactMap(\.self)
        // EXIF dates always have a time.
        var exif: [Field] = []
        if let date, let time = date.time {
            exif = [
                text(0x9003, "\(date.day.replacing("-", with: ":")) \(time)"), text(0x9011, date.offset),
                text(0x9291, metadata.subseconds),
            ].compactMap(\.self)
        }
        if orientation != .up {
            main.append(Field(tag: 0x0112, type: 3, count: 1, data: [UInt8](bigEndian: orientation.rawValue, count: 2)))
        }
        return structure(main: main, exif: exif, gps: metadata.position.map(fields) ?? [])
    }

    /// Returns a structure with these values in its directories.
    static func structure(main: [Field], exif: [Field], gps: [Field] = []) -> [UInt8] {
        var main = main
        let others = [(tag: 0x8769, fields: exif), (tag: 0x8825, fields: gps)].filter { !$0.fields.isEmpty }
        // Pointers have a fixed length, so the main directory's length is known before the values of the pointers.
        let start = 8 + directory(main, at: 8).count + 12 * others.count
        var rest: [UInt8] = []
        for other in others {
            main.append(pointer(other.tag, to: start + rest.count))
            rest += directory(other.fields, at: start + rest.count)
        }
        return Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + directory(main, at: 8) + rest
    }

    private static func directory(_ fields: [Field], at start: Int) -> [UInt8] {
        var entries = [UInt8](bigEndian: fields.count, count: 2)
        var values: [UInt8] = []
        let valueStart = start + 6 + 12 * fields.count
        for field in fields.sorted(by: { $0.tag < $1.tag }) {
            entries += [field.tag << 16 | field.type, field.count].flatMap { [UInt8](bigEndian: $0, count: 4) }
            if field.data.count <= 4 {
                entries += field.data + [UInt8](repeating: 0, count: 4 - field.data.count)
            } else {
                entries += [UInt8](bigEndian: valueStart + values.count, count: 4)
                values += field.data + (field.data.count & 1 == 1 ? [0] : [])
            }
        }
        return entries + [0, 0, 0, 0] + values
    }

    private static func text(_ tag: Int, _ value: String?) -> Field? {
        guard let value = value.flatMap({ MetadataText.cleaned($0.utf8) }) else { return nil }
        let data = Array(value.utf8) + [0]
        return Field(tag: tag, type: 2, count: data.count, data: data)
    }

    private static func pointer(_ tag: Int, to offset: Int) -> Field {
        Field(tag: tag, type: 4, count: 1, data: [UInt8](bigEndian: offset, count: 4))
    }

    private static func fields(_ position: Metadata.Position) -> [Field] {
        func parts(_ degrees: Double) -> [UInt8] {
            // Degrees, minutes, and seconds. A ten-thousandth of a second is 3 mm on the ground.
            let units = Int((abs(degrees) * 36_000_000).rounded())
            return [units / 36_000_000, 1, units / 600_000 % 60, 1, units % 600_000, 10_000]
                .flatMap { [UInt8](bigEndian: $0, count: 4) }
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
