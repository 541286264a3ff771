/// The format of a picture as its first bytes tell it.
public enum PictureFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// JPEG.
    case jpeg
    /// PNG.
    case png
    /// GIF.
    case gif
    /// WebP.
    case webp
    /// AVIF, still or moving.
    case avif
    /// HEIC or HEIF, as phones write it.
    case heic
    /// TIFF.
    case tiff
    /// Windows bitmap.
    case bmp
    /// Windows icon or cursor.
    case ico
    /// JPEG XL.
    case jxl
    /// Raw file of a camera (CR2, CR3, RAF, ORF, RW2); those that begin as TIFF files do are `tiff`.
    case raw

    /// The number of bytes that are enough to tell.
    static let signatureLength = 16

    /// Recognises a format by its signature; `nil` when it is none of these formats. Names and content types are not
    /// asked, since both lie.
    ///
    /// - Parameter bytes: The start of a file, at least 12 bytes of it.
    public init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.signatureLength))
        func has(_ signature: String, at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: signature.utf8)
        }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4) {
            // ISO base media: the major brand says which of the picture formats it is, or that it is a film.
            if has("avif", at: 8) || has("avis", at: 8) {
                self = .avif
            } else if has("crx ", at: 8) {
                self = .raw
            } else if ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"].contains(where: {
                has($0, at: 8)
            }) {
                self = .heic
            } else {
                return nil
            }
        } else if ["IIRO", "IIRS", "MMOR", "IIU\0", "FUJIFILMCCD-RAW"].contains(where: { has($0) })
            || has("CR", at: 8) && head.starts(with: [0x49, 0x49, 0x2A, 0x00])
        {
            self = .raw
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0x00]) || head.starts(with: [0x4D, 0x4D, 0x00, 0x2A])
            || head.starts(with: [0x49, 0x49, 0x2B, 0x00, 8, 0, 0, 0])
            || head.starts(with: [0x4D, 0x4D, 0x00, 0x2B, 0, 8, 0, 0])
        {
            self = .tiff
        } else if has("BM"), head.count > 9, head[6...9].allSatisfy({ $0 == 0 }) {
            self = .bmp
        } else if head.starts(with: [0xFF, 0x0A])
            || head.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
        {
            self = .jxl
        } else if head.count > 9, head.starts(with: [0, 0, 1, 0]) || head.starts(with: [0, 0, 2, 0]),
            head[4] | head[5] != 0,
            head[9] == 0
        {
            self = .ico
        } else {
            return nil
        }
    }
}
