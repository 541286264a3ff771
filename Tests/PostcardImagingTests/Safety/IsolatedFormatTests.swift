import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// The article `UntrustedFiles` lists the formats whose pixels are decoded in isolation.
@Suite struct IsolatedFormatTests {
    private static let isolated: Set<ImageFormat> = [.tiff, .heic, .avif, .jxl]

    @Test(arguments: Fixture.small.filter { !$0.name.hasPrefix("hostile-") })
    func `only the formats that the documentation lists are decoded in isolation`(file: Fixture) {
        let counted = CountedIsolation()
        let options = DecodingOptions(limits: DecodingLimits(isolation: counted.isolation))
        guard let picture = try? OpenedPicture(file.bytes), (try? DecodedImage(picture, options: options)) != nil
        else { return }
        #expect(counted.count == (Self.isolated.contains(picture.header.format) ? 1 : 0))
    }
}
