import PostcardFixtures
import PostcardImaging
import Testing

struct LimitMessageTests {
    @Test(arguments: [
        ("hostile-30000x30000.jpg", "30000 × 30000 pixels, 900 megapixels in all; the limit is 64 megapixels"),
        ("hostile-12000x12000.png", "144 megapixels in all; the limit is 64 megapixels"),
        ("hostile-5000-frames.gif", "1001 frames; the limit is 1000"),
        ("hostile-1000-frames-of-16-megapixels.gif", "the limit is 64 megapixels"),
        ("hostile-3000-scans.jpg", "more than 100 scans"),
    ])
    func `the message states the limit and the value`(name: String, expected: String) throws {
        let error = try #require(throws: ImageError.self) { try AnimatedImage(decoding: Fixture.small(name).bytes) }
        #expect(error.code == .limitExceeded, "\(error)")
        #expect(error.message.contains(expected), "\(error)")
    }

    @Test func `a value that would round to the limit is stated exactly`() throws {
        let bytes = Fixture.small("jpeg-420.jpg").bytes
        let limits = DecodingLimits(pixels: 160 * 107 - 1, bytes: bytes.count)
        let error = try #require(throws: ImageError.self) {
            try Image(decoding: bytes, options: DecodingOptions(limits: limits))
        }
        #expect(error.message.contains("17120 pixels in all; the limit is 17119 pixels"))
    }

    @Test func `a header is read from a file of any size, but decoding applies the byte limit`() throws {
        let bytes = Fixture.small("hostile-30000x30000.jpg").bytes
        #expect(try ImageHeader(of: bytes).size == .square(30_000))
        let error = try #require(throws: ImageError.self) {
            try Image(decoding: bytes, options: DecodingOptions(limits: DecodingLimits(bytes: 10)))
        }
        #expect(error.code == .limitExceeded)
        #expect(error.message.contains("\(bytes.count) bytes; the limit is 10 bytes"))
    }

    @Test func `one megapixel is singular`() throws {
        let bytes = Fixture.small("hostile-30000x30000.jpg").bytes
        let error = try #require(throws: ImageError.self) {
            try Image(decoding: bytes, options: DecodingOptions(limits: DecodingLimits(pixels: 1_000_000)))
        }
        #expect(error.message.contains("the limit is 1 megapixel."), "\(error.message)")
    }
}
