import PostcardFixtures
import Testing

@testable import PostcardImaging

struct ReducedJPEGQualityTests {
    @Test(
        arguments: ["fuji-lake-at-dawn", "paris-autumn-mist", "poole-boats-in-harbour"],
        [ReducedJPEGDecoder.Scale.eighth, .quarter])
    func resultIsNearerToTheFullPictureThanLibjpegs(_ name: String, _ scale: ReducedJPEGDecoder.Scale) throws {
        let file = Fixture.travel(name).bytes
        let full = try Image(decoding: file)
        let side = max(full.size.width, full.size.height) * scale.rawValue / 12
        let resize = Resize(into: .square(side))
        let reference = try full.resized(resize)
        let ours = try Image(DecodedRows(file, scale: scale)).resized(resize)
        let theirs = try Image(#require(DecodedRows(libjpeg: file, scale: scale))).resized(resize)
        #expect(ours.peakSignalToNoise(with: reference) > theirs.peakSignalToNoise(with: reference))
    }
}

extension Image {
    fileprivate init(_ rows: DecodedRows) throws {
        try self.init(size: PixelSize(width: rows.width, height: rows.height)) { x, y in
            let pixel = UInt32(bitPattern: rows.pixels[y * rows.width + x])
            return Color(
                red: UInt8(pixel >> 16 & 255), green: UInt8(pixel >> 8 & 255), blue: UInt8(pixel & 255))
        }
    }
}
