import PostcardCore
import Testing

@testable import PostcardImaging

struct UnknownFormatTests {
    @Test(arguments: [
        [UInt8](repeating: 0, count: 400), Array("just some text, not a picture".utf8),
        [0, 0, 1, 0xBA] + [UInt8](repeating: 0x44, count: 200),
        [0, 0, 2] + [UInt8](repeating: 0, count: 30),
        // WBMP and XBM, which have no signature.
        [0, 0, 10, 2, 0x7F, 0xC0, 0xFF, 0x80],
        Array("#define dot_width 8\n#define dot_height 2\nstatic char dot_bits[] = {\n 0x01, 0x02 };\n".utf8),
    ])
    func `bytes without a signature are not a picture`(bytes: [UInt8]) {
        #expect(ImageFormat(sniffing: bytes.span.bytes) == nil)
    }
}
