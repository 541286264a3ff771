import PostcardImaging
import PostcardTestSupport
import Testing

struct ResizeTests {
    @Test(arguments: [1, 2, 3, 7, 99, 100, 256, 4000, 65_535], [1, 3, 50, 256, 1024])
    func `the inside fit rounds sides, but never to zero`(side: Int, box: Int) {
        for other in [1, 2, 5, 97, 1000, 65_535] {
            let size = PixelSize(width: side, height: other)
            let result = Resize(into: .square(box)).size(for: size)
            let ratio = min(1, Double(box) / Double(max(side, other)))
            #expect(result.width == max(1, Int((Double(side) * ratio).rounded())))
            #expect(result.height == max(1, Int((Double(other) * ratio).rounded())))
        }
    }

    @Test func `huge sides do not overflow`() {
        // Found by fuzzing: a quotient between Int.max and UInt.max.
        let wide = Resize(into: PixelSize(width: .max, height: 3), fit: .cover, enlarges: true)
        #expect(wide.size(for: PixelSize(width: .max / 3, height: .max / 2)) == PixelSize(width: .max, height: 3))
        let huge = PixelSize(width: .max, height: .max - 1)
        #expect(Resize(into: .square(256)).size(for: huge) == .square(256))
        #expect(Resize(into: huge, enlarges: true).size(for: PixelSize(width: 1, height: .max)).width == 1)
    }

    @Test(arguments: [Resize.Fit.inside, .exact, .cover, .cover(.detail)])
    func `pictures are enlarged only on request`(fit: Resize.Fit) {
        let size = PixelSize(width: 30, height: 20)
        let result = Resize(into: .square(100), fit: fit).size(for: size)
        #expect(result.width <= 30)
        #expect(result.height <= 20)
    }

    @Test func `cover fills the box and pad adds bars`() throws {
        let wide = try Image(size: PixelSize(width: 200, height: 100), fill: .white)
        #expect(try wide.resized(Resize(into: .square(50), fit: .cover)).size == .square(50))
        let padded = try wide.resized(Resize(into: .square(50), fit: .pad(.black)))
        expectEqual(padded.size, .square(50))
        expectEqual(padded[25, 2], .black)
        expectEqual(padded[25, 25], .white)
        expectEqual(padded[25, 47], .black)
    }

    @Test func `cover keeps the focus visible`() throws {
        let image = try Image(size: PixelSize(width: 90, height: 30)) { x, _ in
            x < 30 ? Color(red: 255, green: 0, blue: 0) : x < 60 ? .white : Color(red: 0, green: 0, blue: 255)
        }
        let left = try image.resized(Resize(into: .square(30), fit: .cover(.point(x: 0, y: 0))))
        let middle = try image.resized(Resize(into: .square(30), fit: .cover))
        let right = try image.resized(Resize(into: .square(30), fit: .cover(.point(x: 1, y: 0))))
        expectEqual(left[15, 15].red, 255)
        expectEqual(left[15, 15].blue, 0)
        expectEqual(middle[15, 15], .white)
        expectEqual(right[15, 15].blue, 255)
        expectEqual(right[15, 15].red, 0)
    }

    @Test func `the detail focus finds the part of a picture that is not flat`() throws {
        let image = try Image(size: PixelSize(width: 40, height: 160)) { x, y in
            100..<130 ~= y && (x + y) % 2 == 0 ? .black : .white
        }
        let result = try image.resized(Resize(into: .square(40), fit: .cover(.detail)))
        let marks = result.pixels.count { $0 == .black }
        #expect(marks == 40 * 30 / 2)
    }

    @Test func `cropping outside the picture fails`() throws {
        let image = try Image(size: .square(10), fill: .white)
        #expect(throws: ImageError.self) { try image.cropped(to: PixelRect(x: 10, y: 0, width: 5, height: 5)) }
        #expect(
            try image.cropped(to: PixelRect(x: -3, y: 6, width: 5, height: 50)).size == PixelSize(width: 2, height: 4))
    }
}
