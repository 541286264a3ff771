import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardFiles

/// Files from the public function are the same as files from commands and the service.
struct OpenedPictureFileTests {
    private static let names = [
        "jpeg-420.jpg", "jpeg-orientation-6.jpg", "png-rgb-8.png", "gif-disposal-2.gif", "gif-still.gif",
        "avif-animated.avif",
    ]

    @Test(arguments: names, [EncodingOptions.jpeg(), .png, .webp(), .gif])
    func `files are the same as from a conversion`(name: String, encoding: EncodingOptions) async throws {
        let picture = try OpenedPicture(Fixture.small(name).bytes)
        for resize in [nil, Resize(into: .square(20)), Resize(into: .square(20), fit: .cover(.detail))] {
            let decoding = DecodingOptions(resize: resize)
            for edits in [[], [Edit.filter(.grayscale()), .rotate(degrees: 90)]] {
                let wanted = try PictureConversion(decoding: decoding, edits: edits).results(
                    of: picture, versions: [PictureConversion.Version(encoding: encoding, keep: .allButPosition)])
                let made = try await picture.file(
                    as: encoding, editing: edits, keeping: .allButPosition, options: decoding)
                #expect(made.bytes == wanted.results[0].bytes)
                #expect(made.size == wanted.results[0].size)
                #expect(made.format == wanted.results[0].format)
                #expect(made.warnings == wanted.warnings)
            }
        }
    }
}
