import PostcardFixtures
import PostcardImaging
import Testing

struct JPEGTests {
    /// Files with the same coefficients as another file, but coded differently.
    static let codings = [
        ("progressive", "420"), ("arithmetic", "420"), ("arithmetic-progressive", "420"), ("optimized", "420"),
        ("restart-row", "420"), ("restart-block", "420"), ("non-interleaved", "420"), ("progressive-444", "444"),
    ]

    @Test(arguments: codings)
    func `the same coefficients give the same picture in any coding`(name: String, reference: String) throws {
        let image = try Image(decoding: Fixture.small("jpeg-\(name).jpg").bytes)
        #expect(image.isOpaque)
        #expect(try image.distance(to: Image(decoding: Fixture.small("jpeg-\(reference).jpg").bytes)) == 0)
    }

    /// The number of symbols for luma coefficients in a file's code table; 162 in the tables of the standard (ITU-T T.81, table K.5).
    private func symbolCount(_ file: [UInt8]) -> Int {
        var offset = 2
        while offset + 4 < file.count, file[offset] == 0xFF, file[offset + 1] != 0xDA {
            let length = Int(file[offset + 2]) << 8 | Int(file[offset + 3])
            var table = offset + 4
            while file[offset + 1] == 0xC4, table + 17 <= offset + 2 + length {
                let count = file[table + 1..<table + 17].reduce(0) { $0 + Int($1) }
                if file[table] == 0x10 { return count }
                table += 17 + count
            }
            offset += 2 + length
        }
        return 0
    }

    @Test(arguments: [
        (256, 192, 85, true), (1_000, 1_000, 95, true), (1_001, 1_000, 85, false), (1_200, 900, 50, true),
    ])
    func `small and low-quality pictures have their own Huffman codes`(
        width: Int, height: Int, quality: Int, hasOwn: Bool
    ) throws {
        var image = try Image(decoding: Fixture.small("jpeg-444.jpg").bytes)
        image = try image.resized(to: PixelSize(width: width, height: height))
        let file = try image.encoded(as: .jpeg(quality: quality))
        #expect((symbolCount(file) < 162) == hasOwn)
        #expect(try Image(decoding: file).size == image.size)
    }

    @Test(arguments: [(.automatic, 22..<38), (.linear, 58..<84), (.sRGB, 10..<22)] as [(ResamplingSpace, Range<Int>)])
    func `lamps in the dark keep their brightness in linear light`(space: ResamplingSpace, level: Range<Int>) throws {
        var night = try Image(size: .square(1_024), fill: .black)
        for y in stride(from: 8, to: 1_024, by: 32) {
            for x in stride(from: 8, to: 1_024, by: 32) {
                try night.fill(PixelRect(x: x, y: y, width: 4, height: 4), with: .white)
            }
        }
        let file = try night.encoded(as: .jpeg(quality: 95))
        let small = try Image(
            decoding: file,
            options: DecodingOptions(resize: Resize(into: .square(64)), filter: .box, resamplingSpace: space))
        #expect(level.contains(Int(small[0, 0].green)), "\(small[0, 0])")
    }

    /// Sampling averages chroma and leaves luma unchanged, except in RGB.
    @Test(arguments: [("422", 0.3), ("440", 0.3), ("420", 0.3), ("411", 0.3), ("410", 0.3), ("rgb", 1.5)])
    func `sampled chroma keeps luma and the colors of blocks`(name: String, lumaDistance: Double) throws {
        let reference = try Image(decoding: Fixture.small("jpeg-444.jpg").bytes)
        let image = try Image(decoding: Fixture.small("jpeg-\(name).jpg").bytes)
        #expect(image.isOpaque)
        try #require(image.size == reference.size)
        func mean(_ distances: [Double]) -> Double { distances.reduce(0, +) / Double(distances.count) }
        #expect(mean(zip(image.luma, reference.luma).map { abs($0 - $1) }) < lumaDistance)
        #expect(mean(zip(image.blockMeans, reference.blockMeans).map { abs($0 - $1) }) < 1)
    }

    @Test(arguments: ["1x1", "7x13", "8x8", "16x16", "17x31", "160x1", "1x107"])
    func `small sizes are read`(name: String) throws {
        let sides = name.split(separator: "x").compactMap { Int($0) }
        let image = try Image(decoding: Fixture.small("jpeg-\(name).jpg").bytes)
        #expect(image.size == PixelSize(width: sides[0], height: sides[1]))
    }

    @Test(arguments: ["grey", "progressive-grey"])
    func `gray has equal channels`(name: String) throws {
        let image = try Image(decoding: Fixture.small("jpeg-\(name).jpg").bytes)
        #expect(image.pixels.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
    }

    @Test func `the error for a twelve-bit file states the depth`() throws {
        let error = try #require(throws: ImageError.self) {
            try Image(decoding: Fixture.small("jpeg-12-bit.jpg").bytes)
        }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("12 bits"))
    }

    @Test(arguments: ["comment", "fill-bytes", "trailing-bytes", "no-jfif", "samsung-scan", "empty-segments"])
    func `harmless oddities are read without a warning`(name: String) throws {
        for side in [1000, 16] {
            let options = DecodingOptions(resize: Resize(into: .square(side)))
            let decoded = try DecodedImage(Fixture.small("jpeg-\(name).jpg").bytes, options: options)
            #expect(decoded.warnings.isEmpty)
            if side > 64 { OrientationTests.expectUpright(decoded.image) }
        }
    }

    @Test func `a file without its end mark is not reported as missing rows`() throws {
        let bytes = Array(Fixture.small("jpeg-420.jpg").bytes.dropLast(2))
        let error = try #require(throws: ImageError.self) { try Image(decoding: bytes) }
        #expect(error.code == .truncated)
        #expect(error.message.contains("with at least"))
    }

    @Test(arguments: 1...160)
    func `every requested smaller width is exact`(width: Int) throws {
        let options = DecodingOptions(resize: Resize(into: PixelSize(width: width, height: 107)))
        let image = try Image(decoding: Fixture.small("jpeg-420.jpg").bytes, options: options)
        #expect(image.size.width == width)
    }

    @Test func `quality changes the file size and keeps the picture`() throws {
        let image = try Image(decoding: Fixture.small("jpeg-444.jpg").bytes)
        let coarse = try image.encoded(as: .jpeg(quality: 20))
        let fine = try image.encoded(as: .jpeg(quality: 95))
        #expect(coarse.count < fine.count / 2)
        #expect(try Image(decoding: fine).meanDistance(to: image) < 2)
    }

    /// Documentation/Decisions/0028-quantization-steps-grow-evenly.md; at quality 50 the steps are not scaled.
    @Test func `steps grow evenly with the frequency`() throws {
        let file = try Image(size: .square(16), fill: .white).encoded(as: .jpeg(quality: 50))
        let tables = file.indices.dropLast(10).filter { file[$0] == 0xFF && file[$0 + 1] == 0xDB }
        let table = try #require(tables.first)
        #expect(tables.count == 1)
        #expect(Array(file[table + 4..<table + 15]) == [0, 12, 18, 18, 25, 25, 25, 31, 31, 31, 31])
    }

    @Test func `transparent pixels are drawn on white`() throws {
        let image = try Image(size: .square(16), fill: .clear)
        let decoded = try Image(decoding: image.encoded(as: .jpeg()))
        #expect(decoded.pixels.allSatisfy { $0 == .white })
    }

    @Test func `a side beyond the format's maximum causes an encoding error`() throws {
        let image = try Image(size: PixelSize(width: 65_501, height: 1), fill: .white)
        let error = try #require(throws: ImageError.self) { try image.encoded(as: .jpeg()) }
        #expect(error.code == .encodingFailed)
    }
}

extension Image {
    fileprivate var luma: [Double] {
        pixels.map { 0.299 * Double($0.red) + 0.587 * Double($0.green) + 0.114 * Double($0.blue) }
    }

    /// The mean red, green and blue of each complete block of 8 × 8 pixels.
    fileprivate var blockMeans: [Double] {
        (0..<size.height / 8).flatMap { row in
            (0..<size.width / 8).flatMap { column in
                let block = (0..<64).map { self[8 * column + $0 % 8, 8 * row + $0 / 8] }
                return [\Color.red, \Color.green, \Color.blue].map { channel in
                    Double(block.reduce(0) { $0 + Int($1[keyPath: channel]) }) / 64
                }
            }
        }
    }
}
