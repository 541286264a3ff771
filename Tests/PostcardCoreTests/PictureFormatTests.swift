import PostcardCore
import PostcardTestSupport
import Testing

struct PictureFormatTests {
    private static func box(_ brand: String) -> [UInt8] { [0, 0, 0, 24] + Array("ftyp\(brand)\0\0\0\0".utf8) }

    @Test(arguments: [
        ([0xFF, 0xD8, 0xFF, 0xE0], PictureSignature.jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif), (Array("RIFF\0\0\0\0WEBP".utf8), .webp),
        (box("avif"), .avif), (box("avis"), .avif), (box("heic"), .heic), (box("mif1"), .heic),
        ([0x49, 0x49, 0x2A, 0], .tiff), ([0x4D, 0x4D, 0, 0x2A], .tiff),
        (Array("BM".utf8) + [1, 2, 3, 4, 0, 0, 0, 0, 54, 0], .bmp),
    ])
    func `every signature is recognized`(bytes: [UInt8], format: PictureSignature) {
        #expect(PictureSignature.picture(in: bytes) == format)
        #expect(PictureSignature.picture(in: bytes + Array(repeating: 9, count: 1_000)) == format)
    }

    @Test(arguments: [
        [], [0xFF], [0xFF, 0xD8], Array("<!DOCTYPE html>".utf8), Array("{\"stat\":\"fail\"}".utf8),
        Array("RIFF\0\0\0\0WAVE".utf8), box("isom"), box("mp42"), Array("BMW is a car maker".utf8),
        Array("GIF88a".utf8), Array("%PDF-1.7".utf8),
    ])
    func `other bytes are not a picture`(bytes: [UInt8]) {
        #expect(PictureSignature.picture(in: bytes) == nil)
    }
}
