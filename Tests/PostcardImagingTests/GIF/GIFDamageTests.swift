import PostcardCore
import Testing

@testable import PostcardImaging

struct GIFDamageTests {
    /// Three frames and everything else that a file can contain.
    private static let whole: [UInt8] = {
        var dice = SeededRandom(seed: 1)
        func indices(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...3, using: &dice) } }
        let own: [UInt32] = [0xFFFFFF, 0x0000FF, 0x00FF00, 0xFF0000]
        var specimen = GIFSpecimen(
            width: 6, height: 5, loopCount: 0,
            frames: [
                .init(width: 6, height: 5, indices: indices(30), delay: 5, disposal: 1),
                .init(
                    x: 1, y: 1, width: 4, height: 4, indices: indices(16), disposal: 2, palette: own, isInterlaced: true
                ),
                .init(x: 2, y: 0, width: 3, height: 5, indices: indices(15), disposal: 3, transparentIndex: 2),
            ])
        specimen.extras = [0x21, 0xFE, 2, 65, 66, 0]
        return specimen.bytes
    }()

    @Test func `every prefix is reported as truncated unless it ends after a frame`() throws {
        let frames = try TextCanvas.texts(Self.whole)
        var ends: [Int] = []
        for count in 6..<Self.whole.count {
            let part = Array(Self.whole[..<count])
            do {
                let found = try TextCanvas.texts(part)
                #expect(found == Array(frames.prefix(found.count)), "\(count) bytes")
                ends.append(found.count)
            } catch {
                #expect((error as? ImageError)?.code == .truncated, "\(count) bytes")
            }
        }
        // The end of codes and the end of blocks follow each frame, and an extension follows the last frame.
        #expect(Set(ends) == [1, 2, 3] && ends.count == 10)
    }

    @Test func `a still image of a prefix needs only the first frame`() throws {
        let whole = try DecodedImage(Self.whole)
        #expect(whole.warnings.isEmpty)
        var counts = (errors: 0, warnings: 0)
        for count in 6..<Self.whole.count {
            let part = Array(Self.whole[..<count])
            if let decoded = try? DecodedImage(part) {
                #expect(decoded.warnings.count == 1)
                #expect(counts.errors > 40)
                #expect(TextCanvas.pixels(decoded.image) == TextCanvas.pixels(whole.image))
                counts.warnings += 1
            } else {
                #expect(errorCode { try Image(decoding: part) } == .truncated)
                #expect(counts.warnings == 0)
                counts.errors += 1
            }
        }
        #expect(counts.warnings > 60)
    }

    @Test func `every prefix with a frame yields the complete part`() throws {
        let frames = try TextCanvas.frames(Self.whole)
        var counts: Set<Int> = []
        for count in 6..<Self.whole.count {
            let part = Array(Self.whole[..<count])
            guard let saved = try? TextCanvas.frames(part, recovers: true) else { continue }
            counts.insert(saved.count)
            for index in 0..<saved.count - 1 {
                #expect(TextCanvas.pixels(saved[index].image) == TextCanvas.pixels(frames[index].image))
            }
        }
        #expect(counts == [1, 2, 3])
    }

    @Test func `the message states how much of the animation is complete`() throws {
        let specimen = GIFSpecimen(
            width: 2, height: 9,
            frames: [
                .init(width: 2, height: 9, indices: [UInt8](repeating: 1, count: 18)),
                .init(width: 2, height: 9, indices: [UInt8](repeating: 2, count: 18)),
            ])
        let part = Array(specimen.bytes.dropLast(8))
        let error = #expect(throws: ImageError.self) { try AnimatedImage(decoding: part) }
        #expect(
            error?.message.contains("after \(part.count) bytes. It has 1 complete frame and 7 of 9 rows of frame 2.")
                == true)
        let animation = try AnimatedImage(decoding: part, options: DecodingOptions(toleratesDamage: true))
        #expect(animation.warnings == [error?.message])
        #expect(try TextCanvas.texts(part, recovers: true)[1] == [String](repeating: "gg", count: 7) + ["rr", "rr"])
    }

    @Test func `an animation without a complete row is not recovered`() throws {
        let frame = GIFSpecimen.Frame(width: 4, height: 9, indices: [UInt8](repeating: 1, count: 36))
        var specimen = GIFSpecimen(width: 4, height: 9, frames: [frame, frame])
        specimen.frames[0].indices = [1, 1]
        #expect(errorCode { try TextCanvas.frames(specimen.bytes, recovers: true) } == .damaged)
        specimen.frames[0].indices = [1, 1, 1, 1]
        #expect(try TextCanvas.frames(specimen.bytes, recovers: true).count == 2)
    }

    @Test func `missing rows of an interlaced frame are replaced`() throws {
        let frame = GIFSpecimen.Frame(
            width: 1, height: 8, indices: [0, 1, 2, 3, 0, 0, 0, 0], isInterlaced: true)
        var specimen = GIFSpecimen(width: 1, height: 8, frames: [frame])
        specimen.frames[0].indices = Array(frame.indices[..<3])
        let bytes = specimen.bytes
        #expect(try TextCanvas.texts(bytes, recovers: true) == [["k", "k", "g", "g", "r", "r", "r", "r"]])
        #expect(errorCode { try TextCanvas.texts(bytes) } == .damaged)
    }

    @Test(arguments: 0..<10)
    func `damaged bytes do no harm`(_ seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        var failures = 0
        for _ in 0..<1_000 {
            var bytes = Self.whole
            bytes[Int.random(in: 6..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
            let limits = DecodingLimits(pixels: 20_000)
            if errorCode({ try read(bytes, limits, recovers: false) }) != nil { failures += 1 }
            let saved = try? read(bytes, limits, recovers: true)
            #expect(saved == (try? read(bytes, limits, recovers: true)))
        }
        #expect(failures > 100)
        #expect(failures < 1_000)
    }

    /// All pixels of all frames.
    private func read(_ bytes: [UInt8], _ limits: DecodingLimits, recovers: Bool) throws -> [[[Int32]]] {
        let animation = try AnimatedImage(
            decoding: bytes, options: DecodingOptions(limits: limits, toleratesDamage: recovers))
        var frames = try animation.frames()
        var pixels: [[[Int32]]] = []
        while let frame = try frames.next() { pixels.append(TextCanvas.pixels(frame.image)) }
        #expect(pixels.count == animation.frameCount)
        return pixels
    }

    @Test(
        arguments: [
            // An unknown code, first and later; root codes of 0 and of 9 bits; an immediate end mark.
            ([2, 1, 0b101_100 | 0b01 << 6, 0], 0), ([2, 2, 0b11_000_100, 0b1, 0], 1), ([0, 1, 0, 0], 0),
            ([9, 1, 0, 0], 0),
            ([2, 1, 0b101, 0], 0), ([2, 0], 0),
        ] as [([UInt8], Int)])
    func `an invalid code is reported as damage`(_ data: [UInt8], _ pixels: Int) throws {
        var specimen = GIFSpecimen(width: 2, height: 1, frames: [])
        specimen.extras = [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0] + data
        let bytes = specimen.bytes
        #expect(errorCode { try TextCanvas.texts(bytes) } == .damaged)
        // The frame's only row is incomplete.
        #expect(errorCode { try TextCanvas.texts(bytes, recovers: true) } == .damaged)
    }

    @Test func `an unknown block is reported as damage`() throws {
        var bytes = Array(Self.whole.dropLast())
        bytes.append(0x99)
        #expect(errorCode { try AnimatedImage(decoding: bytes) } == .damaged)
        #expect(try TextCanvas.frames(bytes, recovers: true).count == 3)
        let still = try DecodedImage(bytes)
        #expect(still.warnings.count == 1)
    }
}
