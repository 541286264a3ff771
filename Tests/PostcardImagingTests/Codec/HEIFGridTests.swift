import PostcardFixtures
import PostcardImaging
import Testing

/// Pictures of tiles, which every phone writes.
struct HEIFGridTests {
    static let grids = [
        "avif-grid.avif", "avif-grid-orientation-6.avif", "heic-grid.heic", "heic-grid-orientation-6.heic",
        "heic-grid-strips.heic",
    ]

    @Test(arguments: grids)
    func tilesMakeUpThePictureUpright(name: String) throws {
        let decoded = try DecodedImage(Fixture.small(name).bytes)
        #expect(decoded.header.storedSize == PixelSize(width: 128, height: 96) && decoded.header.orientation == .up)
        #expect(decoded.image.size == PixelSize(width: 128, height: 96) && decoded.image.isOpaque)
        #expect(decoded.warnings.isEmpty)
        OrientationTests.expectUpright(decoded.image)
        // Across the edges of tiles: the F has no gap where they meet.
        let original = try Image(decoding: Fixture.small("png-srgb.png").bytes)
        let small = try Image(
            decoding: Fixture.small(name).bytes, options: DecodingOptions(resize: Resize(into: .square(64))))
        #expect(small.meanDistance(to: original) < 3)
    }

    @Test(arguments: ["avif-irot-first.avif", "avif-clap-first.avif"])
    func turnsInFrontOfTheSizeCountToo(name: String) throws {
        let decoded = try DecodedImage(Fixture.small(name).bytes)
        #expect(decoded.header.storedSize == PixelSize(width: 64, height: 48))
        #expect(decoded.image.size == PixelSize(width: 64, height: 48))
        OrientationTests.expectUpright(decoded.image)
    }

    /// The fixture with other bytes where `mark` stands, counted from there.
    private static func changed(_ name: String, at mark: String, _ offset: Int, to bytes: [UInt8]) throws -> [UInt8] {
        var file = Fixture.small(name).bytes
        let place = try #require(file.indices.first { file[$0...].starts(with: mark.utf8) }) + offset
        file.replaceSubrange(place..<place + bytes.count, with: bytes)
        return file
    }

    private static func code(of file: [UInt8]) -> ImageError.Code? { errorCode { try Image(decoding: file) } }

    @Test(arguments: ["avif-grid.avif", "heic-grid.heic"])
    func gridOfItselfIsDamaged(name: String) throws {
        // The references: from item 1, four of them, to items 2 to 5.
        #expect(Self.code(of: try Self.changed(name, at: "dimg", 8, to: [0, 1])) == .damaged)
    }

    @Test(arguments: ["avif-grid.avif", "heic-grid.heic"])
    func gridOfFewerTilesThanItSaysIsDamaged(name: String) throws {
        #expect(Self.code(of: try Self.changed(name, at: "dimg", 6, to: [0, 3])) == .damaged)
    }

    @Test(arguments: ["avif-grid.avif", "heic-grid.heic"])
    func tilesThatDoNotFillThePictureAreDamage(name: String) throws {
        // The grid's own data begin the media data: version, flags, rows and columns less one, width, height.
        let file = try Self.changed(name, at: "mdat", 8, to: [0, 129])
        #expect(Self.code(of: file) == .damaged)
        let large = try Self.changed(name, at: "mdat", 4, to: [0, 1, 1, 1, 0, 0, 255, 255])
        #expect(Self.code(of: large) == .damaged)
    }

    @Test func derivedPicturesOfOtherKindsAreUnsupported() throws {
        #expect(
            Self.code(of: try Self.changed("avif-grid.avif", at: "grid", 0, to: Array("iovl".utf8))) == .unsupported)
        #expect(
            Self.code(of: try Self.changed("avif-grid.avif", at: "grid", 0, to: Array("iden".utf8))) == .unsupported)
    }

    @Test(arguments: ["avif-grid.avif", "heic-grid.heic"])
    func limitsHoldForTheWholePicture(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let enough = DecodingOptions(limits: DecodingLimits(pixels: 128 * 96))
        #expect(try Image(decoding: bytes, options: enough).size.area == 128 * 96)
        let tight = DecodingOptions(limits: DecodingLimits(pixels: 128 * 96 - 1))
        #expect(errorCode { try Image(decoding: bytes, options: tight) } == .limitExceeded)
    }

    @Test(arguments: ["avif.avif", "heic.heic"])
    func sizeBeyondAllLimitsIsNotLackOfMemory(name: String) throws {
        let file = try Self.changed(name, at: "ispe", 8, to: [0, 1, 0, 0, 0, 1, 0, 0])
        let error = try #require(throws: ImageError.self) { try Image(decoding: file) }
        #expect(error.code == .limitExceeded && !error.message.contains("memory"))
    }

    @Test(arguments: grids)
    func missingTilesAreAnErrorAndTheOthersAreSaved(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let part = Array(bytes.dropLast(200))
        #expect(throws: ImageError.self) { try Image(decoding: part) }
        if let saved = try? DecodedImage(part, options: DecodingOptions(recover: true)) {
            #expect(saved.image.size == PixelSize(width: 128, height: 96) && !saved.warnings.isEmpty)
        }
    }
}
