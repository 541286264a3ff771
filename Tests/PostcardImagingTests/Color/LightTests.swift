import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

/// Pixels in color spaces other than sRGB, compared with how Chromium 156 shows PNGs with the same cICP chunk.
struct LightTests {
    struct Patch: Sendable, CustomStringConvertible {
        let primaries: Int
        let transfer: Int
        var peak: Int?
        let stored: [Int32]
        let shown: [Int32]

        var description: String { "\(primaries)/\(transfer)/\(peak ?? 0)" }
    }

    static let patches = [
        Patch(primaries: 1, transfer: 8, grays: [0, 99, 165, 188, 208, 216, 225, 255]),
        Patch(primaries: 1, transfer: 1, grays: [0, 20, 87, 121, 155, 172, 189, 255]),
        Patch(primaries: 1, transfer: 4, grays: [0, 26, 96, 129, 161, 177, 193, 255]),
        Patch(primaries: 1, transfer: 7, grays: [0, 50, 112, 141, 170, 185, 199, 255]),
        Patch(primaries: 1, transfer: 17, grays: [0, 15, 83, 118, 154, 173, 191, 255]),
        Patch(primaries: 9, transfer: 16, grays: [0, 5, 70, 132, 213, 237, 255, 255]),
        Patch(primaries: 9, transfer: 18, grays: [0, 14, 71, 99, 135, 160, 189, 255]),
        Patch(
            primaries: 9, transfer: 16, stored: [0x963C3C, 0x3C963C, 0x3C3C96, 0xC89664, 0x6496C8],
            shown: [0xF10002, 0x00CC00, 0x0012CB, 0xFF4400, 0x0073FF]),
        Patch(
            primaries: 1, transfer: 16, stored: [0x963C3C, 0x3C963C, 0xC89664], shown: [0xC21A1A, 0x1AC21A, 0xFF8432]),
        Patch(
            primaries: 9, transfer: 18, stored: [0x963C3C, 0x3C963C, 0x3C3C96, 0xC89664, 0x6496C8, 0x0000FF],
            shown: [0x891529, 0x007D1D, 0x1E276E, 0xE37249, 0x007DC3, 0x0000F9]),
        Patch(
            primaries: 12, transfer: 13, stored: [0x963C3C, 0x3C963C, 0x3C3C96, 0xC89664],
            shown: [0xA23438, 0x00982C, 0x3C3C9C, 0xD1935B]),
        Patch(
            primaries: 9, transfer: 13, stored: [0x963C3C, 0x3C963C, 0x3C3C96, 0xC89664],
            shown: [0xB81E39, 0x009E26, 0x2D3B9D, 0xE38E5A]),
        // The cLLI chunk of the same picture states its peak; 0 if unknown.
        Patch(primaries: 9, transfer: 16, peak: 0, grays: [0, 5, 70, 132, 213, 237, 255, 255]),
        Patch(primaries: 9, transfer: 16, peak: 100, grays: [0, 10, 98, 181, 255, 255, 255, 255]),
        Patch(primaries: 9, transfer: 16, peak: 203, grays: [0, 10, 98, 181, 255, 255, 255, 255]),
        Patch(primaries: 9, transfer: 16, peak: 300, grays: [0, 9, 92, 171, 255, 255, 255, 255]),
        Patch(primaries: 9, transfer: 16, peak: 500, grays: [0, 7, 84, 156, 242, 255, 255, 255]),
        Patch(primaries: 9, transfer: 16, peak: 2000, grays: [0, 5, 70, 132, 207, 223, 238, 255]),
        Patch(primaries: 9, transfer: 16, peak: 4000, grays: [0, 5, 70, 132, 202, 214, 226, 255]),
        Patch(
            primaries: 9, transfer: 16, peak: 500, stored: [0x963C3C, 0x3C963C, 0x3C3C96],
            shown: [0xFF0003, 0x00EF00, 0x0017ED]),
        Patch(primaries: 9, transfer: 18, peak: 500, grays: [0, 19, 85, 118, 159, 188, 222, 255]),
        Patch(primaries: 9, transfer: 18, peak: 4000, grays: [0, 14, 71, 99, 135, 160, 189, 225]),
    ]

    @Test(arguments: patches)
    func `light is shown as in Chromium`(patch: Patch) throws {
        let space = try #require(RGBColorSpace(primaries: patch.primaries, transfer: patch.transfer, peak: patch.peak))
        var row = patch.stored
        let conversion = try #require(RGBConversion(space))
        row.withUnsafeMutableBufferPointer { row in
            if let start = row.baseAddress { conversion.apply(to: start, count: row.count) }
        }
        for (found, expected) in zip(row, patch.shown) {
            #expect(GDPixel.color(found).distance(to: GDPixel.color(expected)) <= 1, "\(found) \(expected)")
        }
    }

    @Test func `impossible primaries are ignored`() {
        let nothing = RGBPrimaries(.zero, .zero, .zero, white: .zero)
        #expect(RGBConversion(RGBColorSpace(primaries: nothing, transfer: .sRGB)) == nil)
        #expect(RGBColorSpace(primaries: 2, transfer: 2) == nil)
    }

    @Test func `code points take precedence over a profile`() throws {
        let image = try Image(decoding: Fixture.small("png-cicp-over-profile.png").bytes)
        #expect(image[3, 3].distance(to: ColorProfileTests.red) <= 2)
    }

    @Test(arguments: ["pq", "hlg", "linear"])
    func `PNG and AVIF show the same light`(name: String) throws {
        let png = try DecodedImage(Fixture.small("png-cicp-\(name).png").bytes)
        let avif = try DecodedImage(Fixture.small("avif-\(name).avif").bytes)
        let plain = try Image(decoding: Fixture.small("avif-bt709.avif").bytes)
        #expect(png.warnings.isEmpty)
        #expect(avif.warnings.isEmpty)
        // PQ amplifies the small errors of lossy coding.
        #expect(png.image.meanDistance(to: avif.image) < 5)
        #expect(avif.image.meanDistance(to: plain) > 10)
    }

    /// The mean red shown by Chromium, which reads mdcv in PNG files, but not in HEIF files.
    @Test(arguments: [
        ("png-cicp-pq.png", 216.3), ("png-cicp-pq-clli.png", 228.4), ("png-cicp-pq-mdcv.png", 228.4),
        ("png-cicp-pq-clli-late.png", 216.3), ("avif-pq.avif", 215.9), ("avif-pq-clli.avif", 228),
        ("avif-pq-mdcv.avif", 228), ("jpeg-icc-pq.jpg", 216.3), ("heic-pq-clli.heic", 228), ("heic-pq-mdcv.heic", 228),
    ])
    func `the peak in a file is read`(name: String, red: Double) throws {
        let image = try Image(decoding: Fixture.small(name).bytes)
        var sum = 0
        for y in 0..<image.size.height { for x in 0..<image.size.width { sum += Int(image[x, y].red) } }
        #expect(abs(Double(sum) / Double(image.size.area) - red) < 1)
    }

    /// Only curves for high dynamic range use the peak.
    @Test func `the peak does not affect other curves`() {
        #expect(RGBColorSpace(primaries: 1, transfer: 13, peak: 400) == .sRGB)
    }

    @Test(arguments: [
        ("jpeg-gain-map.jpg", "jpeg-420.jpg"), ("avif-gain-map.avif", "avif-plain.avif"),
        ("heic-gain-map.heic", "heic-plain.heic"),
    ])
    func `gain maps do not change the picture`(name: String, plain: String) throws {
        let picture = try DecodedImage(Fixture.small(name).bytes)
        let expected = try DecodedImage(Fixture.small(plain).bytes)
        expectEqual(picture.image.size, expected.image.size)
        expectEqual(picture.warnings, expected.warnings)
        expectEqual(picture.image.meanDistance(to: expected.image), 0)
    }

    @Test func `primaries are used together with a gamma`() throws {
        let space = try Image(decoding: Fixture.small("png-chrm-adobe-rgb.png").bytes)
        let plain = try Image(decoding: Fixture.small("avif-bt709.avif").bytes)
        #expect(3...10 ~= space.meanDistance(to: plain))
    }

    @Test func `powers are correct`() {
        #expect(abs(PowerCurve.power(2, 0.5) - 1.414_213_562_373_095) < 1e-14)
        #expect(abs(PowerCurve.power(0.001, 2.4) - 6.309_573_444_801_93e-8) < 1e-20)
        #expect(
            PowerCurve.power(0, 2) == 0 && PowerCurve.power(-1, 2) == 0
                && abs(PowerCurve.exponential(1) - 2.718_281_828_459_045) < 1e-14)
    }
}

extension LightTests.Patch {
    fileprivate init(primaries: Int, transfer: Int, peak: Int? = nil, grays shown: [Int32]) {
        let levels: [Int32] = [0, 32, 96, 128, 160, 176, 192, 255]
        self.init(
            primaries: primaries, transfer: transfer, peak: peak, stored: levels.map { $0 * 0x10101 },
            shown: shown.map { $0 * 0x10101 })
    }
}
