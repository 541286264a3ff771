import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// Pictures composed of tiles, which every phone writes.
struct HEIFGridTests {
    static let grids = [
        "avif-grid.avif", "avif-grid-orientation-6.avif", "heic-grid.heic", "heic-grid-orientation-6.heic",
        "heic-grid-strips.heic",
    ]

    @Test(arguments: grids)
    func `tiles form the upright picture`(name: String) throws {
        let decoded = try DecodedImage(Fixture.small(name).bytes)
        expectEqual(decoded.header.storedSize, PixelSize(width: 128, height: 96))
        expectEqual(decoded.header.orientation, .up)
        expectEqual(decoded.image.size, PixelSize(width: 128, height: 96))
        #expect(decoded.image.isOpaque)
        #expect(decoded.warnings.isEmpty)
        OrientationTests.expectUpright(decoded.image)
        // The F crosses the edges of tiles, and has no gap where the tiles meet.
        let original = try Image(decoding: Fixture.small("png-srgb.png").bytes)
        let small = try Image(
            decoding: Fixture.small(name).bytes,
            options: DecodingOptions(resize: Resize(into: .square(64)), resamplingSpace: .sRGB))
        #expect(small.meanDistance(to: original) < 3)
    }

    /// Decodes the picture of `heic-grid-thumbnail.heic` at a width. Its thumbnail of 64 × 48 pixels is inverted: the upper left corner is
    /// cyan there, not red.
    private static func isThumbnailUsed(_ file: [UInt8], width: Int) throws -> Bool {
        let options = DecodingOptions(resize: Resize(into: PixelSize(width: width, height: width)))
        let image = try Image(decoding: file, options: options)
        #expect(image.size == PixelSize(width: width, height: (width * 3 + 2) / 4))
        let corner = image[1, 1]
        #expect((corner.red < 80) == (corner.green > 170) && (corner.red > 170) == (corner.green < 80), "\(corner)")
        return corner.red < 128
    }

    @Test(arguments: [(40, true), (64, true), (65, false), (128, false)])
    func `a thumbnail is used instead of the picture if it is large enough`(width: Int, isUsed: Bool) throws {
        let file = Fixture.small("heic-grid-thumbnail.heic").bytes
        #expect(try Self.isThumbnailUsed(file, width: width) == isUsed)
        #expect(try DecodedImage(file).header.storedSize == PixelSize(width: 128, height: 96))
    }

    /// The fixture with a different size stated for its thumbnail, which is stored rotated: 48 × 64.
    @Test(arguments: [[47, 60], [48, 50], [30, 64], [0, 64]] as [[UInt8]])
    func `a thumbnail with another aspect ratio or a wrong size is not used`(size: [UInt8]) throws {
        var file = Fixture.small("heic-grid-thumbnail.heic").bytes
        let sizes = file.indices.filter { file[$0...].starts(with: "ispe".utf8) }
        let own = try #require(sizes.first { file[$0 + 11] == 48 })
        (file[own + 11], file[own + 15]) = (size[0], size[1])
        #expect(try !Self.isThumbnailUsed(file, width: 40))
    }

    @Test func `a thumbnail with another rotation is not used`() throws {
        #expect(try !Self.isThumbnailUsed(Fixture.small("heic-grid-thumbnail-turned.heic").bytes, width: 40))
    }

    @Test func `a damaged thumbnail is ignored`() throws {
        var file = Fixture.small("heic-grid-thumbnail.heic").bytes
        // The thumbnail's media data precedes the EXIF data, which ends the file. The start of the thumbnail is damaged.
        let tags = try #require(
            file.indices.last {
                file[$0...].starts(with: [0, 0, 0, 0, 0x4D, 0x4D])
                    || file[$0...].starts(with: [0, 0, 0, 0, 0x49, 0x49])
            })
        for place in tags - 400..<tags - 200 { file[place] = 0 }
        #expect(try !Self.isThumbnailUsed(file, width: 40))
    }

    @Test(arguments: ["avif-irot-first.avif", "avif-clap-first.avif"])
    func `rotations and crops that precede the size in the file are applied`(name: String) throws {
        let decoded = try DecodedImage(Fixture.small(name).bytes)
        #expect(decoded.header.storedSize == PixelSize(width: 64, height: 48))
        #expect(decoded.image.size == PixelSize(width: 64, height: 48))
        OrientationTests.expectUpright(decoded.image)
    }

    /// The fixture with different bytes at an offset from `mark`.
    private static func changed(_ name: String, at mark: String, _ offset: Int, to bytes: [UInt8]) throws -> [UInt8] {
        var file = Fixture.small(name).bytes
        let place = try #require(file.indices.first { file[$0...].starts(with: mark.utf8) }) + offset
        file.replaceSubrange(place..<place + bytes.count, with: bytes)
        return file
    }

    @Test(arguments: ["avif-grid.avif", "heic-grid.heic"])
    func `tiles that are larger than the header states are cropped`(name: String) throws {
        let original = try Image(decoding: Fixture.small(name).bytes)
        var file = try Self.changed(name, at: "mdat", 8, to: [0, 120])
        // The sizes of the picture and of its tiles, 128 × 96 and 64 × 64, become 120 × 96 and 60 × 50.
        let places = file.indices.filter { file[$0...].starts(with: "ispe".utf8) }
        for place in places {
            let isTile = file[place + 11] == 64
            file.replaceSubrange(place + 8..<place + 16, with: [0, 0, 0, isTile ? 60 : 120, 0, 0, 0, isTile ? 50 : 96])
        }
        #expect(places.count == 2)
        let image = try Image(decoding: file)
        expectEqual(image.size, PixelSize(width: 120, height: 96))
        expectEqual(image[3, 3], original[3, 3])
        expectEqual(image[59, 49], original[59, 49])
        expectEqual(image[61, 2], original[65, 2])
        expectEqual(image[2, 52], original[2, 66])
    }

    @Test(arguments: ["avif.avif", "heic.heic"])
    func `a picture coded larger than stated is cropped`(name: String) throws {
        let original = try Image(decoding: Fixture.small(name).bytes)
        let image = try Image(decoding: Self.changed(name, at: "ispe", 8, to: [0, 0, 0, 60, 0, 0, 0, 40]))
        expectEqual(image.size, PixelSize(width: 60, height: 40))
        expectEqual(image[0, 0], original[0, 0])
        expectEqual(image[59, 39], original[59, 39])
    }

    /// Changes the sequence header, by its position in the media data.
    @Test func `a stream that libaom can't decode is not supported`() throws {
        #expect(Self.code(of: try Self.changed("avif.avif", at: "mdat", 4 + 3, to: [0x24])) == .unsupported)
    }

    /// Damage in the frame's header, and throughout the frame.
    @Test(arguments: [(41, [0]), (0, [UInt8](repeating: 0xFF, count: 60))])
    func `a frame that libaom finds damaged causes an error without output, even when damage is tolerated`(
        offset: Int, bytes: [UInt8]
    ) throws {
        let file = try Self.changed("avif.avif", at: "mdat", 4 + offset, to: bytes)
        #expect(Self.code(of: file) == .damaged)
        let run = try DecodingRun("whole", file, recover: true)
        #expect(run.outcome == "damaged", "\(run)")
        #expect(run.complaints.isEmpty, "\(run)")
    }

    private static func code(of file: [UInt8]) -> ImageError.Code? { errorCode { try Image(decoding: file) } }

    @Test(arguments: ["avif-grid.avif", "heic-grid.heic"])
    func `a grid that contains itself is reported as damaged`(name: String) throws {
        // The references are from item 1, four of them, to items 2 to 5.
        #expect(Self.code(of: try Self.changed(name, at: "dimg", 8, to: [0, 1])) == .damaged)
    }

    @Test(arguments: ["avif-grid.avif", "heic-grid.heic"])
    func `a grid with fewer tiles than stated is reported as damaged`(name: String) throws {
        #expect(Self.code(of: try Self.changed(name, at: "dimg", 6, to: [0, 3])) == .damaged)
    }

    @Test(arguments: ["avif-grid.avif", "heic-grid.heic"])
    func `tiles that do not cover the picture are reported as damage`(name: String) throws {
        // The grid's data is the first media data: version, flags, rows and columns minus one, width, height.
        let file = try Self.changed(name, at: "mdat", 8, to: [0, 129])
        #expect(Self.code(of: file) == .damaged)
        let large = try Self.changed(name, at: "mdat", 4, to: [0, 1, 1, 1, 0, 0, 255, 255])
        #expect(Self.code(of: large) == .damaged)
    }

    @Test func `derived pictures of other kinds are unsupported`() throws {
        #expect(
            Self.code(of: try Self.changed("avif-grid.avif", at: "grid", 0, to: Array("iovl".utf8))) == .unsupported)
        #expect(
            Self.code(of: try Self.changed("avif-grid.avif", at: "grid", 0, to: Array("iden".utf8))) == .unsupported)
    }

    @Test(arguments: ["avif-grid.avif", "heic-grid.heic"])
    func `limits apply to the whole picture`(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let enough = DecodingOptions(limits: DecodingLimits(pixels: 128 * 96))
        #expect(try Image(decoding: bytes, options: enough).size.area == 128 * 96)
        let tight = DecodingOptions(limits: DecodingLimits(pixels: 128 * 96 - 1))
        #expect(errorCode { try Image(decoding: bytes, options: tight) } == .limitExceeded)
    }

    @Test(arguments: ["avif.avif", "heic.heic"])
    func `a size beyond all limits is not reported as lack of memory`(name: String) throws {
        let file = try Self.changed(name, at: "ispe", 8, to: [0, 1, 0, 0, 0, 1, 0, 0])
        let error = try #require(throws: ImageError.self) { try Image(decoding: file) }
        #expect(error.code == .limitExceeded)
        #expect(!error.message.contains("memory"))
    }

    @Test(arguments: ["avif.avif", "avif-alpha.avif", "avif-grid.avif"])
    func `a truncated picture or tile is not reported as damaged`(name: String) {
        #expect(Self.code(of: Array(Fixture.small(name).bytes.dropLast(20))) == .truncated)
    }

    @Test(arguments: grids)
    func `missing tiles cause an error, and the others can be recovered`(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let part = Array(bytes.dropLast(200))
        #expect(throws: ImageError.self) { try Image(decoding: part) }
        if let saved = try? DecodedImage(part, options: DecodingOptions(toleratesDamage: true)) {
            #expect(saved.image.size == PixelSize(width: 128, height: 96))
            #expect(!saved.warnings.isEmpty)
        }
    }
}
