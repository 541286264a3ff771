import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct GIFReadingTests {
    private let row: [UInt8] = [0, 1, 2, 3]

    @Test(arguments: 1...20)
    func `interlaced rows are put in order`(_ height: Int) throws {
        // As defined: every 8th row from 0, every 8th from 4, every 4th from 2, every 2nd from 1.
        let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
        let order = passes.flatMap { start, step in Array(stride(from: start, to: height, by: step)) }
        let frame = GIFSpecimen.Frame(
            width: 2, height: height, indices: order.flatMap { [UInt8($0 % 4), UInt8($0 / 4 % 4)] }, isInterlaced: true)
        let text = try TextCanvas.texts(GIFSpecimen(width: 2, height: height, frames: [frame]).bytes)[0]
        let letters = Array("krgb")
        let expected = (0..<height).map { row in String([letters[row % 4], letters[row / 4 % 4]]) }
        #expect(text == expected)
    }

    @Test func `a local palette applies only to its frame`() throws {
        let own: [UInt32] = [0xFFFFFF, 0x0000FF, 0x00FF00, 0xFF0000]
        let specimen = GIFSpecimen(
            width: 4, height: 1,
            frames: [
                .init(width: 4, height: 1, indices: row), .init(width: 4, height: 1, indices: row, palette: own),
                .init(width: 4, height: 1, indices: row),
            ])
        #expect(try TextCanvas.texts(specimen.bytes) == [["krgb"], ["wbgr"], ["krgb"]])
    }

    @Test func `missing colors are black`() throws {
        let specimen = GIFSpecimen(
            width: 4, height: 1, palette: [0xFFFFFF, 0xFF0000],
            frames: [.init(width: 4, height: 1, indices: [0, 1, 2, 255])])
        #expect(try TextCanvas.texts(specimen.bytes) == [["wrkk"]])
        var none = specimen
        none.palette = nil
        #expect(try TextCanvas.texts(none.bytes) == [["kkkk"]])
    }

    @Test func `a frame beyond the screen is cut off`() throws {
        let specimen = GIFSpecimen(
            width: 3, height: 2,
            frames: [
                .init(width: 3, height: 2, indices: [1, 1, 1, 1, 1, 1]),
                .init(x: 2, y: 1, width: 2, height: 2, indices: [2, 3, 3, 3]),
                .init(x: 9, y: 9, width: 2, height: 2, indices: [2, 3, 3, 3]),
            ])
        #expect(try TextCanvas.texts(specimen.bytes) == [["rrr", "rrr"], ["rrr", "rrg"], ["rrr", "rrg"]])
    }

    @Test(arguments: [(0, 0), (1, 1), (0, 2), (3, 0)])
    func `the screen grows to contain the first frame`(_ width: Int, _ height: Int) throws {
        let frame = GIFSpecimen.Frame(x: 1, y: 0, width: 2, height: 2, indices: [1, 2, 3, 1])
        let bytes = GIFSpecimen(width: width, height: height, frames: [frame]).bytes
        #expect(try TextCanvas.texts(bytes) == [[".rg", ".br"]])
    }

    @Test func `a frame without pixels changes nothing`() throws {
        let specimen = GIFSpecimen(
            width: 4, height: 1,
            frames: [
                .init(width: 4, height: 1, indices: row, delay: 3), .init(width: 0, height: 1, indices: [], delay: 9),
            ])
        #expect(try TextCanvas.texts(specimen.bytes) == [["krgb"], ["krgb"]])
        #expect(try AnimatedImage(decoding: specimen.bytes).delays == [30, 90])
    }

    @Test func `a picture without pixels is reported as damaged`() {
        let bytes = GIFSpecimen(width: 0, height: 0, frames: [.init(width: 0, height: 0, indices: [])]).bytes
        #expect(errorCode { try AnimatedImage(decoding: bytes) } == .damaged)
    }

    @Test func `comments, plain text and stray zeros are skipped`() throws {
        var specimen = GIFSpecimen(width: 4, height: 1, frames: [.init(width: 4, height: 1, indices: row, delay: 7)])
        specimen.extras = [0x21, 0xFE, 2, 0x2C, 0x3B, 1, 0x2C, 0, 0, 0]
        specimen.extras += [0x21, 0xF9, 4, 0x09, 99, 0, 1, 0, 0x21, 0x01, 1, 65, 0]
        #expect(try TextCanvas.texts(specimen.bytes) == [["krgb"]])
        #expect(try AnimatedImage(decoding: specimen.bytes).delays == [70])
    }

    @Test(arguments: [nil, 0, 1, 3, 65_535])
    func `the loop count and delays match the file`(_ loopCount: Int?) throws {
        let frames = [0, 1, 2, 65_535].map { GIFSpecimen.Frame(width: 4, height: 1, indices: row, delay: $0) }
        let animation = try AnimatedImage(
            decoding: GIFSpecimen(width: 4, height: 1, loopCount: loopCount, frames: frames).bytes)
        #expect(animation.loopCount == loopCount)
        #expect(animation.delays == [0, 10, 20, 655_350])
        let copy = try AnimatedImage(decoding: animation.encoded().bytes)
        expectEqual(copy.loopCount, loopCount)
        expectEqual(copy.delays, animation.delays)
        expectEqual(copy.frameCount, 4)
    }

    @Test func `the loop mark of animation extensions is read too`() throws {
        var specimen = GIFSpecimen(width: 4, height: 1, frames: [.init(width: 4, height: 1, indices: row)])
        specimen.extras = [0x21, 0xFF, 11] + Array("ANIMEXTS1.0".utf8) + [3, 1, 5, 0, 0]
        #expect(try AnimatedImage(decoding: specimen.bytes).loopCount == 5)
    }

    @Test func `the first frame is the still image`() throws {
        let specimen = GIFSpecimen(
            width: 4, height: 2,
            frames: [
                .init(width: 4, height: 1, indices: row), .init(width: 4, height: 1, indices: [3, 3, 3, 3]),
            ], version: "87a")
        let image = try Image(decoding: specimen.bytes)
        #expect(TextCanvas.text(image) == ["krgb", "...."])
        #expect(!image.isOpaque)
        #expect(try ImageHeader(of: specimen.bytes).size == PixelSize(width: 4, height: 2))
    }

    @Test func `frames are resized with their transparency`() throws {
        let frame = GIFSpecimen.Frame(
            width: 8, height: 4, indices: (0..<32).map { $0 % 8 < 4 ? 1 : 0 }, transparentIndex: 0)
        let options = DecodingOptions(resize: Resize(into: .square(4)), filter: .box)
        let animation = try AnimatedImage(
            decoding: GIFSpecimen(width: 8, height: 4, frames: [frame, frame]).bytes, options: options)
        #expect(animation.size == PixelSize(width: 4, height: 2))
        #expect(try TextCanvas.texts(animation.encoded().bytes) == [["rr..", "rr.."], ["rr..", "rr.."]])
    }

    @Test func `every frame is cropped like the first`() throws {
        // The first frame has detail on the left, the second on the right.
        let frames = [0, 8].map { left in
            GIFSpecimen.Frame(
                width: 12, height: 4,
                indices: (0..<48).map { x in
                    let column = x % 12
                    return column >= left && column < left + 4 ? UInt8(x / 12 + column) % 4 : 0
                })
        }
        let options = DecodingOptions(resize: Resize(into: .square(4), fit: .cover(.detail)))
        let bytes = GIFSpecimen(width: 12, height: 4, frames: frames).bytes
        var pass = try AnimatedImage(decoding: bytes, options: options).frames()
        let first = try #require(try pass.next())
        let second = try #require(try pass.next())
        #expect(first.image.size == .square(4))
        #expect(TextCanvas.text(first.image) != [String](repeating: "kkkk", count: 4))
        #expect(TextCanvas.text(second.image) == [String](repeating: "kkkk", count: 4))
    }

    @Test func `a still image reports tolerated damage`() throws {
        let specimen = GIFSpecimen(
            width: 4, height: 1,
            frames: [.init(width: 4, height: 1, indices: row), .init(width: 4, height: 1, indices: row)])
        let bytes = Array(specimen.bytes.dropLast(4))
        let still = try DecodedImage(bytes, options: DecodingOptions(toleratesDamage: true))
        expectEqual(TextCanvas.text(still.image), ["krgb"])
        expectEqual(still.warnings.count, 1)
        expectEqual(still.warnings.first?.contains("1 complete frame"), true)
    }

    @Test func `other files are rejected`() {
        #expect(errorCode { try AnimatedImage(decoding: Array("hello".utf8)) } == .unsupported)
        #expect(errorCode { try AnimatedImage(decoding: []) } == .unsupported)
    }
}
