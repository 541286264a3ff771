/// The format of a picture or video file, detected from its first bytes.
package enum PictureSignature: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp, avif, heic, bmp, jxl
    /// TIFF, or a camera raw file with the same structure (NEF, ARW, DNG).
    case tiff
    /// A camera raw file: CR2, CR3, RAF, ORF or RW2.
    case raw
    /// Probably an icon or a cursor: its signature has only four bytes.
    case ico
    /// Another ISO base media file, such as MP4.
    case film

    /// The number of initial bytes needed to detect the format. AVIF under a generic HEIF brand needs up to 64 bytes.
    package static let length = 16

    /// Detects the format from the first bytes of a file; `nil` if it is unknown.
    package init?(_ bytes: RawSpan) {
        func byte(_ offset: Int) -> UInt8 {
            offset < bytes.byteCount ? bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) : 0
        }
        func has(_ signature: StaticString, at offset: Int = 0) -> Bool {
            offset + signature.utf8CodeUnitCount <= bytes.byteCount
                && (0..<signature.utf8CodeUnitCount).allSatisfy { byte(offset + $0) == signature.utf8Start[$0] }
        }
        func has(_ signature: [UInt8]) -> Bool {
            signature.count <= bytes.byteCount && signature.indices.allSatisfy { byte($0) == signature[$0] }
        }
        /// Returns true if `brand` is among the first compatible brands, which come after the minor version.
        func isCompatible(with brand: StaticString) -> Bool {
            let end = (0..<4).reduce(0) { $0 << 8 | Int(byte($1)) }
            return stride(from: 16, to: min(end, 64), by: 4).contains { has(brand, at: $0) }
        }
        let av1: [StaticString] = ["avif", "avis"]
        let hevc: [StaticString] = ["heic", "heix", "hevc", "hevx", "heim", "heis"]
        let generic: [StaticString] = ["mif1", "msf1"]
        // The first three signatures are from Olympus; the others are from Panasonic and Fujifilm.
        let raws: [StaticString] = ["IIRO", "IIRS", "MMOR", "IIU\0", "FUJIFILMCCD-RAW"]
        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4) {
            // The major brand specifies the format of ISO base media files. If the major brand is a generic HEIF brand, the compatible
            // brands specify the format.
            if av1.contains(where: { has($0, at: 8) }) {
                self = .avif
            } else if hevc.contains(where: { has($0, at: 8) }) {
                self = .heic
            } else if generic.contains(where: { has($0, at: 8) }) {
                self = !hevc.contains(where: isCompatible) && av1.contains(where: isCompatible) ? .avif : .heic
            } else {
                self = has("crx ", at: 8) ? .raw : .film
            }
        } else if raws.contains(where: { has($0) }) || has("II*\0") && has("CR", at: 8) {
            self = .raw
        } else if has("II*\0") || has("MM\0*") || has("II+\0\u{8}\0\0\0") || has("MM\0+\0\u{8}\0\0") {
            self = .tiff
        } else if has("BM"), bytes.byteCount > 9, (6...9).allSatisfy({ byte($0) == 0 }) {
            self = .bmp
        } else if has([0xFF, 0x0A]) || has("\0\0\0\u{C}JXL \r\n") && byte(10) == 0x87 && byte(11) == 0x0A {
            self = .jxl
        } else if bytes.byteCount > 9, has([0, 0, 1, 0]) || has([0, 0, 2, 0]), byte(4) | byte(5) != 0, byte(9) == 0 {
            self = .ico
        } else {
            return nil
        }
    }
}

extension PictureSignature {
    /// Returns the format of a picture from its first bytes; `nil` if the bytes are not those of a picture. File names and media types are
    /// ignored, because they may be wrong.
    package static func picture(in bytes: some Collection<UInt8>) -> PictureSignature? {
        let head = Array(bytes.prefix(length))
        let signature = PictureSignature(head.span.bytes)
        return signature == .film ? nil : signature
    }
}
