import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct OpenedPictureTests {
    private static let names =
        [
            "jpeg-exif-all.jpg", "png-truecolor.png", "webp-lossy.webp", "gif-disposal-2.gif", "heic.heic", "avif.avif",
            "tiff-lzw.tif", "bmp-24.bmp",
        ].filter { name in Fixture.small.contains { $0.name == name } } + Fixture.small.prefix(20).map(\.name)

    /// A fixture, opened; `nil` if it is hostile.
    private func opened(_ name: String) -> OpenedPicture? { try? OpenedPicture(Fixture.small(name).bytes) }

    @Test(arguments: Set(names))
    func `headers are parsed only once`(name: String) throws {
        let options = DecodingOptions(resize: Resize(into: .square(16)))
        let (times, isolation) = (ImageWork.StepTimes(), CountedIsolation())
        ImageWork.timed(by: times) {
            guard let picture = opened(name) else { return }
            _ = picture.header.size
            _ = try? DecodedImage(picture, options: options)
            _ = try? picture.animation(for: .gif, options: options)
            _ = picture.warningAboutLostFrames(options: options)
            _ = try? CodedBlocks(of: picture, limits: .default)
            _ = DecodingLimits(isolation: isolation.isolation).processMemory(for: picture)
        }
        #expect(times.openings == 1)
    }

    @Test(arguments: Set(names))
    func `the format is detected from the bytes, in an array or a span`(name: String) {
        let bytes = Fixture.small(name).bytes
        #expect(ImageFormat(sniffing: bytes) == ImageFormat(sniffing: bytes.span.bytes))
        // A stored property of a class can't be passed as a span.
        guard let picture = opened(name) else { return }
        #expect(ImageFormat(sniffing: picture.bytes) == ImageFormat(sniffing: bytes))
    }

    @Test(arguments: Set(names))
    func `an opened picture decodes to the pixels of its bytes, on many threads at once`(name: String) async throws {
        guard let picture = opened(name), let expected = try? Image(decoding: picture.bytes).encoded(as: .png) else {
            return
        }
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { try Image(decoding: picture).encoded(as: .png) } }
            for try await pixels in group { #expect(pixels == expected) }
        }
    }

    @Test func `process memory is needed only for isolated formats`() throws {
        let isolated = DecodingLimits(isolation: CountedIsolation().isolation)
        let (jpeg, heic) = (try TestPicture.jpeg(), Fixture.small("heic.heic").bytes)
        #expect(isolated.processMemory(for: jpeg) == 0)
        #expect(isolated.processMemory(for: heic) > 100 << 20)
        #expect(try isolated.processMemory(for: OpenedPicture(heic)) == isolated.processMemory(for: heic))
        #expect(DecodingLimits.default.processMemory(for: heic) == 0)
        #expect(isolated.processMemory(for: [1, 2, 3]) == 0)
    }

    @Test func `only files of isolated formats are decoded in isolation`() throws {
        let counted = CountedIsolation()
        let options = DecodingOptions(limits: DecodingLimits(isolation: counted.isolation))
        for (name, isIsolated) in [("heic.heic", true), ("avif.avif", true), ("tiff-lzw.tif", true)] {
            let before = counted.count
            let image = try Image(decoding: Fixture.small(name).bytes, options: options)
            #expect(counted.count - before == (isIsolated ? 1 : 0))
            #expect(try image.encoded(as: .png) == Image(decoding: Fixture.small(name).bytes).encoded(as: .png))
        }
        let before = counted.count
        _ = try Image(decoding: TestPicture.jpeg(), options: options)
        #expect(counted.count == before)
    }
}
