import PostcardFixtures
import Testing

@testable import PostcardImaging

struct AVIFSequenceTests {
    private let bytes = Fixture.small("avif-animated.avif").bytes

    private func pictures(_ bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws -> [Image] {
        var frames = try AnimatedImage(decoding: bytes, options: options).frames()
        var pictures: [Image] = []
        while let frame = try frames.next() { pictures.append(frame.image) }
        return pictures
    }

    @Test func framesAndTheirTimesAreThoseOfTheFile() throws {
        let animation = try AnimatedImage(decoding: bytes)
        #expect(animation.frameCount == 3)
        #expect(animation.delays == [100, 200, 300])
        #expect(animation.warnings.isEmpty)
        let same = try pictures(Fixture.small("webp-animated.webp").bytes)
        let found = try pictures(bytes)
        #expect(found.count == 3)
        for (picture, other) in zip(found, same) {
            #expect(picture.size == other.size)
            // The one is coded with losses, the other without.
            #expect(picture.distance(to: other) <= 8, "\(picture.distance(to: other))")
        }
    }

    @Test func opacityIsThatOfItsTrack() throws {
        let found = try pictures(Fixture.small("avif-animated-alpha.avif").bytes)
        let still = try Image(decoding: Fixture.small("avif-alpha.avif").bytes)
        #expect(found.count == 2)
        #expect(!found[0].isOpaque)
        // Both are coded with losses, at other choices of the encoder.
        #expect(found[0].distance(to: still) <= 22, "\(found[0].distance(to: still))")
    }

    @Test(arguments: [EncodingOptions.gif, .webp(quality: 90)])
    func filesKeepMoving(encoding: EncodingOptions) throws {
        let options = DecodingOptions(resize: Resize(into: .square(32)))
        let animation = try #require(try AnimatedImage.moving(bytes, to: encoding.format, options: options))
        let copy = try AnimatedImage(decoding: animation.encoded(as: encoding))
        #expect(copy.frameCount == 3)
        #expect(copy.delays == [100, 200, 300])
        #expect(copy.size == PixelSize(width: 32, height: 24))
    }

    @Test func passesOverTheSameFileDoNotDisturbEachOther() throws {
        let expected = try pictures(bytes)
        var first = try AnimatedImage(decoding: bytes).frames()
        #expect(try first.next()?.image.pixels == expected[0].pixels)
        var second = first
        #expect(try first.next()?.image.pixels == expected[1].pixels)
        #expect(try first.next()?.image.pixels == expected[2].pixels)
        #expect(try second.next()?.image.pixels == expected[1].pixels)
        #expect(try second.next()?.image.pixels == expected[2].pixels)
    }

    @Test func cutFileHasTheFramesThatAreThere() throws {
        let part = Array(bytes.dropLast(20))
        let error = try #require(throws: ImageError.self) { try AnimatedImage(decoding: part) }
        #expect(error.code == .truncated)
        let saved = try AnimatedImage(decoding: part, options: DecodingOptions(recover: true))
        #expect(saved.frameCount == 2)
        #expect(saved.warnings.count == 1)
    }

    @Test func damagedFrameIsNamedOrStandsAsTheOneBefore() throws {
        var damaged = bytes
        for index in damaged.indices.suffix(60) { damaged[index] = 0xFF }
        let error = try #require(throws: ImageError.self) { try pictures(damaged) }
        #expect(error.code == .damaged)
        #expect(error.message.contains("of 3"), "\(error.message)")
        #expect(try pictures(damaged, options: DecodingOptions(recover: true)).count == 3)
    }

    @Test func limitsHoldForAllFrames() throws {
        var limits = DecodingLimits.default
        limits.frames = 2
        #expect(throws: ImageError.self) {
            try AnimatedImage(decoding: bytes, options: DecodingOptions(limits: limits))
        }
        limits = .default
        limits.pixels = 2 * 64 * 48
        #expect(throws: ImageError.self) {
            try AnimatedImage(decoding: bytes, options: DecodingOptions(limits: limits))
        }
    }

    /// The edit list tells that a part is repeated, and the track how long that lasts in all.
    @Test(arguments: [(0, nil), (600, nil), (601, 1), (1_800, 2), (0xFFFF_FFFF, 0)] as [(UInt32, Int?)])
    func repetitionsFollowFromTheLengthOfTheTrack(duration: UInt32, loops: Int?) throws {
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func place(_ name: String) throws -> Int {
            try #require(bytes.indices.first { bytes[$0...].starts(with: name.utf8) }) + 4
        }
        var file = bytes
        let (header, edits) = (try place("tkhd"), try place("elst"))
        let isLong = file[header] == 1
        let start = header + (isLong ? 28 : 20)
        let whole =
            isLong && duration != .max
            ? [0, 0, 0, 0] + number(duration) : isLong ? [UInt8](repeating: 0xFF, count: 8) : number(duration)
        file.replaceSubrange(start..<start + whole.count, with: whole)
        file[edits + 3] = 1
        let part: [UInt8] = file[edits] == 1 ? [0, 0, 0, 0] + number(600) : number(600)
        file.replaceSubrange(edits + 8..<edits + 8 + part.count, with: part)
        #expect(try AnimatedImage(decoding: file).loopCount == loops)
    }

    /// Every byte of the headers may be anything.
    @Test func damagedHeadersAreErrorsOrFewerFrames() throws {
        let first = try #require(bytes.indices.first { bytes[$0...].starts(with: "moov".utf8) })
        let end = try #require(bytes.indices.first { bytes[$0...].starts(with: "mdat".utf8) })
        for index in stride(from: min(first, end), to: max(first, end), by: 1) {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = bytes
                damaged[index] = value
                _ = try? pictures(damaged)
            }
        }
    }
}
