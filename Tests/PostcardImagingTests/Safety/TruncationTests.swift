import PostcardFixtures
import PostcardImaging
import Testing

struct TruncationTests {
    @Test(arguments: [
        "hostile-truncated.jpg", "hostile-truncated-progressive.jpg", "hostile-truncated.png",
        "hostile-truncated-in-header.jpg",
    ])
    func `the error for a truncated file states how much is present`(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let error = try #require(throws: ImageError.self) { try Image(decoding: bytes) }
        #expect(error.code == .truncated)
        #expect(error.message.contains("\(bytes.count) bytes"))
    }

    @Test(arguments: ["hostile-truncated.jpg", "hostile-truncated.png"])
    func `a truncation error states the number of rows`(name: String) throws {
        let error = try #require(throws: ImageError.self) { try Image(decoding: Fixture.small(name).bytes) }
        #expect(error.message.contains(name.hasSuffix("jpg") ? "of 107" : "of 64"))
    }

    @Test(arguments: ["hostile-truncated.jpg", "hostile-truncated.png", "hostile-bad-crc.png", "hostile-no-iend.png"])
    func `tolerating damage returns the top of the picture with a warning`(name: String) throws {
        for side in [1000, 64, 20] {
            let options = DecodingOptions(resize: Resize(into: .square(side)), toleratesDamage: true)
            let decoded = try DecodedImage(Fixture.small(name).bytes, options: options)
            let original = name.hasSuffix("jpg") ? "jpeg-420.jpg" : "png-rgb-8.png"
            let whole = try Image(
                decoding: Fixture.small(original).bytes, options: DecodingOptions(resize: Resize(into: .square(side))))
            #expect(decoded.warnings.count == 1)
            #expect(decoded.image.size == whole.size)
            #expect(decoded.image[whole.size.width / 2, 2].distance(to: whole[whole.size.width / 2, 2]) < 12)
        }
    }

    /// A PNG in which other bytes replace the last twelve, the IEND chunk.
    @Test(
        arguments: [
            [], [0, 0, 0], [0, 0, 0, 0] + Array("IEnD".utf8) + [0, 0, 0, 0],
            [0, 0, 0, 0] + Array("IEND".utf8) + [1, 2, 3, 4],
        ] as [[UInt8]])
    func `damage after the compressed picture only causes a warning`(tail: [UInt8]) throws {
        for name in ["png-rgb-8.png", "png-palette-8-interlaced.png", "png-grey-16.png"] {
            let whole = Fixture.small(name).bytes
            let decoded = try DecodedImage(Array(whole.dropLast(12)) + tail)
            #expect(decoded.warnings.count == 1, "\(decoded.warnings)")
            #expect(decoded.image.distance(to: try Image(decoding: whole)) == 0)
            // Without the checksum of the pixel data, the picture may be damaged.
            #expect(throws: ImageError.self) { try Image(decoding: Array(whole.dropLast(13))) }
        }
    }

    @Test(arguments: ["webp-lossless.webp", "webp-lossy.webp", "webp-animated.webp", "webp-lossless-alpha.webp"])
    func `a WebP without its last bytes is truncated`(name: String) throws {
        let whole = Fixture.small(name).bytes
        let first = whole.indices.first { whole[$0...].starts(with: "ANMF".utf8) }
        // Only the first frame of an animation is shown.
        let end = first.map { $0 + 8 + Int(whole[$0 + 4]) + Int(whole[$0 + 5]) << 8 } ?? whole.count
        for missing in [2, 9, 40] {
            let part = Array(whole.prefix(end - missing))
            #expect(errorCode { try Image(decoding: part) } == .truncated)
            let saved = try? DecodedImage(part, options: DecodingOptions(toleratesDamage: true))
            #expect(saved?.warnings.isEmpty != true)
        }
    }

    @Test func `missing rows are gray`() throws {
        let decoded = try DecodedImage(
            Fixture.small("hostile-truncated.png").bytes, options: DecodingOptions(toleratesDamage: true))
        #expect(decoded.image[40, 63] == Color(red: 128, green: 128, blue: 128))
    }

    @Test func `limits apply if damage is tolerated`() throws {
        for name in ["hostile-3000-scans.jpg", "hostile-60000x60000.png"] {
            #expect(throws: ImageError.self) {
                try Image(decoding: Fixture.small(name).bytes, options: DecodingOptions(toleratesDamage: true))
            }
        }
    }

    @Test func `extra coded bytes cause a warning`() throws {
        let decoded = try DecodedImage(Fixture.small("hostile-damaged-scan.jpg").bytes)
        #expect(decoded.warnings.count == 1)
    }

    @Test(arguments: ["hostile-text.jpg", "hostile-html.jpg", "hostile-empty.jpg", "hostile-one-byte.png"])
    func `other files are unsupported`(name: String) throws {
        let error = try #require(throws: ImageError.self) { try Image(decoding: Fixture.small(name).bytes) }
        #expect(error.code == .unsupported)
    }

    @Test(arguments: ["hostile-jpeg-inside.png", "hostile-png-inside.jpg"])
    func `the first bytes determine the format`(name: String) throws {
        #expect(throws: Never.self) { try Image(decoding: Fixture.small(name).bytes) }
    }
}
