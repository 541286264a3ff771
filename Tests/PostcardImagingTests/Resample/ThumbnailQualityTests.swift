import PostcardCore
import PostcardImaging
import PostcardTestSupport
import Testing

/// Thumbnails decoded at reduced size, compared with thumbnails resampled from all pixels in floating point.
struct ThumbnailQualityTests {
    /// Edges, waves of increasing frequency, and soft noise.
    private static func scene(_ size: PixelSize, seed: UInt64) throws -> Image {
        var random = SeededRandom(seed: seed)
        let tints = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
        return try Image(size: size) { x, y in
            let tile = Int(tints[(x / 90 + y / 70 * 7) % 64])
            let wave: Int = (x * x / 900 + y * y / 700) % 100
            let noise: Int = Int(tints[(x * 7 + y * 13 + (x ^ y)) % 64]) / 16
            func channel(_ share: Int) -> UInt8 {
                let mixed: Int = (tile * share + wave * (4 - share)) / 4
                return UInt8(min(255, mixed + noise))
            }
            return Color(red: channel(3), green: channel(2), blue: channel(1))
        }
    }

    static let formats: [EncodingOptions] = [
        .jpeg(quality: 85), .jpeg(quality: 92), .png, .webp(quality: 85), .webp(quality: nil),
    ]

    @Test func `a thumbnail is close to the resampled full picture`() throws {
        var qualities: [Double] = []
        for (index, size) in [PixelSize(width: 900, height: 640), PixelSize(width: 640, height: 800)].enumerated() {
            let scene = try Self.scene(size, seed: UInt64(index + 1))
            for format in Self.formats {
                let bytes = try scene.encoded(as: format)
                let resize = Resize(into: .square(96))
                let options = DecodingOptions(resize: resize, resamplingSpace: .sRGB)
                let thumbnail = try Image(decoding: bytes, options: options)
                let reference = try Image(decoding: bytes).resized(resize)
                qualities.append(thumbnail.peakSignalToNoise(with: reference))
            }
        }
        let mean = qualities.reduce(0, +) / Double(qualities.count)
        #expect(mean >= 48, "\(qualities)")
        #expect(qualities.allSatisfy { $0 >= 41 }, "\(qualities)")
    }

    @Test func `photos are averaged in linear light`() throws {
        var dots = try Image(size: .square(64), fill: .black)
        for y in 0..<32 { for x in 0..<32 { try dots.setColor(.white, x: 2 * x, y: 2 * y) } }
        /// The mean level of a smaller version. Bright dots keep their brightness in linear light, and get darker in sRGB.
        func level(_ file: [UInt8], _ space: ResamplingSpace = .automatic) throws -> Int {
            let options = DecodingOptions(resize: Resize(into: .square(40)), resamplingSpace: space)
            return try Image(decoding: file, options: options).pixels.reduce(0) { $0 + Int($1.red) } / 1_600
        }
        for (format, isLinear) in [
            (EncodingOptions.jpeg(quality: 95), true), (.png, false), (.webp(quality: nil), false),
        ] {
            let file = try dots.encoded(as: format)
            #expect(try level(file) == level(file, isLinear ? .linear : .sRGB), "\(format)")
            #expect(try level(file, .linear) > level(file, .sRGB) + 20, "\(format)")
        }
        #expect(ImageFormat.allCases.filter(\.isPhotoFormat) == [.jpeg, .avif, .heic, .raw])
    }
}
