import PostcardImaging
import Testing

/// TIFF files that need more memory than their number of pixels suggests.
struct TIFFBombTests {
    private let specimen = TIFFSpecimen()

    private func refusal(of file: [UInt8], pixels: Int = 64_000_000) -> ImageError? {
        let options = DecodingOptions(limits: DecodingLimits(pixels: pixels))
        return #expect(throws: ImageError.self) { _ = try Image(decoding: file, options: options) }
    }

    @Test func `a pixel has at most 16 samples`() throws {
        func file(samples: Int) -> [UInt8] {
            let row = [UInt8](repeating: 90, count: 8 * samples)
            let extra = [Int](repeating: 0, count: samples - 1)
            return specimen.picture(
                8, 1, bits: 8, samples: samples, photometric: 1, [row],
                fields: [(0x152, .numbers(type: TIFFSpecimen.short, extra))])
        }
        #expect(try Image(decoding: file(samples: 16)).size == PixelSize(width: 8, height: 1))
        let error = try #require(refusal(of: file(samples: 17)))
        #expect(error.code == .limitExceeded)
        #expect(error.message.contains("17 samples"))
    }

    @Test func `the pixel limit assumes 32-bit pixels`() throws {
        // 4 × float64: 32 bytes per pixel.
        let file = specimen.picture(
            8, 4, bits: 64, samples: 4, photometric: 2, [[UInt8](repeating: 0, count: 32 * 32)],
            fields: [(0x152, TIFFSpecimen.short(2)), (0x153, .numbers(type: TIFFSpecimen.short, [3, 3, 3, 3]))])
        let wide = DecodingOptions(limits: DecodingLimits(pixels: 32 * 8))
        #expect(try Image(decoding: file, options: wide).size == PixelSize(width: 8, height: 4))
        #expect(refusal(of: file, pixels: 32 * 8 - 1)?.code == .limitExceeded)
    }

    @Test func `a tile has at most 64 MiB`() throws {
        func file(_ tile: PixelSize) -> [UInt8] {
            // Deflate, without data.
            specimen.tiled(
                64, 64, tile: tile, bits: 8, samples: 4, photometric: 2, [[0x78, 1, 3, 0, 0, 0, 0, 1]],
                fields: [(0x103, TIFFSpecimen.short(8)), (0x152, TIFFSpecimen.short(2))])
        }
        let error = try #require(refusal(of: file(PixelSize(width: 4096, height: 4112))))
        #expect(error.code == .limitExceeded)
        #expect(error.message.contains("64 MiB"))
        #expect(refusal(of: file(PixelSize(width: 4096, height: 4096)))?.code == .damaged)
    }
}
