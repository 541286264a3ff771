import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// No decoded picture shows the previous contents of memory.
struct MemoryContentTests {
    /// Two processes with different memory contents decode damaged copies in the same way. `Fuzz/memory` tries 20,000 copies.
    @Test(arguments: [
        "tiff-deflate.tif", "tiff-rgb-tiled.tif", "tiff-lzw.tif", "heic.heic", "heic-grid.heic", "heic-alpha.heic",
        "avif.avif", "avif-alpha.avif", "webp-lossy-alpha.webp", "png-rgba-8.png", "gif-disposal-2.gif",
        "jpeg-progressive.jpg", "bmp-8-rle.bmp",
    ])
    func `damaged pictures do not depend on the contents of memory`(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let count = TestScale.count(quick: 60, all: 300)
        let first = try DecodingRun.mutants(of: bytes, count: count, filling: 65)
        let second = try DecodingRun.mutants(of: bytes, count: count, filling: 200)
        #expect(first.count == count)
        #expect(first.contains { $0.contains("×") } && first.contains { !$0.contains("×") })
        #expect(first == second)
    }

    /// A zlib stream (RFC 1950) with one stored block.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        let length = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
        return [0x78, 0x01, 1] + length + length.map { ~$0 } + bytes
            + [b >> 8, b & 255, a >> 8, a & 255].map { UInt8($0) }
    }

    private static let deflate = (0x103, TIFFSpecimen.short(8))

    private static func tile(_ bytes: [UInt8]) -> [UInt8] {
        TIFFSpecimen().tiled(
            256, 240, tile: PixelSize(width: 256, height: 240), bits: 8, samples: 1, photometric: 1, [stored(bytes)],
            fields: [deflate])
    }

    private static func strips(_ bytes: [UInt8], rows: Int) -> [UInt8] {
        let strips = [[UInt8]](repeating: stored(bytes), count: 240 / rows)
        return TIFFSpecimen().picture(
            256, 240, bits: 8, samples: 1, photometric: 1, strips, fields: [deflate, (0x116, TIFFSpecimen.long(rows))])
    }

    /// Each file contains more data than a tile, a strip or a row, in a block that libdeflate would skip completely.
    @Test(arguments: [
        tile([UInt8](repeating: 42, count: 65_535)), strips([UInt8](repeating: 42, count: 65_535), rows: 240),
        strips([UInt8](repeating: 42, count: 20_000), rows: 60), strips([UInt8](repeating: 42, count: 300), rows: 1),
    ])
    func `a TIFF block that is longer than its tile fills the tile`(file: [UInt8]) throws {
        let image = try Image(decoding: file)
        #expect(image.size == PixelSize(width: 256, height: 240))
        #expect(Set(image.pixels) == [Color(red: 42, green: 42, blue: 42)])
    }

    @Test(arguments: [
        tile([UInt8](repeating: 42, count: 256 * 239)), strips([UInt8](repeating: 42, count: 256 * 239), rows: 240),
        strips([UInt8](repeating: 42, count: 255), rows: 1),
    ])
    func `a TIFF block that does not fill its tile is reported as damage`(file: [UInt8]) {
        #expect(errorCode { try Image(decoding: file) } == .damaged)
    }

    /// The fixture with 16 bytes of its coded picture inverted, starting at this percentage of the data.
    private static func damaged(_ name: String, at place: Int) -> [UInt8] {
        var bytes = Fixture.small(name).bytes
        let data = bytes.indices.first { bytes[$0...].starts(with: "mdat".utf8) } ?? 0
        let start = data + 4 + (bytes.count - data - 4) * place / 100
        for index in start..<min(start + 16, bytes.count) { bytes[index] = ~bytes[index] }
        return bytes
    }

    @Test(arguments: ["heic.heic", "heic-alpha.heic", "heic-grid.heic"], [30, 50, 70])
    func `damaged HEVC causes an error, and its missing parts are gray`(name: String, place: Int) throws {
        let file = Self.damaged(name, at: place)
        #expect(errorCode { try Image(decoding: file) } == .damaged)
        guard let saved = try? DecodedImage(file, options: DecodingOptions(toleratesDamage: true)) else { return }
        #expect(saved.warnings.count == 1)
        #expect(saved.image.size == (try DecodedImage(Fixture.small(name).bytes).image.size))
    }
}
