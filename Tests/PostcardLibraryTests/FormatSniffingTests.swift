import PostcardCore
import PostcardFixtures
import PostcardImaging
import Testing

/// Downloads are recognized without the decoders, by a separate sniffer that must agree with the decoders' sniffer.
struct FormatSniffingTests {
    @Test(arguments: Fixture.small)
    func `both sniffers agree on every fixture`(fixture: Fixture) {
        let bytes = fixture.bytes
        #expect(PictureSignature.picture(in: bytes)?.rawValue == ImageFormat(sniffing: bytes.span.bytes)?.rawValue)
    }

    static let heads: [[UInt8]] =
        ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1", "avif", "avis", "crx ", "isom", "qt  "].map {
            [0, 0, 0, 24] + Array("ftyp\($0)".utf8)
        } + [
            Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8), Array("IIU\0".utf8), Array("II*\0".utf8),
            Array("MM\0*".utf8), Array("II+\0".utf8) + [8, 0, 0, 0], Array("MM\0+".utf8) + [0, 8, 0, 0],
            Array("II*\0".utf8) + [16, 0, 0, 0] + Array("CR".utf8) + [2, 0], Array("FUJIFILMCCD-RAW 0201".utf8),
            [0xFF, 0x0A], [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A],
            [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 200, 0, 0, 0, 22, 0, 0, 0], [UInt8](repeating: 0, count: 64),
        ]

    @Test(arguments: heads)
    func `both sniffers agree on file headers`(head: [UInt8]) {
        let bytes = head + [UInt8](repeating: 0, count: 40)
        #expect(PictureSignature.picture(in: bytes)?.rawValue == ImageFormat(sniffing: bytes.span.bytes)?.rawValue)
    }
}
