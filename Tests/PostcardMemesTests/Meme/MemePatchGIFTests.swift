import PostcardImaging
import PostcardMemes
import Testing

/// Memes on moving GIFs of which frames stay as they are coded.
struct MemePatchGIFTests {
    private let fonts = FontLibrary(usesSystemFonts: false)
    private let size = PixelSize(width: 160, height: 120)

    /// A picture of many greys and a square that moves along a line of it, 256 colours in all, which leaves none for letters.
    private func movingPicture(y: Int, frames: Int = 5) throws -> [UInt8] {
        var encoder = try AnimationEncoder(size: size, loopCount: 3)
        for frame in 0..<frames {
            var image = try Image(size: size, fill: .black)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let gray = UInt8((x + 2 * y) % 255)
                    image[x, y] = Color(red: gray, green: gray, blue: gray)
                }
            }
            for y in y..<y + 16 {
                for x in 20 * frame..<20 * frame + 16 { image[x, y] = Color(red: 240, green: 20, blue: 30) }
            }
            try encoder.append(image, delay: 70 + 10 * frame)
        }
        return try encoder.finish()
    }

    private func pictures(_ file: [UInt8]) throws -> [AnimatedImage.Frame] {
        let animation = try AnimatedImage(decoding: file)
        var frames = try animation.frames()
        var pictures: [AnimatedImage.Frame] = []
        while let frame = try frames.next() { pictures.append(frame) }
        return pictures
    }

    private func made(_ meme: Meme, on file: [UInt8], keepsBlocks: Bool = true) throws -> MemeFile {
        try MemeFile(meme, on: file, encoding: .gif, keepsBlocks: keepsBlocks, fonts: fonts)
    }

    /// The mean difference of a colour of both pictures, of every third pixel.
    private func distance(_ first: Image, _ second: Image) -> Double {
        var (sum, count) = (0, 0)
        for y in stride(from: 0, to: first.size.height, by: 3) {
            for x in 0..<first.size.width {
                let (a, b) = (first[x, y], second[x, y])
                for (a, b) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)] { sum += abs(Int(a) - Int(b)) }
                count += 3
            }
        }
        return Double(sum) / Double(count)
    }

    /// The coded pixels of each frame: what follows its descriptor up to the empty block.
    private func codedFrames(_ file: [UInt8]) -> [ArraySlice<UInt8>] {
        var frames: [ArraySlice<UInt8>] = []
        var offset = 13 + (file[10] & 0x80 == 0 ? 0 : 3 << Int(file[10] & 7 + 1))
        func skipBlocks() {
            while file[offset] != 0 { offset += 1 + Int(file[offset]) }
            offset += 1
        }
        while file[offset] != 0x3B {
            if file[offset] == 0x21 {
                offset += 2
                skipBlocks()
            } else {
                let flags = file[offset + 9]
                offset += 10 + (flags & 0x80 == 0 ? 0 : 3 << Int(flags & 7 + 1))
                let start = offset
                offset += 1
                skipBlocks()
                frames.append(file[start..<offset])
            }
        }
        return frames
    }

    @Test(arguments: [Meme.classic(top: "one", bottom: ""), Meme.classic(top: "one", bottom: "two")])
    func `frames that no letter touches keep their bytes and colours`(meme: Meme) throws {
        let original = try movingPicture(y: 52)
        let file = try made(meme, on: original)
        #expect(file.coding == .patched)
        #expect(codedFrames(file.bytes).dropFirst() == codedFrames(original).dropFirst())
        let drawn = try pictures(made(meme, on: original, keepsBlocks: false).bytes)
        for (index, (frame, base)) in zip(try pictures(file.bytes), try pictures(original)).enumerated() {
            #expect(frame.delay == base.delay)
            #expect(distance(frame.image, drawn[index].image) < 1.5)
            // Where the square has been, the colours are those of the original to the bit.
            for x in 20 * max(0, index - 1)..<20 * index + 16 where index > 0 {
                #expect(frame.image[x, 60] == base.image[x, 60])
            }
        }
        let animation = try AnimatedImage(decoding: file.bytes)
        #expect(animation.loopCount == 3)
        #expect(animation.delays == [70, 80, 90, 100, 110])
    }

    @Test(arguments: [0, 52, 104])
    func `a band above leaves all frames behind the first as they are coded`(y: Int) throws {
        let original = try movingPicture(y: y)
        var meme = Meme()
        meme.above = [Caption("The square moves")]
        let file = try made(meme, on: original)
        #expect(file.coding == .patched)
        #expect(file.size.height > size.height)
        #expect(codedFrames(file.bytes).dropFirst() == codedFrames(original).dropFirst())
        let drawn = try pictures(made(meme, on: original, keepsBlocks: false).bytes)
        for (frame, drawn) in zip(try pictures(file.bytes), drawn) {
            #expect(frame.image.size == file.size)
            #expect(distance(frame.image, drawn.image) < 1.5)
        }
    }

    @Test func `frames that letters touch are coded anew between others`() throws {
        // The square is under the letter for a part of its way.
        let original = try movingPicture(y: 52, frames: 8)
        var caption = Caption("X")
        caption.box = UnitBox(x: 0.3, y: 0.4, width: 0.2, height: 0.25)
        let meme = Meme(captions: [caption])
        let file = try made(meme, on: original)
        #expect(file.coding == .patched)
        let (before, after) = (codedFrames(original), codedFrames(file.bytes))
        let kept = before.indices.filter { before[$0] == after[$0] }
        #expect(kept.contains(7) && !kept.contains(3) && !kept.contains(0), "\(kept)")
        let drawn = try pictures(made(meme, on: original, keepsBlocks: false).bytes)
        for (frame, drawn) in zip(try pictures(file.bytes), drawn) {
            #expect(distance(frame.image, drawn.image) < 1.5)
        }
    }

    @Test func `frames that are taken away again, and letters on every frame, are coded anew`() throws {
        let everywhere = try made(.classic(top: "MMMMMMMMM", bottom: ""), on: movingPicture(y: 8))
        #expect(everywhere.coding != .patched)
        var cleared = try movingPicture(y: 52)
        // The disposal of the first frame, 1 for staying, becomes 2.
        let control = try #require(cleared.indices.first { cleared[$0...].starts(with: [0x21, 0xF9, 4]) })
        #expect(cleared[control + 3] >> 2 & 7 == 1)
        cleared[control + 3] = cleared[control + 3] & ~0x1C | 2 << 2
        #expect(try made(.classic(top: "one", bottom: ""), on: cleared).coding != .patched)
    }
}
