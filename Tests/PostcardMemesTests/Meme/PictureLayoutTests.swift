import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

struct PictureLayoutTests {
    private static let (red, blue) = (Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255))

    private func png(_ color: Color, _ width: Int = 40, _ height: Int = 30) throws -> OpenedPicture {
        try OpenedPicture(Image(size: PixelSize(width: width, height: height), fill: color).encoded(as: .png))
    }

    private func joined(
        _ layout: PictureLayout, _ pictures: [OpenedPicture], limits: DecodingLimits = .default
    ) throws -> OpenedPicture {
        try layout.joined(pictures.enumerated().map { ("picture-\($0.offset + 1)", $0.element) }, limits: limits)
    }

    @Test(arguments: [
        (PictureLayout.stack, PixelSize(width: 800, height: 1_209), PixelRect(x: 0, y: 609, width: 800, height: 600)),
        (.side, PixelSize(width: 1_607, height: 600), PixelRect(x: 807, y: 0, width: 800, height: 600)),
        (.grid, PixelSize(width: 1_609, height: 600), PixelRect(x: 809, y: 0, width: 800, height: 600)),
    ])
    func `smaller pictures are enlarged to the shared side`(layout: PictureLayout, size: PixelSize, last: PixelRect) {
        let made = layout.arranged([PixelSize(width: 400, height: 300), PixelSize(width: 800, height: 600)])
        #expect(made.size == size)
        #expect(made.boxes.last == last)
    }

    @Test func `the last row of a grid is filled`() {
        let made = PictureLayout.grid.arranged(Array(repeating: PixelSize(width: 400, height: 300), count: 3))
        #expect(made.size == PixelSize(width: 804, height: 604))
        #expect(
            made.boxes == [
                PixelRect(x: 0, y: 0, width: 400, height: 300), PixelRect(x: 404, y: 0, width: 400, height: 300),
                PixelRect(x: 0, y: 304, width: 804, height: 300),
            ])
    }

    @Test(arguments: PictureLayout.allCases, PictureLayout.numbers)
    func `pictures neither overlap nor leave the joined picture`(layout: PictureLayout, count: Int) {
        let sizes = (0..<count).map { PixelSize(width: 300 + $0 * 137 % 500, height: 300 + $0 * 211 % 700) }
        let (size, boxes) = layout.arranged(sizes)
        #expect(boxes.count == count)
        #expect(boxes.allSatisfy { $0.x >= 0 && $0.y >= 0 && $0.width > 0 && $0.height > 0 })
        #expect(boxes.map { $0.x + $0.width }.max() == size.width)
        #expect(boxes.map { $0.y + $0.height }.max() == size.height)
        for (index, box) in boxes.enumerated() {
            for other in boxes.dropFirst(index + 1) {
                let isApart =
                    box.x + box.width < other.x || other.x + other.width < box.x || box.y + box.height < other.y
                    || other.y + other.height < box.y
                #expect(isApart, "\(box) \(other)")
            }
        }
    }

    @Test(arguments: PictureLayout.allCases)
    func `many large pictures have as many pixels as a photo`(layout: PictureLayout) {
        let size = layout.arranged(Array(repeating: PixelSize(width: 6_000, height: 8_000), count: 16)).size
        #expect(15_000_000...24_200_000 ~= size.area, "\(size)")
    }

    @Test func `pictures are joined in order, with a white gap`() throws {
        let made = try joined(.stack, [png(Self.red), png(Self.blue)])
        #expect(made.header.format == .png)
        let image = try Image(decoding: made.bytes)
        expectEqual(image.size, PixelSize(width: 40, height: 62))
        expectEqual(image[20, 29], Self.red)
        expectEqual(image[20, 31], .white)
        expectEqual(image[20, 32], Self.blue)
    }

    @Test func `transparent parts become white`() throws {
        let image = try Image(decoding: joined(.side, [png(.clear), png(Self.blue)]).bytes)
        #expect(image.isOpaque)
        expectEqual(image[10, 10], .white)
        expectEqual(image[60, 10], Self.blue)
    }

    @Test func `a photo makes the joined picture a JPEG`() throws {
        let photo = try OpenedPicture(TestPicture.jpeg(40, 30, orientation: 6))
        let made = try joined(.side, [photo, png(Self.blue, 30, 40)])
        #expect(made.header.format == .jpeg)
        #expect(made.header.size == PixelSize(width: 62, height: 40))
    }

    @Test(arguments: [0, 1, 17]) func `the number of pictures is limited`(number: Int) throws {
        let pictures = Array(repeating: try png(Self.red), count: number)
        let error = #expect(throws: ImageError.self) { try joined(.grid, pictures) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("2 to 16 pictures, not \(number)") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: PictureLayout.allCases)
    func `the pixel limit applies to the joined picture`(layout: PictureLayout) throws {
        let pictures = [try png(Self.red), try png(Self.blue)]
        var limits = DecodingLimits(pixels: 2_600)
        #expect(throws: Never.self) { try joined(layout, pictures, limits: limits) }
        limits.pixels = 2_000
        let error = #expect(throws: ImageError.self) { try joined(layout, pictures, limits: limits) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("The joined picture would have") == true, "\(error?.message ?? "")")
    }

    @Test func `very narrow pictures are rejected before memory is used`() throws {
        let strip = try png(Self.red, 1, 20_000)
        let error = #expect(throws: ImageError.self) { try joined(.stack, [strip, png(Self.blue, 1_000, 10)]) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `the error for a damaged picture names it`() throws {
        let whole = try TestPicture.jpeg(200, 150)
        let damaged = try OpenedPicture(Array(whole.prefix(whole.count / 2)))
        let error = #expect(throws: ImageError.self) { try joined(.side, [png(Self.red), damaged]) }
        #expect(error?.code == .truncated)
        #expect(error?.message.hasPrefix("picture-2: ") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: PictureLayout.allCases)
    func `a layout has not changed`(layout: PictureLayout) throws {
        let pictures = try [(120, 90), (90, 120), (160, 60)].map { width, height in
            try OpenedPicture(TestPicture.gradient(width, height).encoded(as: .png))
        }
        let base = try Image(decoding: joined(layout, pictures).bytes)
        let meme = Meme.classic(top: "Three", bottom: "pictures")
        let image = try meme.render(onto: base, fonts: FontLibrary(usesSystemFonts: false)).image
        expectImage(image, matches: "layout-\(layout)", tolerance: 2)
    }
}
