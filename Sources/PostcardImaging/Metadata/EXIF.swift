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

    /// The orientation in a TIFF structure; `nil` if it has none from 1 to 8.
    static func orientation(inEXIF bytes: UnsafeRawBufferPointer) -> Orientation? {
        TIFFDirectory.Reader(bytes).flatMap { $0.directory(at: $0.firstDirectory) }?.integer(0x0112)
            .flatMap(Orientation.init(rawValue:))
    }

    /// Descriptions that cameras write into every picture.
    private static let stockTitles: Set<NameKey> = [
        "OLYMPUS DIGITAL CAMERA", "SONY DSC", "SAMSUNG", "SAMSUNG CAMERA PICTURES", "SAMSUNG DIGITAL CAMERA",
        "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA", "DIGITAL CAMERA", "DIGITAL STILL CAMERA",
        "DCIM", "DCF 1.0", "EXIF_JPEG_PICTURE", "EXIF JPEG PICTURE", "DEFAULT",
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
        title =
            main.text(0x010E).flatMap(Self.writtenTitle) ?? main.wideText(0x9C9B).flatMap(Self.writtenTitle)
        artist = main.text(0x013B) ?? main.wideText(0x9C9D)
        copyright = main.text(0x8298)
        // Some editors write the date taken into the main directory.
        if dateTaken == nil { takeDate(Self.originalDate(main)) }
        dateChanged = dateChanged ?? Self.date(main, 0x0132, fraction: 0x9290, offset: 0x9010)
    }

    /// Takes the values of EXIF's own directory.
    mutating func read(exif: TIFFDirectory) {
        takeDate(Self.originalDate(exif))
        // The fraction and the offset of the date of the last change are in this directory.
        dateChanged = dateChanged.flatMap { Self.date(exif, of: $0.text, fraction: 0x9290, offset: 0x9010) }
    }

    /// The date on which the picture was taken, or else digitized.
    private static func originalDate(_ directory: TIFFDirectory) -> MetadataDate? {
        date(directory, 0x9003, fraction: 0x9291, offset: 0x9011)
            ?? date(directory, 0x9004, fraction: 0x9292, offset: 0x9012)
    }

    private static func date(_ directory: TIFFDirectory, _ tag: Int, fraction: Int, offset: Int) -> MetadataDate? {
        directory.text(tag).flatMap { date(directory, of: $0, fraction: fraction, offset: offset) }
    }

    private static func date(_ directory: TIFFDirectory, of text: String, fraction: Int, offset: Int) -> MetadataDate? {
        MetadataDate(text, fraction: directory.text(fraction), offset: directory.text(offset))
    }

    /// Takes the position.
    mutating func read(gps: TIFFDirectory) {
        func degrees(_ tag: Int, reference: Int, negative: Character) -> Double? {
            guard let parts = gps.rationals(tag) else { return nil }
            return Position.degrees(parts, isNegative: gps.text(reference)?.uppercased().first == negative)
        }
        position = Position(degrees(2, reference: 1, negative: "S"), degrees(4, reference: 3, negative: "W"))
    }
}

/// Text of metadata in files.
enum MetadataText {
    /// The maximum length of a text, in bytes; EXIF readers expect no more.
    static let maximumBytes = 4095

    /// The text before the first NUL, without blanks around it and at most `maximumBytes` long; `nil` when nothing is left.
    static func cleaned(_ bytes: some Collection<UInt8>) -> String? {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
        let text = decoded(Array(bytes.prefix { $0 != 0 }.drop(while: isBlank).prefix(maximumBytes)))
        // Bytes that are not UTF-8 have become two or three each.
        var utf8 = Substring(text).utf8
        if utf8.count > maximumBytes {
            var end = utf8.index(utf8.startIndex, offsetBy: maximumBytes)
            while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
            utf8 = utf8[..<end]
        }
        while let last = utf8.last, isBlank(last) { utf8 = utf8.dropLast() }
        return utf8.isEmpty ? nil : String(Substring(utf8))
    }

    /// Decodes UTF-8, or else Windows-1252, in which programs write that take no notice of the standard.
    private static func decoded(_ bytes: [UInt8]) -> String {
        // A limit may have cut the last character.
        let start = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
        let isCut = bytes.count == maximumBytes && start < bytes.endIndex && bytes[start] >= 0xC0
        if let text = String(validating: isCut ? bytes[..<start] : bytes[...], as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar(windows1252[Int($0)]) ?? "?" }))
    }

    /// The code points of Windows-1252, as the Encoding standard of WHATWG has them.
    private static let windows1252: [UInt32] = {
        var points = (0..<256).map { UInt32($0) }
        let special: [UInt32] = [
            0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
            0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
            0x0153, 0x9D, 0x017E, 0x0178,
        ]
        points.replaceSubrange(0x80..<0xA0, with: special)
        return points
    }()
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
        let date = metadata.dateTaken.flatMap { MetadataDate($0) }
        var main = [
            text(0x010E, metadata.title), text(0x010F, metadata.make), text(0x0110, metadata.model),
            text(0x013B, metadata.artist), text(0x8298, metadata.copyright),
        ].compactMap(\.self)
        // EXIF has no dates without a time.
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
