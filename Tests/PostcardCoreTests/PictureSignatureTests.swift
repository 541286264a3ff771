import PostcardCore
import Testing

struct PictureSignatureTests {
    private func signature(of bytes: [UInt8]) -> PictureSignature? { PictureSignature(bytes.span.bytes) }

    private static func media(_ brand: String) -> [UInt8] { [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) }

    private static let signatures: [(bytes: [UInt8], signature: PictureSignature)] = [
        ([0xFF, 0xD8, 0xFF], .jpeg), (Array("GIF87a".utf8), .gif), (Array("RIFF....WEBP".utf8), .webp),
        (media("avif"), .avif), (media("heis"), .heic), (media("crx "), .raw), (Array("....ftyp".utf8), .film),
        (Array("MM\0*".utf8), .tiff), (Array("II+\0\u{8}\0\0\0".utf8), .tiff), (Array("II*\0....CR".utf8), .raw),
        (Array("FUJIFILMCCD-RAW".utf8), .raw), (Array("BM....\0\0\0\0".utf8), .bmp), ([0xFF, 0x0A], .jxl),
        ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jxl),
        ([0, 0, 1, 0, 1, 0, 16, 16, 0, 0], .ico), ([0, 0, 2, 0, 0, 1, 16, 16, 0, 0], .ico),
    ]

    @Test(arguments: signatures)
    func `the first bytes determine the format`(bytes: [UInt8], signature: PictureSignature) {
        #expect(self.signature(of: bytes) == signature)
        // Each byte matters.
        #expect(self.signature(of: Array(bytes.dropLast())) != signature)
    }

    @Test(arguments: [
        ("mif1", ["mif1", "avif"], PictureSignature.avif), ("mif1", ["avif", "miaf", "mif1"], .avif),
        ("msf1", ["avis"], .avif), ("mif1", ["mif1", "heic"], .heic), ("mif1", ["avif", "heic"], .heic),
        ("mif1", [], .heic), ("heic", ["avif"], .heic), ("avif", ["heic"], .avif),
    ])
    func `with a generic brand, the compatible brands determine the format`(
        major: String, compatible: [String], signature: PictureSignature
    ) {
        let brands = compatible.flatMap(\.utf8)
        let bytes = [0, 0, 0, UInt8(16 + brands.count)] + Array("ftyp\(major)".utf8) + [0, 0, 0, 0] + brands
        #expect(self.signature(of: bytes) == signature)
        // Brands after the end of the box are ignored.
        #expect(self.signature(of: [0, 0, 0, 16] + bytes[4...]) == (major == "avif" ? .avif : .heic))
    }

    private static let others: [[UInt8]] = [
        [], [0xFF, 0xD8], [0xC2, 0x89] + Array("PNG".utf8), Array("RIFF....WAVE".utf8), Array("BM........".utf8),
        Array("II+\0\u{4}\0\0\0".utf8), [0, 0, 1, 0, 0, 0, 16, 16, 0, 0], [0, 0, 1, 0, 1, 0, 16, 16, 0, 9],
    ]

    @Test(arguments: others)
    func `other bytes have no format`(bytes: [UInt8]) {
        #expect(self.signature(of: bytes) == nil)
    }

    @Test(arguments: PictureSignature.allCases)
    func `only the documented number of bytes is read`(signature: PictureSignature) throws {
        let heads: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("GIF89a".utf8),
            Array("RIFF....WEBP".utf8), Self.media("avis"), Self.media("mif1"), Array("BM....\0\0\0\0".utf8),
            [0xFF, 0x0A], Array("II*\0".utf8), Array("IIU\0".utf8), [0, 0, 1, 0, 1, 0, 16, 16, 0, 0],
            Self.media("mp42"),
        ]
        let head = try #require(heads.first { self.signature(of: $0) == signature })
        for end in 0...40 {
            let bytes = head + [UInt8](repeating: 0xAA, count: end)
            #expect(self.signature(of: bytes) == self.signature(of: Array(bytes.prefix(16))))
        }
    }

    @Test(arguments: [
        ("CC-BY-ND-4.0", false), ("cc-by-nc-nd-2.0", false), ("by-nd", false), ("CC-BY-SA-4.0", true), ("", true),
        ("LEGEND", true), ("ND", false),
    ])
    func `ND forbids changed versions`(license: String, allows: Bool) {
        #expect(LicenseIdentifier.allowsDerivatives(license) == allows)
    }
}
