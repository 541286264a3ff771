import PostcardCore

extension Metadata {
    /// Reads a TIFF structure with EXIF (CIPA DC-008, TIFF 6.0). Broken parts are ignored, so metadata never makes decoding fail.
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

    /// Returns the orientation in a TIFF structure; `nil` if the value is missing or not from 1 to 8.
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

    /// Returns a title that a person wrote; `nil` for a title that a camera writes into every picture.
    static func writtenTitle(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty || stockTitles.contains(words.uppercased()) ? nil : text
    }

    /// Reads the values of a file's first directory.
    mutating func read(main: TIFFDirectory) {
        orientation = main.integer(0x0112).flatMap(Orientation.init(rawValue:)) ?? .up
        make = main.text(0x010F)
        model = main.text(0x0110)
        title =
            main.text(0x010E).flatMap(Self.writtenTitle) ?? main.wideText(0x9C9B).flatMap(Self.writtenTitle)
        artist = main.text(0x013B) ?? main.wideText(0x9C9D)
        copyright = main.text(0x8298)
        // Some editors write the original date into the main directory.
        if dateTaken == nil { setDate(Self.originalDate(main)) }
        dateChanged = dateChanged ?? Self.date(main, 0x0132, fraction: 0x9290, offset: 0x9010)
    }

    /// Reads the values of the EXIF directory.
    mutating func read(exif: TIFFDirectory) {
        setDate(Self.originalDate(exif))
        // The fraction and the offset of the modification date are in this directory.
        dateChanged = dateChanged.flatMap { Self.date(exif, of: $0.text, fraction: 0x9290, offset: 0x9010) }
    }

    /// Returns the date on which the picture was taken, or else the date on which it was digitized.
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

    /// Reads the position.
    mutating func read(gps: TIFFDirectory) {
        func degrees(_ tag: Int, reference: Int, negative: Character) -> Double? {
            guard let parts = gps.rationals(tag) else { return nil }
            return Position.degrees(parts, isNegative: gps.text(reference)?.uppercased().first == negative)
        }
        position = Position(degrees(2, reference: 1, negative: "S"), degrees(4, reference: 3, negative: "W"))
    }
}
