import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

/// Thumbnails and peeks of one picture.
struct DerivedTests {
    private let lab: JournalLab

    init() throws { lab = try JournalLab() }

    /// Decodes pictures, and records the requested sizes.
    private final class Decoder {
        var edges: [Int] = []

        func decode(_ picture: OpenedPicture, _ edge: Int) throws -> Image {
            edges.append(edge)
            return try Image(decoding: picture, options: DecodingOptions(resize: Resize(into: .square(edge))))
        }
    }

    private func setSizes() throws {
        try lab.library.changeSettings { settings in
            try settings.set(.thumbnail, to: "100")
            try settings.set(.peek, to: "400")
        }
    }

    @Test func `a new picture is decoded once`() throws {
        try setSizes()
        // Downscaling in sRGB in two steps gives nearly the same result as in one step.
        let bytes = try TestPicture.gradient(900, 600).encoded(as: .png)
        let decoder = Decoder()
        let thumbnail = try lab.library.makeAllDerived(
            of: OpenedPicture(bytes), hash: BlobHash(of: bytes), decode: decoder.decode)
        #expect(decoder.edges == [400])
        #expect(thumbnail.size == PixelSize(width: 100, height: 67))
        let direct = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(100))))
        #expect(thumbnail.peakSignalToNoise(with: try Image(decoding: direct.encoded(as: .jpeg()))) > 40)
    }

    @Test func `a picture with existing smaller versions is not decoded again`() throws {
        try setSizes()
        let bytes = try TestPicture.gradient(900, 600).encoded(as: .jpeg())
        let hash = BlobHash(of: bytes)
        let first = try lab.library.makeAllDerived(of: OpenedPicture(bytes), hash: hash)
        let decoder = Decoder()
        let again = try lab.library.makeAllDerived(
            of: OpenedPicture(bytes), hash: hash, decode: decoder.decode)
        #expect(decoder.edges.isEmpty)
        #expect(PictureFingerprint(of: first) == PictureFingerprint(of: again))
    }
}
