import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct GIFWritingTests {
    private static let transparent: Int32 = 127 << 24

    /// Frames that each change a rectangle of the previous one.
    private func frames(seed: UInt64, colors: Int, count: Int, hasHoles: Bool) throws -> [Image] {
        var dice = SeededRandom(seed: seed)
        let size = PixelSize(width: Int.random(in: 1...24, using: &dice), height: Int.random(in: 1...24, using: &dice))
        var palette = (0..<colors).map { _ in Int32.random(in: 0...0xFF_FFFF, using: &dice) }
        if hasHoles { palette[0] = Self.transparent }
        var pixels = (0..<size.area).map { _ in palette[Int.random(in: 0..<colors, using: &dice)] }
        return try (0..<count).map { index in
            if index > 0 {
                let left = Int.random(in: 0..<size.width, using: &dice)
                let top = Int.random(in: 0..<size.height, using: &dice)
                for y in top..<Int.random(in: top...size.height, using: &dice) {
                    for x in left..<size.width {
                        pixels[y * size.width + x] = palette[Int.random(in: 0..<colors, using: &dice)]
                    }
                }
            }
            return try TextCanvas.image(size) { x, y in pixels[y * size.width + x] }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>, [2, 7, 255])
    func `few colors are kept exactly`(_ seed: UInt64, _ colors: Int) throws {
        let images = try frames(seed: seed, colors: colors, count: Int(seed % 6) + 1, hasHoles: seed % 2 == 0)
        let bytes = try TextCanvas.encoded(images)
        let back = try TextCanvas.frames(bytes)
        #expect(back.map { TextCanvas.pixels($0.image) } == images.map(TextCanvas.pixels))
        #expect(back.allSatisfy { $0.delay == 40 })
    }

    @Test func `all colors of a full table are kept`() throws {
        let size = PixelSize(width: 16, height: 16)
        let first = try TextCanvas.image(size) { x, y in Int32(y * 16 + x) * 0x1_0101 }
        // The same 256 colors, with some pixels unchanged.
        let second = try TextCanvas.image(size) { x, y in Int32(y < 2 ? y * 16 + x : 287 - (y * 16 + x)) * 0x1_0101 }
        // A different 256 colors, which need a separate table.
        let third = try TextCanvas.image(size) { x, y in Int32(y * 16 + x) }
        let images = [first, second, third, first]
        #expect(
            try TextCanvas.frames(TextCanvas.encoded(images)).map { TextCanvas.pixels($0.image) }
                == images.map(TextCanvas.pixels))
    }

    @Test func `still images with 256 colors are kept`() throws {
        let opaque = try TextCanvas.image(PixelSize(width: 32, height: 8)) { x, y in Int32(y * 32 + x) << 8 | 7 }
        let holed = try TextCanvas.image(PixelSize(width: 32, height: 8)) { x, y in
            x == y ? Self.transparent : Int32(y * 32 + x) << 16
        }
        for image in [opaque, holed] {
            let bytes = try GIFWriter.bytes(of: image)
            #expect(try TextCanvas.frames(bytes).map { TextCanvas.pixels($0.image) } == [TextCanvas.pixels(image)])
            #expect(try AnimatedImage(decoding: bytes).loopCount == nil)
        }
    }

    @Test func `only the changed rectangle is written`() throws {
        let first = try TextCanvas.image(["rrrr", "rrrr", "rrrr"])
        let second = try TextCanvas.image(["rrrr", "rgrr", "rrgr"])
        let reader = try TextCanvas.encoded([first, second, second]).withUnsafeBytes {
            try GIFReader($0, limits: .default, recovers: false)
        }
        expectEqual(reader.frames.map(\.rect.x), [0, 1, 0])
        expectEqual(reader.frames.map(\.rect.y), [0, 1, 0])
        expectEqual(reader.frames.map(\.size), [PixelSize(width: 4, height: 3), .square(2), .square(1)])
        expectEqual(reader.frames.map(\.palette), [nil, nil, nil])
    }

    @Test func `frames with few colors have short codes, and share a table`() throws {
        let grown = try (1...6).map { count in
            try TextCanvas.image(PixelSize(width: 60, height: 40)) { x, y in
                y / 8 == 2 && x / 8 < count
                    ? [0xFF_0000, 0x00_FF00, 0x00_00FF][(x + y) % 3] : Int32((x * 7 + y * 13) % 200) * 0x1_0101
            }
        }
        let bytes = try TextCanvas.encoded(grown)
        #expect(try TextCanvas.frames(bytes).map { TextCanvas.pixels($0.image) } == grown.map(TextCanvas.pixels))
        let reader = try bytes.withUnsafeBytes { try GIFReader($0, limits: .default, recovers: false) }
        #expect(reader.frames.map(\.palette) == Array(repeating: nil, count: 6))
        #expect(reader.frames.dropFirst().map { bytes[$0.dataOffset] } == [2, 2, 2, 2, 2])
    }

    @Test func `pixels that become transparent are cleared`() throws {
        let texts = [["rr.", "..."], ["..r", "..."], ["...", "..."], ["g..", "..b"], ["gg.", "..."]]
        let bytes = try TextCanvas.encoded(texts.map(TextCanvas.image))
        #expect(try TextCanvas.texts(bytes) == texts)
    }

    @Test func `half-transparent pixels become opaque or transparent`() throws {
        let image = try TextCanvas.image(PixelSize(width: 4, height: 1)) { x, _ in
            [0, 63 << 24, 64 << 24, 127 << 24][x]
        }
        #expect(try TextCanvas.texts(GIFWriter.bytes(of: image)) == [["kk.."]])
    }

    @Test func `many colors are approximated closely`() throws {
        let size = PixelSize(width: 96, height: 64)
        let images = try (0..<3).map { shift in
            try TextCanvas.image(size) { x, y in
                Int32(x + 60 + shift) << 16 | Int32(y * 2 + 40) << 8 | Int32((x + y) / 2 + shift)
            }
        }
        // The distance of single pixels, and of means over 4 × 4 pixels, where dithering must compensate for errors.
        for bytes in try [GIFWriter.bytes(of: images[0]), TextCanvas.encoded(images)] {
            for (image, frame) in try zip(images, TextCanvas.frames(bytes)) {
                let distance = self.distance(image, frame.image)
                #expect(distance.pixels < 10)
                #expect(distance.means < 3)
            }
        }
    }

    /// The root mean square distance, in steps of a channel.
    private func distance(_ first: Image, _ second: Image) -> (pixels: Double, means: Double) {
        var pixels = 0.0
        var means = 0.0
        let size = first.size
        for shift: Int32 in [16, 8, 0] {
            for y in stride(from: 0, to: size.height, by: 4) {
                for x in stride(from: 0, to: size.width, by: 4) {
                    var sum = 0.0
                    for (dx, dy) in (0..<16).map({ ($0 % 4, $0 / 4) }) {
                        let one = first.withRows { $0[y + dy][x + dx] } >> shift & 255
                        let other = second.withRows { $0[y + dy][x + dx] } >> shift & 255
                        pixels += Double((one - other) * (one - other))
                        sum += Double(one - other)
                    }
                    means += sum * sum / 256
                }
            }
        }
        return ((pixels / Double(3 * size.area)).squareRoot(), (means * 16 / Double(3 * size.area)).squareRoot())
    }

    @Test func `unchanged pixels do not flicker`() throws {
        // The right half changes, and the left half has more colors than the table.
        let size = PixelSize(width: 64, height: 32)
        let images = try (0..<4).map { frame in
            try TextCanvas.image(size) { x, y in
                x < 32 ? Int32(x * 8) << 16 | Int32(y * 8) << 8 : Int32(x * 3 + frame * 7) << 8 | Int32(y * 7)
            }
        }
        let frames = try TextCanvas.frames(TextCanvas.encoded(images)).map { frame in
            TextCanvas.pixels(frame.image).map { Array($0[..<32]) }
        }
        #expect(frames.count == 4)
        #expect(frames.allSatisfy { $0 == frames[0] })
    }

    @Test func `colors of the source stay exact next to text`() throws {
        // 200 flat colors and a ramp of edge pixels: too many colors in total.
        let size = PixelSize(width: 100, height: 60)
        let image = try TextCanvas.image(size) { x, y in
            if y >= 55 && x < 60 { return Int32(x * 4) << 16 | Int32(y * 4) << 8 | Int32(x * 2 + 1) }
            return (Int32(y / 5 * 17 + x / 6) &* 0x9E_3779) & 0xFF_FFFF
        }
        let back = try TextCanvas.frames(TextCanvas.encoded([image, image]))[0].image
        for (y, rows) in zip(TextCanvas.pixels(image), TextCanvas.pixels(back)).enumerated() {
            #expect(rows.0.dropFirst(y < 55 ? 0 : 60) == rows.1.dropFirst(y < 55 ? 0 : 60))
        }
    }

    @Test func `the same input gives the same bytes`() throws {
        let images = try frames(seed: 5, colors: 600, count: 4, hasHoles: true)
        #expect(try TextCanvas.encoded(images) == TextCanvas.encoded(images))
    }

    @Test func `an edited animation keeps its number of frames and their delays`() throws {
        let images = try frames(seed: 6, colors: 12, count: 5, hasHoles: false)
        let animation = try AnimatedImage(decoding: TextCanvas.encoded(images, delay: 110, loopCount: 3))
        var seen: [Int] = []
        let bytes = try animation.encoded { image, index in
            seen.append(index)
            try image.setColor(.white, x: 0, y: 0)
        }.bytes
        #expect(seen == [0, 1, 2, 3, 4])
        let copy = try AnimatedImage(decoding: bytes)
        #expect(copy.loopCount == 3)
        #expect(copy.delays == [110, 110, 110, 110, 110])
        #expect(try TextCanvas.frames(bytes).allSatisfy { $0.image[0, 0] == .white })
    }

    /// Changed frames have the same limit as the frames of the file, unless another limit is given.
    @Test func `the limit applies to all changed frames together`() throws {
        let images = try (0..<9).map { try Image(size: .square(4), fill: Color(red: UInt8($0), green: 0, blue: 0)) }
        let animation = try AnimatedImage(
            decoding: TextCanvas.encoded(images, delay: 10, loopCount: nil),
            options: DecodingOptions(limits: DecodingLimits(pixels: 150)))
        func encoded(_ side: Int, limit: Int?) throws -> PixelSize {
            func edit(_ image: inout Image, _ index: Int) throws { image = try image.resized(to: .square(side)) }
            guard let limit else { return try animation.encoded(editing: edit).size }
            return try animation.encoded(as: .gif, pixelLimit: limit, editing: edit).size
        }
        try expectEqual(encoded(2, limit: nil), .square(2))
        expectEqual(errorCode { try encoded(5, limit: nil) }, .limitExceeded)
        try expectEqual(encoded(5, limit: 225), .square(5))
        expectEqual(errorCode { try encoded(5, limit: 224) }, .limitExceeded)
        try expectEqual(encoded(5, limit: .max), .square(5))
    }

    @Test func `pictures that a GIF can't store are rejected`() throws {
        expectEqual(errorCode { try AnimationEncoder(size: PixelSize(width: 65_536, height: 1)) }, .encodingFailed)
        expectEqual(errorCode { try AnimationEncoder(size: PixelSize(width: 0, height: 1)) }, .encodingFailed)
        expectEqual(errorCode { try AnimationEncoder(size: .square(1)).finish() }, .encodingFailed)
        let image = try Image(size: .square(3))
        #expect(
            errorCode {
                var encoder = try AnimationEncoder(size: .square(2))
                try encoder.append(image, delay: 10)
            } == .encodingFailed)
    }

    @Test func `delays are limited to the range of the format`() throws {
        var encoder = try AnimationEncoder(size: .square(1), loopCount: -4)
        for delay in [-1, 700_000] { try encoder.append(Image(size: .square(1)), delay: delay) }
        let animation = try AnimatedImage(decoding: encoder.finish())
        #expect(animation.delays == [0, 655_350])
        #expect(animation.loopCount == 0)
    }
}
