import PostcardCore
import Testing

@testable import PostcardImaging

struct LibGDFormatTests {
    /// - Parameters:
    ///   - pixels: B, G, R and, of 32 bits, A.
    ///   - isTopDown: whether the top row comes first.
    static func tga(
        _ width: Int, _ height: Int, bits: Int, kind: Int = 2, isTopDown: Bool = true, _ pixels: [UInt8]
    ) -> [UInt8] {
        [0, 0, UInt8(kind), 0, 0, 0, 0, 0, 0, 0, 0, 0] + ICOTests.little(width, 2) + ICOTests.little(height, 2)
            + [UInt8(bits), (isTopDown ? 0x20 : 0) | (bits == 32 ? 8 : 0)] + pixels
    }

    static let blueAndRed: [UInt8] = [200, 10, 20, 30, 40, 250]

    @Test(arguments: [true, false])
    func `TGA shows its colours the right way up`(isTopDown: Bool) throws {
        let file = Self.tga(1, 2, bits: 24, isTopDown: isTopDown, Self.blueAndRed)
        let image = try Image(decoding: file)
        #expect(image.isOpaque)
        #expect(image[0, isTopDown ? 0 : 1] == Color(red: 20, green: 10, blue: 200))
        #expect(image[0, isTopDown ? 1 : 0] == Color(red: 250, green: 40, blue: 30))
    }

    @Test func `TGA has alpha, and runs`() throws {
        let alpha = try Image(decoding: Self.tga(2, 1, bits: 32, [1, 2, 3, 0, 4, 5, 6, 255]))
        #expect(alpha[0, 0].alpha == 0 && alpha[1, 0] == Color(red: 6, green: 5, blue: 4))
        let runs = try Image(decoding: Self.tga(100, 2, bits: 24, kind: 10, [0xE3, 9, 8, 7, 0xE3, 1, 2, 3]))
        #expect(runs[99, 0] == Color(red: 7, green: 8, blue: 9) && runs[0, 1] == Color(red: 3, green: 2, blue: 1))
    }

    @Test func `TGA that libgd does not read says so`() throws {
        let error = try #require(throws: ImageError.self) {
            try Image(decoding: Self.tga(2, 1, bits: 16, [1, 2, 3, 4]))
        }
        #expect(error.code == .unsupported && error.message.contains("24 and 32 bits"))
    }

    @Test func `WBMP and XBM are black and white`() throws {
        // 10 × 2 pixels, of which the first and the last are black.
        let wbmp: [UInt8] = [0, 0, 10, 2, 0x7F, 0xC0, 0xFF, 0x80]
        let xbm = Array(
            "#define dot_width 10\n#define dot_height 2\nstatic char dot_bits[] = {\n 0x01, 0x00, 0x00, 0x02 };\n".utf8)
        for (file, format) in [(wbmp, ImageFormat.wbmp), (xbm, .xbm)] {
            let decoded = try DecodedImage(file)
            #expect(decoded.header.format == format && decoded.image.size == PixelSize(width: 10, height: 2))
            #expect(decoded.image[0, 0] == .black && decoded.image[9, 1] == .black, "\(format)")
            #expect(decoded.image.pixels.count { $0 == .white } == 18)
        }
    }

    @Test(arguments: [
        [UInt8](repeating: 0, count: 400), Array("just some text that is no picture at all".utf8),
        [0, 0, 1, 0xBA] + [UInt8](repeating: 0x44, count: 200),
        Array("#define LENGTH 10\n#define WIDTH 2\nint main() {}\n".utf8),
        [0, 0, 2] + [UInt8](repeating: 0, count: 30),
    ])
    func `what only resembles these formats is none of them`(bytes: [UInt8]) {
        #expect(ImageFormat(sniffing: bytes.span.bytes) == nil)
    }

    @Test(arguments: [
        ("TGA that claims 65,535 × 65,535", tga(65_535, 65_535, bits: 32, [1, 2, 3])),
        (
            "TGA of runs beyond the limit",
            tga(7_000, 7_000, bits: 24, kind: 10, [UInt8](repeating: 0xFF, count: 1_600_000))
        ),
        ("TGA cut short", tga(600, 600, bits: 24, [1, 2, 3])),
        (
            "XBM that claims 65,535 × 65,535",
            Array("#define a_width 65535\n#define a_height 65535\nstatic char a_bits[] = { 0x00".utf8)
        ),
        ("XBM cut short", Array("#define a_width 16\n#define a_height 9\nstatic char a_bits[] = { 0x00, 0x00".utf8)),
        ("TGA whose runs end early", tga(600, 600, bits: 24, kind: 10, [UInt8](repeating: 0x01, count: 12_000))),
    ])
    func `hostile files cost little and nothing is printed`(name: String, bytes: [UInt8]) throws {
        let run = try DecodingRun("thumbnail", bytes)
        #expect(run.outcome != "ok" && run.outcome != "signal" && run.complaints.isEmpty, "\(name): \(run)")
        #expect(run.kilobytes < 32 << 10, "\(name): \(run)")
    }

    @Test func `prefixes and damage do no harm`() {
        let files = [
            Self.tga(100, 2, bits: 24, kind: 10, [0xE3, 9, 8, 7, 0xE3, 1, 2, 3]),
            Self.tga(2, 1, bits: 32, [1, 2, 3, 0, 4, 5, 6, 255]),
            Array(
                "#define dot_width 10\n#define dot_height 2\nstatic char dot_bits[] = {\n 0x01, 0x00, 0x00, 0x02 };\n"
                    .utf8),
        ]
        var random = SeededRandom(seed: 13)
        var tried = 0
        for file in files {
            for length in 0..<file.count { _ = try? Image(decoding: Array(file[..<length])) }
            for _ in 0..<300 {
                var bytes = file
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                _ = try? Image(decoding: bytes, options: DecodingOptions(limits: DecodingLimits(pixels: 100_000)))
                tried += 1
            }
        }
        #expect(tried == 900)
    }
}
