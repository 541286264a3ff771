import PostcardFixtures
import Testing

@testable import PostcardImaging

/// CMYK without a profile, compared with CMYK with a profile.
struct CMYKConversionTests {
    /// Percentages of cyan, magenta, yellow and black, and the resulting sRGB.
    struct Patch: Sendable {
        let inks: [Int]
        let color: Color

        init(_ inks: [Int], _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            self.inks = inks
            color = Color(red: red, green: green, blue: blue)
        }

        var shown: Color {
            var pixel = inks.enumerated().reduce(Int32(0)) { bits, ink in
                bits | Int32(bitPattern: UInt32(255 - (ink.element * 255 + 50) / 100) << UInt32(8 * ink.offset))
            }
            CMYKConversion.convert(&pixel, count: 1)
            return GDPixel.color(pixel)
        }
    }

    /// Little CMS, SWOP v2, relative colorimetric with black point compensation.
    static let solids = [
        Patch([0, 0, 0, 0], 255, 255, 255), Patch([0, 0, 0, 100], 35, 31, 32), Patch([0, 0, 100, 100], 27, 25, 0),
        Patch([0, 100, 0, 100], 35, 0, 0), Patch([100, 0, 0, 100], 0, 14, 35), Patch([100, 100, 100, 100], 0, 0, 0),
        Patch([100, 100, 0, 0], 46, 48, 146), Patch([100, 0, 0, 0], 0, 174, 239), Patch([100, 0, 100, 0], 0, 166, 80),
        Patch([0, 100, 0, 0], 236, 0, 140),
    ]

    /// Amounts of ink are not sRGB levels.
    @Test(arguments: ["jpeg-cmyk-adobe.jpg", "jpeg-cmyk-plain.jpg", "jpeg-cmyk-profile.jpg"])
    func `ink values are resampled directly, even in linear light`(name: String) throws {
        let files = try [ResamplingSpace.sRGB, .linear].map { space in
            let options = DecodingOptions(resize: Resize(into: .square(21)), resamplingSpace: space)
            return try Image(decoding: Fixture.small(name).bytes, options: options).encoded(as: .png)
        }
        #expect(files[0] == files[1])
    }

    @Test(arguments: solids)
    func `solid inks match the profile`(patch: Patch) {
        #expect(patch.shown.distance(to: patch.color) <= 1, "\(patch.shown)")
    }

    /// Measurements from ANSI CGATS TR 003 (SWOP, grade 3 paper), relative to the paper, with black point compensation.
    static let tints = [
        Patch([40, 0, 0, 0], 148, 217, 247), Patch([0, 40, 0, 0], 247, 175, 205), Patch([0, 0, 0, 40], 170, 173, 177),
        Patch([0, 0, 0, 80], 86, 88, 91), Patch([70, 40, 40, 0], 96, 138, 148), Patch([40, 40, 40, 40], 113, 105, 103),
        Patch([20, 70, 70, 20], 171, 88, 72), Patch([70, 20, 70, 0], 90, 162, 114),
        Patch([100, 70, 20, 20], 18, 76, 126),
        Patch([40, 70, 70, 60], 87, 54, 47), Patch([100, 100, 0, 20], 46, 47, 122),
        Patch([0, 0, 40, 0], 255, 251, 177),
    ]

    @Test(arguments: tints)
    func `tints are close to the measured ones`(patch: Patch) {
        #expect(patch.shown.distance(to: patch.color) <= 10, "\(patch.shown)")
    }

    @Test func `more black is darker`() {
        let levels = stride(from: 0, through: 100, by: 5).map { Patch([0, 0, 0, $0], 0, 0, 0).shown.green }
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 > $1 })
    }
}
