import PostcardCore
import Testing

@testable import PostcardImaging

struct LibGDFormatTests {
    @Test func `WBMP and XBM are black and white`() throws {
        // 10 × 2 pixels, of which the first and the last are black.
        let wbmp: [UInt8] = [0, 0, 10, 2, 0x7F, 0xC0, 0xFF, 0x80]
        let xbm = Array(
            "#define dot_width 10\n#define dot_height 2\nstatic char dot_bits[] = {\n 0x01, 0x00, 0x00, 0x02 };\n".utf8)
        for (file, format) in [(wbmp, ImageFormat.wbmp), (xbm, .xbm)] {
            let decoded = try DecodedImage(file)
            #expect(decoded.header.format == format)
            #expect(decoded.image.size == PixelSize(width: 10, height: 2))
            #expect(decoded.image[0, 0] == .black, "\(format)")
            #expect(decoded.image[9, 1] == .black, "\(format)")
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
        (
            "XBM that claims 65,535 × 65,535",
            Array("#define a_width 65535\n#define a_height 65535\nstatic char a_bits[] = { 0x00".utf8)
        ),
        ("XBM cut short", Array("#define a_width 16\n#define a_height 9\nstatic char a_bits[] = { 0x00, 0x00".utf8)),
    ])
    func `hostile files cost little and nothing is printed`(name: String, bytes: [UInt8]) throws {
        let run = try DecodingRun("thumbnail", bytes)
        #expect(run.outcome != "ok", "\(name): \(run)")
        #expect(run.outcome != "signal", "\(name): \(run)")
        #expect(run.complaints.isEmpty, "\(name): \(run)")
        #expect(run.kilobytes < 32 << 10, "\(name): \(run)")
    }

    @Test func `prefixes and damage do no harm`() {
        let files = [
            [0, 0, 10, 2, 0x7F, 0xC0, 0xFF, 0x80],
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
        #expect(tried == 600)
    }
}
