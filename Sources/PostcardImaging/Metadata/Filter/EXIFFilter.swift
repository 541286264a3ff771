/// Copies the listed EXIF values (CIPA DC-008): orientation, dates, title, credit, camera and exposure. Positions, thumbnails, serial
/// numbers, binary comments and maker notes are not listed.
enum EXIFFilter {
    /// The type of EXIF text. Short arrays of numbers, and up to four bytes of other data, are also kept.
    private static let textType = 2
    private static let bytesType = 7
    private static let maximumNumberBytes = 64

    /// Title, camera, orientation, resolution, software, dates, and credit.
    private static let mainTags = [
        0x010E, 0x010F, 0x0110, 0x0112, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132, 0x013B, 0x0213, 0x8298, 0x9003, 0x9011,
    ]
    /// Exposure, dates with their offsets and fractions of seconds, light, color space, size, and lens.
    private static let exifTags = [
        0x829A, 0x829D, 0x8822, 0x8827, 0x8830, 0x8831, 0x8832, 0x9000, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9101,
        0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9207, 0x9208, 0x9209, 0x920A, 0x9290, 0x9291, 0x9292, 0xA000, 0xA001,
        0xA002, 0xA003, 0xA217, 0xA300, 0xA301, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406, 0xA407, 0xA408, 0xA409, 0xA40A,
        0xA40C, 0xA432, 0xA433, 0xA434,
    ]

    /// Returns a TIFF structure with the listed values; `nil` if the file has no such values.
    static func filtered(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let file = TIFFDirectory.Reader(bytes), let first = file.directory(at: file.firstDirectory) else {
            return nil
        }
        let main = fields(mainTags, of: first)
        let exif = first.integer(0x8769).flatMap(file.directory(at:)).map { fields(exifTags, of: $0) } ?? []
        return main.isEmpty && exif.isEmpty ? nil : EXIFWriter.structure(main: main, exif: exif)
    }

    private static func fields(_ tags: [Int], of directory: TIFFDirectory) -> [EXIFWriter.Field] {
        tags.compactMap { tag -> EXIFWriter.Field? in
            guard let field = directory.field(tag, maximumBytes: MetadataText.maximumBytes) else { return nil }
            switch field.type {
            case textType:
                // Other data can follow the end of the text.
                let text = Array(field.data.prefix { $0 != 0 }) + [0]
                return text.count == 1 ? nil : EXIFWriter.Field(tag: tag, type: textType, count: text.count, data: text)
            case bytesType: return field.data.count <= 4 ? field : nil
            default: return field.data.count <= maximumNumberBytes ? field : nil
            }
        }
    }
}
