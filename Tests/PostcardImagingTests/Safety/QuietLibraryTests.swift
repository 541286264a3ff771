import PostcardFixtures
import Testing

/// No C library prints anything, for any input.
struct QuietLibraryTests {
    @Test(arguments: ["avif.avif", "heic.heic", "tiff-lzw.tif", "webp-lossy.webp", "jpeg-420.jpg", "png-rgb-8.png"])
    func `libraries print nothing about damage`(name: String) throws {
        let whole = Fixture.small(name).bytes
        for place in [2, 3, 5] {
            var bytes = whole
            // The damage is after the headers, in the coded picture.
            let start = bytes.count - bytes.count / place
            for offset in start..<min(bytes.count, start + 40) { bytes[offset] ^= 0x5A }
            let run = try DecodingRun("thumbnail", bytes, recover: place == 3)
            #expect(run.outcome != "signal", "\(run)")
            #expect(run.complaints.isEmpty, "\(run)")
        }
    }
}
