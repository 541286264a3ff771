import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

/// The pixels that make up a file's picture: pages, alpha, frames, previews and missing ends.
struct SelectionTests {
    private static let color = Color(red: 224, green: 64, blue: 32)

    @Test(arguments: [(0, 255), (1, 128), (2, 128)])
    func `only samples that a TIFF file marks as alpha are alpha`(kind: Int, opacity: UInt8) throws {
        // With associated alpha, the colors are already premultiplied.
        let colors: [UInt8] = kind == 1 ? [112, 32, 16] : [224, 64, 32]
        let file = TIFFSpecimen().picture(
            2, 1, bits: 8, samples: 4, photometric: 2, [colors + [128] + colors + [128]],
            fields: [(0x152, TIFFSpecimen.short(kind))])
        let image = try Image(decoding: file)
        #expect(image.isOpaque == (opacity == 255))
        #expect(abs(Int(image[0, 0].red) - 224) <= 2)
        #expect(abs(Int(image[0, 0].alpha) - Int(opacity)) <= 2)
    }

    @Test(arguments: [(0xFE, 1), (0xFE, 4), (0xFE, 5), (0xFF, 2)])
    func `a thumbnail or mask before the picture of a TIFF file is skipped`(tag: Int, kind: Int) throws {
        func page(_ width: Int, _ level: UInt8, _ more: [(Int, TIFFSpecimen.Value)]) -> [(Int, TIFFSpecimen.Value)] {
            [
                (0x100, TIFFSpecimen.long(width)), (0x101, TIFFSpecimen.long(2)), (0x102, TIFFSpecimen.short(8)),
                (0x103, TIFFSpecimen.short(1)), (0x106, TIFFSpecimen.short(1)),
                (0x111, .offsets(of: [[UInt8](repeating: level, count: width * 2)])), (0x115, TIFFSpecimen.short(1)),
                (0x116, TIFFSpecimen.long(2)), (0x117, TIFFSpecimen.long(width * 2)),
            ] + more
        }
        let small = page(2, 10, [(tag, TIFFSpecimen.long(kind))])
        let decoded = try DecodedImage(TIFFSpecimen().file([small, page(8, 200, [(0x112, TIFFSpecimen.short(6))])]))
        #expect(decoded.image.size == PixelSize(width: 2, height: 8))
        #expect(decoded.image[0, 0].red == 200)
        let alone = try Image(decoding: TIFFSpecimen().file([small]))
        #expect(alone.size == PixelSize(width: 2, height: 2))
    }

    @Test(arguments: [1, 2])
    func `a GIF without its end mark is read`(count: Int) throws {
        let whole = Fixture.small("gif-disposal-2.gif").bytes
        let cut = Array(whole.dropLast(count))
        let animation = try AnimatedImage(decoding: cut)
        #expect(try animation.frameCount == AnimatedImage(decoding: whole).frameCount)
        #expect(try Image(decoding: cut).distance(to: Image(decoding: whole)) == 0)
        let error = #expect(throws: ImageError.self) { try AnimatedImage(decoding: Array(whole.dropLast(12))) }
        #expect(error?.code == .truncated)
    }

    @Test(arguments: [nil, 5]) func `the default image of an animated PNG is hidden`(offset: Int?) throws {
        let size = PixelSize(width: 16, height: 12)
        let hidden = try Image(size: size, fill: .white).encoded(as: .png)
        let frame = offset == nil ? size : PixelSize(width: 6, height: 4)
        let shown = try Image(size: frame, fill: Self.color).encoded(as: .png)
        func pixels(_ file: [UInt8]) throws -> [UInt8] {
            let chunks = try #require(PNGChunk.all(in: file)?.chunks)
            return chunks.filter { $0.name == "IDAT" }.flatMap(\.content)
        }
        func number(_ value: Int) -> [UInt8] { [UInt8](bigEndian: value, count: 4) }
        var file = Array(hidden[..<33])
        file.append(chunk: "acTL", number(1) + number(0))
        file.append(chunk: "IDAT", try pixels(hidden))
        let place = number(frame.width) + number(frame.height) + number(offset ?? 0) + number(offset ?? 0)
        file.append(chunk: "fcTL", number(0) + place + [0, 10, 0, 100, 0, 0])
        file.append(chunk: "fdAT", number(1) + (try pixels(shown)))
        file.append(chunk: "IEND", [])
        let image = try Image(decoding: file)
        expectEqual(image.size, size)
        expectEqual(image[offset ?? 0, offset ?? 0].withoutAlpha, Self.color.withoutAlpha)
        expectEqual(image.isOpaque, offset == nil)
        if offset != nil { #expect(image[0, 0].alpha == 0) }
        // Without frames, the default image is the picture.
        #expect(try Image(decoding: hidden)[0, 0] == .white)
    }

    @Test(arguments: [(0, 6), (9, 6), (3, 3)])
    func `a raw preview's orientation is used only if it is valid`(preview: Int, expected: Int) throws {
        var exif = EXIFBlock()
        exif.addShort(0x0112, preview)
        let jpeg = exif.inserted(intoJPEG: try TestPicture.gradient(32, 24).encoded(as: .jpeg()))
        let file = TIFFSpecimen().file([
            [
                (0x10F, TIFFSpecimen.ascii("SONY")), (0x112, TIFFSpecimen.short(6)),
                (0x103, TIFFSpecimen.short(6)), (0x201, .offsets(of: [jpeg])), (0x202, TIFFSpecimen.long(jpeg.count)),
                (0xC612, .numbers(type: TIFFSpecimen.byte, [1, 4, 0, 0])),
            ]
        ])
        let header = try ImageHeader(of: file)
        #expect(header.format == .raw)
        #expect(header.orientation.rawValue == expected)
    }
}

extension Color {
    fileprivate var withoutAlpha: [UInt8] { [red, green, blue] }
}
