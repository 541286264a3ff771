import PostcardCore

extension Metadata {
    /// Reads a TIFF structure as EXIF uses it (CIPA DC-008, TIFF 6.0). Broken parts are left out: metadata
    /// never stop a picture.
    init(exif bytes: UnsafeRawBufferPointer) {
        self = TIFFDirectory.Reader(bytes).map { Metadata($0) } ?? Metadata()
    }

    init(_ file: TIFFDirectory.Reader) {
        self.init()
        guard let main = file.directory(at: file.firstDirectory) else { return }
        read(main: main)
        if let exif = main.integer(0x8769).flatMap(file.directory(at:)) { read(exif: exif) }
        if let gps = main.integer(0x8825).flatMap(file.directory(at:)) { read(gps: gps) }
    }

    /// Descriptions that cameras write into every picture.
    private static let stockTitles: Set<NameKey> = [
        "OLYMPUS DIGITAL CAMERA", "SONY DSC", "SAMSUNG", "SAMSUNG CAMERA PICTURES", "SAMSUNG DIGITAL CAMERA",
        "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA", "DIGITAL CAMERA", "DIGITAL STILL CAMERA",
        "DCIM", "EXIF_JPEG_PICTURE", "EXIF JPEG PICTURE", "DEFAULT",
    ]

    /// A title that somebody has written; `nil` for one that a camera writes into every picture.
    static func writtenTitle(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty || stockTitles.contains(words.uppercased()) ? nil : text
    }

    /// Takes the values of a file's first directory.
    mutating func read(main: TIFFDirectory) {
        orientation = main.integer(0x0112).flatMap(Orientation.init(rawValue:)) ?? .up
        make = main.text(0x010F)
        model = main.text(0x0110)
        title = main.text(0x010E).flatMap(Self.writtenTitle)
        artist = main.text(0x013B)
        copyright = main.text(0x8298)
        // Some editors write the date taken into the main directory.
        dateTaken =
            dateTaken ?? Metadata.isoDate(main.text(0x9003), offset: main.text(0x9011))
            ?? Metadata.isoDate(main.text(0x0132), offset: nil)
    }

    /// Takes the values of EXIF's own directory.
    mutating func read(exif: TIFFDirectory) {
        dateTaken = Metadata.isoDate(exif.text(0x9003), offset: exif.text(0x9011)) ?? dateTaken
    }

    /// Takes the position.
    mutating func read(gps: TIFFDirectory) {
        func degrees(_ tag: Int, reference: Int, negative: Character) -> Double? {
            guard let parts = gps.rationals(tag) else { return nil }
            return Position.degrees(parts, isNegative: gps.text(reference)?.uppercased().first == negative)
        }
        position = Position(degrees(2, reference: 1, negative: "S"), degrees(4, reference: 3, negative: "W"))
    }

    /// `2024:06:09 21:14:03` as ISO 8601; `nil` for blanks and zeros, which cameras without a clock write.
    private static func isoDate(_ text: String?, offset: String?) -> String? {
        guard let (date, rest) = text.flatMap(isoDate), rest.isEmpty else { return nil }
        return date + (offset.flatMap(utcOffset) ?? "")
    }

    /// The date and time that a text begins with, as ISO 8601, and what follows them; `nil` for zeros.
    static func isoDate(_ text: String) -> (date: String, rest: Substring)? {
        var characters = Array(text.utf8.prefix(19))
        let pattern = Array("0000:00:00 00:00:00".utf8)
        guard characters.count == pattern.count, characters != pattern,
            zip(characters, pattern).allSatisfy({ (0x30...0x39 ~= $0) == ($1 == 0x30) })
        else { return nil }
        (characters[4], characters[7], characters[10]) = (UInt8(ascii: "-"), UInt8(ascii: "-"), UInt8(ascii: "T"))
        return (String(decoding: characters, as: UTF8.self), Substring(text.utf8.dropFirst(19)))
    }

    /// The text, if it is an offset from UTC like `+02:00`.
    static func utcOffset(_ text: some StringProtocol) -> String? {
        text.utf8.count == 6 && (text.hasPrefix("+") || text.hasPrefix("-")) ? String(text) : nil
    }
}

/// Text of metadata in files.
enum MetadataText {
    /// The maximum length of a text, in bytes; EXIF readers expect no more.
    static let maximumBytes = 4095

    /// The text before the first NUL, without blanks around it and at most `maximumBytes` long; `nil` when nothing is left.
    static func cleaned(_ bytes: some Collection<UInt8>) -> String? {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
        let text = String(decoding: bytes.prefix { $0 != 0 }.drop(while: isBlank).prefix(maximumBytes), as: UTF8.self)
        // Bytes that are not UTF-8 have become three each.
        var utf8 = Substring(text).utf8
        if utf8.count > maximumBytes {
            var end = utf8.index(utf8.startIndex, offsetBy: maximumBytes)
            while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
            utf8 = utf8[..<end]
        }
        while let last = utf8.last, isBlank(last) { utf8 = utf8.dropLast() }
        return utf8.isEmpty ? nil : String(Substring(utf8))
    }
}

/// Metadata as a TIFF structure (TIFF 6.0, CIPA DC-008), big-endian.
enum EXIFWriter {
    /// A value of a directory.
    struct Field {
        let tag: Int
        let type: Int
        let count: Int
        let data: [UInt8]
    }

    /// The structure, or nothing when there is no value. The orientation is `orientation`, not that of `metadata`, as pictures are
    /// written upright.
    static func bytes(of metadata: Metadata, orientation: Orientation = .up) -> [UInt8] {
        guard metadata.keeping([.all, .position]) != Metadata() || orientation != .up else { return [] }
        let (date, offset) = exifDate(metadata.dateTaken)
        var main = [
            text(0x010E, metadata.title), text(0x010F, metadata.make), text(0x0110, metadata.model),
            text(0x013B, metadata.artist), text(0x8298, metadata.copyright),
        ].compactMap(\.self)
        let exif = [text(0x9003, date), text(0x9011, offset)].compactMap(\.self)
        if orientation != .up {
            main.append(Field(tag: 0x0112, type: 3, count: 1, data: [UInt8](bigEndian: orientation.rawValue, count: 2)))
        }
        return structure(main: main, exif: exif, gps: metadata.position.map(fields) ?? [])
    }

    /// Returns a structure with the values of its directories.
    static func structure(main: [Field], exif: [Field], gps: [Field] = []) -> [UInt8] {
        var main = main
        let others = [(tag: 0x8769, fields: exif), (tag: 0x8825, fields: gps)].filter { !$0.fields.isEmpty }
        // Pointers have a fixed length, so that the main directory's length is known before they are.
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
