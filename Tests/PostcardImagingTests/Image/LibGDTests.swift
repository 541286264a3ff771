import CGD
import Testing

@testable import PostcardImaging

/// libgd's own functions take our images for theirs. They are looked up, for nothing links libgd.
struct LibGDTests {
    private static func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
        try #require(LibGD.function(name, as: type), "libgd has to be installed, in the version of its headers")
    }

    @Test func everyFieldIsAsLibgdMakesIt() throws {
        let create = try Self.function(
            "gdImageCreateTrueColor", as: (@convention(c) (Int32, Int32) -> gdImagePtr?).self)
        let destroy = try Self.function("gdImageDestroy", as: (@convention(c) (gdImagePtr) -> Void).self)
        let theirs = try #require(create(37, 21))
        defer { destroy(theirs) }
        var image = try Image(uninitialized: PixelSize(width: 37, height: 21))
        image.withGD { ours in
            // The rows' addresses differ, as they must; all other bytes have to be the same.
            let rows = ours.pointee.tpixels
            ours.pointee.tpixels = theirs.pointee.tpixels
            defer { ours.pointee.tpixels = rows }
            #expect(
                UnsafeRawBufferPointer(start: ours, count: MemoryLayout<gdImage>.size)
                    .elementsEqual(UnsafeRawBufferPointer(start: theirs, count: MemoryLayout<gdImage>.size)))
        }
    }

    @Test func drawingIsSeenInThePixels() throws {
        let fillEllipse = try Self.function(
            "gdImageFilledEllipse", as: (@convention(c) (gdImagePtr, Int32, Int32, Int32, Int32, Int32) -> Void).self)
        let drawLine = try Self.function(
            "gdImageLine", as: (@convention(c) (gdImagePtr, Int32, Int32, Int32, Int32, Int32) -> Void).self)
        var image = try Image(size: PixelSize(width: 60, height: 40), fill: .white)
        image.withGD { gd in
            fillEllipse(gd, 30, 20, 20, 10, 0x00_C0_20_10)
            drawLine(gd, 0, 0, 59, 0, 0x00_00_00_FF)
        }
        #expect(image[30, 20] == Color(red: 0xC0, green: 0x20, blue: 0x10))
        #expect(image[59, 0] == Color(red: 0, green: 0, blue: 255))
        #expect(image[59, 1] == .white)
        #expect(image[30, 30] == .white)
        #expect(image.isOpaque)
    }

    @Test func memoryThatLibgdTakesForAnImageIsReleasedWithIt() throws {
        let fillPolygon = try Self.function(
            "gdImageFilledPolygon",
            as: (@convention(c) (gdImagePtr, UnsafeMutablePointer<gdPoint>, Int32, Int32) -> Void).self)
        let setStyle = try Self.function(
            "gdImageSetStyle", as: (@convention(c) (gdImagePtr, UnsafeMutablePointer<Int32>, Int32) -> Void).self)
        var image = try Image(size: PixelSize(width: 30, height: 30), fill: .black)
        var corners = [gdPoint(x: 2, y: 2), gdPoint(x: 27, y: 2), gdPoint(x: 2, y: 27)]
        var style: [Int32] = [1, 2, 3]
        image.withGD { gd in
            fillPolygon(gd, &corners, 3, 0x7F_FF_FF_FF)
            setStyle(gd, &style, 3)
            fillPolygon(gd, &corners, 3, 0x00_FF_FF_FF)
            #expect(gd.pointee.polyInts != nil)
            #expect(gd.pointee.style != nil)
        }
        #expect(image[5, 5] == .white)
    }

    @Test func aCloneByLibgdIsEqual() throws {
        let clone = try Self.function("gdImageClone", as: (@convention(c) (gdImagePtr) -> gdImagePtr?).self)
        let compare = try Self.function("gdImageCompare", as: (@convention(c) (gdImagePtr, gdImagePtr) -> Int32).self)
        let destroy = try Self.function("gdImageDestroy", as: (@convention(c) (gdImagePtr) -> Void).self)
        var image = try Image(size: PixelSize(width: 33, height: 9), fill: .clear)
        for x in 0..<33 { image[x, x % 9] = Color(red: UInt8(7 * x), green: 9, blue: 200, alpha: UInt8(255 - 5 * x)) }
        try image.withGD { gd in
            let copy = try #require(clone(gd))
            defer { destroy(copy) }
            #expect(compare(gd, copy) == 0)
            for y in 0..<9 {
                let (ours, theirs) = (try #require(gd.pointee.tpixels[y]), try #require(copy.pointee.tpixels[y]))
                #expect(
                    UnsafeBufferPointer(start: ours, count: 33).elementsEqual(
                        UnsafeBufferPointer(start: theirs, count: 33)))
            }
        }
        #expect(!image.isOpaque)
    }

    @Test func drawingDoesNotReachACopyOfTheValue() throws {
        let setPixel = try Self.function(
            "gdImageSetPixel", as: (@convention(c) (gdImagePtr, Int32, Int32, Int32) -> Void).self)
        let original = try Image(size: PixelSize(width: 4, height: 4), fill: .white)
        var copy = original
        copy.withGD { setPixel($0, 1, 2, 0) }
        #expect(copy[1, 2] == .black)
        #expect(original[1, 2] == .white)
    }

    @Test(arguments: [(0, 1), (1, -1), (1 << 31, 1), (1 << 30, 1 << 30), (Int(Int32.max), Int(Int32.max))])
    func impossibleSizesAreAnError(_ width: Int, _ height: Int) {
        #expect(throws: ImageError.self) { try Image(uninitialized: PixelSize(width: width, height: height)) }
    }
}
