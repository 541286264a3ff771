import Testing

@testable import PostcardImaging

struct GIFDisposalTests {
    /// Red everywhere, then green in the middle with the tested disposal, then one blue pixel.
    private func specimen(_ disposal: Int) -> GIFSpecimen {
        GIFSpecimen(
            width: 4, height: 3,
            frames: [
                .init(width: 4, height: 3, indices: [UInt8](repeating: 1, count: 12), disposal: 1),
                .init(x: 1, y: 1, width: 2, height: 2, indices: [2, 2, 2, 2], disposal: disposal),
                .init(x: 0, y: 0, width: 1, height: 1, indices: [3], disposal: 1),
            ])
    }

    @Test(arguments: [
        (0, ["brrr", "rggr", "rggr"]), (1, ["brrr", "rggr", "rggr"]), (2, ["brrr", "r..r", "r..r"]),
        (3, ["brrr", "rrrr", "rrrr"]), (4, ["brrr", "rrrr", "rrrr"]), (5, ["brrr", "rggr", "rggr"]),
        (7, ["brrr", "rggr", "rggr"]),
    ])
    func `frames are disposed of as in browsers`(_ disposal: Int, _ last: [String]) throws {
        let texts = try TextCanvas.texts(specimen(disposal).bytes)
        #expect(texts == [["rrrr", "rrrr", "rrrr"], ["rrrr", "rggr", "rggr"], last])
    }

    @Test func `restoring twice restores the same picture`() throws {
        var specimen = specimen(3)
        specimen.frames[2].disposal = 3
        specimen.frames.append(.init(x: 3, y: 2, width: 1, height: 1, indices: [0]))
        #expect(try TextCanvas.texts(specimen.bytes)[3] == ["rrrr", "rrrr", "rrrk"])
    }

    @Test func `restoring the first frame leaves an empty picture`() throws {
        var specimen = specimen(1)
        specimen.frames[0].disposal = 3
        #expect(try TextCanvas.texts(specimen.bytes)[1] == ["....", ".gg.", ".gg."])
    }

    @Test func `transparent pixels show the canvas`() throws {
        var specimen = specimen(1)
        specimen.frames[1].indices = [2, 3, 3, 2]
        specimen.frames[1].transparentIndex = 3
        #expect(try TextCanvas.texts(specimen.bytes)[1] == ["rrrr", "rgrr", "rrgr"])
    }

    @Test func `a cleared rectangle is clipped to the screen`() throws {
        var specimen = specimen(2)
        specimen.frames[1].x = 3
        specimen.frames[1].y = 2
        #expect(try TextCanvas.texts(specimen.bytes)[2] == ["brrr", "rrrr", "rrr."])
    }

    @Test(arguments: 0...3)
    func `encoding keeps every frame`(_ disposal: Int) throws {
        let bytes = specimen(disposal).bytes
        let copy = try AnimatedImage(decoding: bytes).encoded().bytes
        #expect(try TextCanvas.texts(copy) == TextCanvas.texts(bytes))
    }
}
