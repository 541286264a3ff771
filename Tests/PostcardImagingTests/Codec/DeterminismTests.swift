import PostcardFixtures
import PostcardImaging
import Testing

/// The same input and options give the same bytes, with any number of threads.
struct DeterminismTests {
    static let formats: [EncodingOptions] = [.jpeg(), .png, .gif, .webp(), .webp(quality: nil), .avif()]

    private static func result(_ bytes: [UInt8], _ options: EncodingOptions) throws -> [UInt8] {
        let resize = Resize(into: PixelSize(width: 31, height: 24), fit: .cover(.detail))
        return try Image(decoding: bytes, options: DecodingOptions(resize: resize)).encoded(as: options)
    }

    @Test(arguments: [
        "jpeg-progressive.jpg", "jpeg-icc-display-p3.jpg", "png-rgba-16.png", "webp-lossy-alpha.webp", "avif.avif",
        "heic.heic", "tiff-cmyk.tif", "gif-disposal-3.gif",
    ])
    func `many threads give the same bytes as one`(name: String) async throws {
        let bytes = Fixture.small(name).bytes
        let alone = try Self.formats.map { try Self.result(bytes, $0) }
        let together = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for index in 0..<4 * Self.formats.count {
                let format = index % Self.formats.count
                group.addTask { (format, try Self.result(bytes, Self.formats[format])) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(together.count == 4 * Self.formats.count)
        #expect(together.allSatisfy { $0.1 == alone[$0.0] })
    }
}
