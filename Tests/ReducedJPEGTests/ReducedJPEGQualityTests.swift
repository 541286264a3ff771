import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import ReducedJPEG
import Testing

struct ReducedJPEGQualityTests {
    /// The minimum gains in decibels. At 1/8 the luma is identical to libjpeg's.
    private static let leastGains: [(ReducedJPEGDecoder.Scale, Double)] = [(.eighth, -0.1), (.quarter, 0.3)]

    @Test(arguments: ["fuji-lake-at-dawn", "paris-rooftops-in-gold", "poole-stacks-at-sunrise"], leastGains)
    func `the result is closer to the full picture than libjpeg's result`(
        _ name: String, _ gain: (scale: ReducedJPEGDecoder.Scale, least: Double)
    ) throws {
        let scale = gain.scale
        let photo = try Image(
            decoding: Fixture.travel(name).bytes, options: DecodingOptions(resize: Resize(into: .square(1_200))))
        let file = try photo.encoded(as: .jpeg(quality: 85))
        let full = try Image(decoding: file)
        let side = max(full.size.width, full.size.height) * scale.rawValue / 12
        let resize = Resize(into: .square(side))
        let reference = try full.resized(resize)
        let ours = try Image(DecodedRows(file, scale: scale)).resized(resize)
        let theirs = try Image(#require(DecodedRows(libjpeg: file, scale: scale))).resized(resize)
        #expect(ours.peakSignalToNoise(with: reference) > theirs.peakSignalToNoise(with: reference) + gain.least)
    }
}

extension Image {
    fileprivate init(_ rows: DecodedRows) throws {
        try self.init(size: PixelSize(width: rows.width, height: rows.height), fill: .black)
        for (index, pixel) in rows.pixels.enumerated() {
            let pixel = UInt32(bitPattern: pixel)
            try self.setColor(
                Color(
                    red: UInt8(pixel >> 16 & 255), green: UInt8(pixel >> 8 & 255), blue: UInt8(pixel & 255)),
                x: index % rows.width, y: index / rows.width)
        }
    }
}
