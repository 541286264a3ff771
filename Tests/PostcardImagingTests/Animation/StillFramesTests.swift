import PostcardTestSupport
import Testing

@testable import PostcardImaging

/// Animated WebP and PNG files are read as browsers show them.
struct StillFramesTests {
    enum Kind: CaseIterable {
        case webp, png

        func bytes(_ file: MovingFile) throws -> [UInt8] { try self == .webp ? file.webp() : file.png() }
    }

    /// Red everywhere, green in the middle with the tested disposal, then one blue pixel next to a transparent one.
    private func specimen(_ disposal: Int, blends: Bool = true) -> MovingFile {
        MovingFile(
            size: PixelSize(width: 6, height: 4), plays: 3,
            frames: [
                .init(rows: ["rrrrrr", "rrrrrr", "rrrrrr", "rrrrrr"], delay: 40),
                .init(rows: ["gg", "gg"], x: 2, y: 2, delay: 33, disposal: disposal),
                .init(rows: ["b."], delay: 0, blends: blends),
            ])
    }

    @Test(arguments: Kind.allCases, [(0, true), (1, true), (2, true), (0, false)])
    func `frames blend or replace, and are disposed of as specified`(
        kind: Kind, how: (disposal: Int, blends: Bool)
    ) throws {
        guard kind == .png || how.disposal < 2 else { return }
        let bytes = try kind.bytes(specimen(how.disposal, blends: how.blends))
        let last = how.disposal == 0 ? "rrggrr" : how.disposal == 1 ? "rr..rr" : "rrrrrr"
        #expect(
            try TextCanvas.texts(bytes) == [
                ["rrrrrr", "rrrrrr", "rrrrrr", "rrrrrr"], ["rrrrrr", "rrrrrr", "rrggrr", "rrggrr"],
                [how.blends ? "brrrrr" : "b.rrrr", "rrrrrr", last, last],
            ])
        let animation = try AnimatedImage(decoding: bytes)
        expectEqual(animation.delays, [40, 33, 0])
        expectEqual(animation.loopCount, 2)
        expectEqual(animation.size, PixelSize(width: 6, height: 4))
        // A still image is the first frame.
        #expect(try TextCanvas.text(Image(decoding: bytes)) == ["rrrrrr", "rrrrrr", "rrrrrr", "rrrrrr"])
    }

    @Test(arguments: Kind.allCases, [(0, 0), (1, nil), (2, 1), (65_535, 65_534)] as [(Int, Int?)])
    func `the number of plays is the number of repetitions plus one`(kind: Kind, count: (plays: Int, loops: Int?))
        throws
    {
        var file = specimen(0)
        file.plays = count.plays
        #expect(try AnimatedImage(decoding: kind.bytes(file)).loopCount == count.loops)
    }

    @Test func `the default image of a PNG is not a frame`() throws {
        var file = specimen(0)
        file.hasPicture = true
        #expect(try TextCanvas.texts(file.png()).count == 3)
        #expect(try TextCanvas.text(Image(decoding: file.png())) == ["rrrrrr", "rrrrrr", "rrrrrr", "rrrrrr"])
    }

    @Test(arguments: [(1_000, 40), (100, 400), (0, 400), (30, 1_333)])
    func `delays in a PNG are read as fractions of seconds`(second: Int, delay: Int) throws {
        var file = specimen(0)
        file.second = second
        #expect(try AnimatedImage(decoding: file.png()).delays.first == delay)
    }

    @Test(arguments: Kind.allCases)
    func `a truncated file causes an error or gives its complete frames`(kind: Kind) throws {
        let bytes = try kind.bytes(specimen(0))
        // The rest of the end mark's checksum does not matter.
        for count in 1..<bytes.count - 4 {
            let cut = Array(bytes[..<count])
            #expect(errorCode { try AnimatedImage(decoding: cut).encoded() } != nil, "\(count)")
            guard let saved = try? AnimatedImage(decoding: cut, options: DecodingOptions(toleratesDamage: true)) else {
                continue
            }
            #expect(1...3 ~= saved.frameCount)
            _ = try? saved.encoded()
        }
        // The last frame is incomplete.
        let most = Array(bytes.dropLast(kind == .png ? 20 : 3))
        #expect(errorCode { try AnimatedImage(decoding: most) } == .truncated)
        let saved = try AnimatedImage(decoding: most, options: DecodingOptions(toleratesDamage: true))
        #expect(saved.frameCount >= 2)
        #expect(saved.warnings.joined().contains("2 complete frames"), "\(saved.warnings)")
    }

    @Test(arguments: Kind.allCases)
    func `no wrong byte crashes the program`(kind: Kind) throws {
        let bytes = try kind.bytes(specimen(1))
        for index in bytes.indices {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var broken = bytes
                broken[index] = value
                let options = DecodingOptions(
                    limits: DecodingLimits(pixels: 10_000, frames: 10), toleratesDamage: value > 1)
                _ = try? AnimatedImage(decoding: broken, options: options).encoded(as: .webp())
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `frames outside the picture are reported as damage`(kind: Kind) throws {
        for (x, y) in [(6, 0), (0, 4), (4, 0), (1 << 20, 1 << 20)] {
            var file = specimen(0)
            file.frames[1].rows = ["gggg", "gggg"]
            file.frames[1].x = x
            file.frames[1].y = y
            let bytes = try kind.bytes(file)
            #expect(errorCode { try AnimatedImage(decoding: bytes) } == .damaged)
        }
    }

    @Test(arguments: Kind.allCases)
    func `limits apply to all frames together`(kind: Kind) throws {
        var file = specimen(0)
        file.frames += Array(repeating: file.frames[2], count: 30)
        let bytes = try kind.bytes(file)
        func code(_ limits: DecodingLimits) -> ImageError.Code? {
            errorCode { try AnimatedImage(decoding: bytes, options: DecodingOptions(limits: limits)) }
        }
        #expect(code(DecodingLimits(frames: 33)) == nil)
        #expect(code(DecodingLimits(frames: 32)) == .limitExceeded)
        #expect(code(DecodingLimits(pixels: 24 * 33)) == nil)
        #expect(code(DecodingLimits(pixels: 24 * 33 - 1)) == .limitExceeded)
        #expect(code(DecodingLimits(bytes: bytes.count - 1)) == .limitExceeded)
        // A still image needs only the first frame.
        let still = DecodingOptions(limits: DecodingLimits(pixels: 24, frames: 1))
        #expect(try Image(decoding: bytes, options: still).size == file.size)
    }

    @Test func `no frames follow a rejected one`() throws {
        var bytes = try specimen(0).png()
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "fdAT".utf8) })
        // The first byte of the compressed data, which follows the chunk's number.
        bytes[start + 8] ^= 0xFF
        var frames = try AnimatedImage(decoding: bytes).frames()
        _ = try frames.next()
        #expect(throws: ImageError.self) { try frames.next() }
        #expect(try frames.next() == nil)
    }

    @Test func `frames of a PNG must be in order`() throws {
        let bytes = try specimen(0).png()
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "fdAT".utf8) })
        var broken = bytes
        broken[start + 7] = 7
        #expect(errorCode { try AnimatedImage(decoding: broken) } == .damaged)
    }
}
