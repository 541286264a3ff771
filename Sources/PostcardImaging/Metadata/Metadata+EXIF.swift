extension Metadata {
    /// Reads a TIFF structure as EXIF uses it (CIPA DC-008, TIFF 6.0). Broken parts are left out; metadata
    /// never stop a picture.
    init(exif bytes: UnsafeRawBufferPointer) {
        self.init()
        guard let file = TIFFDirectory.Reader(bytes) else { return }
        self.init(file)
    }

    init(_ file: TIFFDirectory.Reader) {
        self.init()
        guard let main = file.directory(at: file.firstDirectory) else { return }
        read(main: main)
        if let exif = main.integer(0x8769).flatMap(file.directory(at:)) { read(exif: exif) }
        if let gps = main.integer(0x8825).flatMap(file.directory(at:)) { read(gps: gps) }
    }

    /// Descriptions that cameras write into every picture.
    private static let stockTitles: Set<String> = [
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
        guard let text else { return nil }
        var characters = Array(text.utf8)
        let pattern = Array("0000:00:00 00:00:00".utf8)
        guard characters.count == pattern.count, characters != pattern,
            zip(characters, pattern).allSatisfy({ (0x30...0x39 ~= $0) == ($1 == 0x30) })
        else { return nil }
        characters[4] = UInt8(ascii: "-")
        characters[7] = UInt8(ascii: "-")
        characters[10] = UInt8(ascii: "T")
        let isOffset = offset.map { $0.utf8.count == 6 && ["+", "-"].contains($0.first) } ?? false
        return String(decoding: characters, as: UTF8.self) + (isOffset ? offset ?? "" : "")
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
