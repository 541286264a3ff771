import CGD
import Foundation
import PostcardCore
import Testing

@testable import PostcardImaging

/// Images are libgd images, and drawing gives the same results as libgd.
struct LibGDTests {
    /// Random colors and transparencies.
    private static func picture(_ width: Int, _ height: Int, seed: UInt64) throws -> Image {
        var random = SeededRandom(seed: seed)
        var image = try Image(size: PixelSize(width: width, height: height))
        try image.withMutableRows { rows in
            for y in 0..<height {
                for x in 0..<width { rows[y][x] = Int32.random(in: 0...0x7FFF_FFFF, using: &random) }
            }
        }
        return image
    }

    /// The same pixels in an image allocated by libgd.
    private static func copy(of image: Image) throws -> gdImagePtr {
        let copy = try #require(gdImageCreateTrueColor(Int32(image.size.width), Int32(image.size.height)))
        image.withRows { rows in
            for y in 0..<image.size.height { copy.pointee.tpixels[y]?.update(from: rows[y], count: image.size.width) }
        }
        return copy
    }

    private static func expectSame(
        _ image: Image, _ other: gdImagePtr, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        image.withRows { rows in
            for y in 0..<image.size.height {
                let isSame = (0..<image.size.width).allSatisfy { rows[y][$0] == other.pointee.tpixels[y]?[$0] }
                #expect(isSame, "row \(y)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test(arguments: [(0, 0), (5, 7), (-20, 31), (90, -3), (200, 0), (4_000, -4_000)])
    func `pictures are drawn as gdImageCopy draws them`(x: Int, y: Int) throws {
        var image = try Self.picture(100, 40, seed: 1)
        let mark = try Self.picture(60, 50, seed: 2)
        let (canvas, layer) = (try Self.copy(of: image), try Self.copy(of: mark))
        defer {
            gdImageDestroy(canvas)
            gdImageDestroy(layer)
        }
        try image.draw(mark, x: x, y: y)
        gdImageCopy(canvas, layer, Int32(x), Int32(y), 0, 0, 60, 50)
        Self.expectSame(image, canvas)
    }

    @Test(arguments: [255, 90] as [UInt8])
    func `a block of text is drawn as gdImageCopy draws a layer`(opacity: UInt8) throws {
        var random = SeededRandom(seed: 5)
        func coverage() -> [UInt8] {
            (0..<60 * 50).map { _ in
                UInt8(min(255, max(0, Int.random(in: -200...500, using: &random))))
            }
        }
        let fill = Mask(x: 0, y: 0, width: 60, height: 50, coverage: coverage())
        var outline = fill
        outline.formUnion(Mask(x: 0, y: 0, width: 60, height: 50, coverage: coverage()))
        let colors = (0..<60 * 50).map { $0 % 7 == 0 ? UInt32(0x8040_1020) : 0 }
        var layers = MaskLayers(
            fill: fill, fillColor: Color(red: 250, green: 200, blue: 10), outline: outline, outlineColor: .black,
            colors: colors, opacity: opacity)
        var layer = try Image(size: PixelSize(width: 60, height: 50))
        try layer.blend(layers)
        var image = try Self.picture(100, 40, seed: 1)
        let (canvas, source) = (try Self.copy(of: image), try Self.copy(of: layer))
        defer {
            gdImageDestroy(canvas)
            gdImageDestroy(source)
        }
        (layers.fill.x, layers.fill.y) = (55, -9)
        try image.blend(layers)
        gdImageCopy(canvas, source, 55, -9, 0, 0, 60, 50)
        Self.expectSame(image, canvas)
    }

    @Test func `rectangles are filled as gdImageFilledRectangle fills them`() throws {
        var image = try Self.picture(100, 40, seed: 1)
        let canvas = try Self.copy(of: image)
        defer { gdImageDestroy(canvas) }
        for (rect, color) in [
            (PixelRect(x: -5, y: 3, width: 30, height: 2), Color(red: 9, green: 99, blue: 199)),
            (PixelRect(x: 90, y: 0, width: 400, height: 400), Color(red: 9, green: 99, blue: 199, alpha: 100)),
            (PixelRect(x: 10, y: 10, width: 0, height: 5), .black),
            (PixelRect(x: 10, y: -9, width: 5, height: 9), .black),
        ] {
            try image.fill(rect, with: color)
            guard rect.width > 0, rect.y + rect.height > 0 else { continue }
            gdImageFilledRectangle(
                canvas, Int32(rect.x), Int32(rect.y), Int32(rect.x + rect.width - 1), Int32(rect.y + rect.height - 1),
                GDPixel.pack(color))
        }
        Self.expectSame(image, canvas)
    }

    @Test func `all other fields have the values that libgd sets`() throws {
        let theirs = try #require(gdImageCreateTrueColor(37, 21))
        defer { gdImageDestroy(theirs) }
        var image = try Image(uninitialized: PixelSize(width: 37, height: 21))
        try image.withGD { ours in
            // The rows' addresses must differ.
            let rows = ours.pointee.tpixels
            ours.pointee.tpixels = theirs.pointee.tpixels
            defer { ours.pointee.tpixels = rows }
            #expect(
                UnsafeRawBufferPointer(start: ours, count: MemoryLayout<gdImage>.size)
                    .elementsEqual(UnsafeRawBufferPointer(start: theirs, count: MemoryLayout<gdImage>.size)))
        }
    }

    @Test func `memory that libgd allocates for an image is released with it`() throws {
        var image = try Image(size: PixelSize(width: 30, height: 30), fill: .black)
        var corners = [gdPoint(x: 2, y: 2), gdPoint(x: 27, y: 2), gdPoint(x: 2, y: 27)]
        var style: [Int32] = [1, 2, 3]
        try image.withGD { gd in
            gdImageFilledPolygon(gd, &corners, 3, 0x7F_FF_FF_FF)
            gdImageSetStyle(gd, &style, 3)
            gdImageFilledPolygon(gd, &corners, 3, 0x00_FF_FF_FF)
            #expect(gd.pointee.polyInts != nil)
            #expect(gd.pointee.style != nil)
        }
        #expect(image[5, 5] == .white)
    }

    @Test func `a clone made by libgd is equal`() throws {
        var image = try Self.picture(33, 9, seed: 3)
        try image.withGD { gd in
            let copy = gdImageClone(gd)
            defer { if let copy { gdImageDestroy(copy) } }
            #expect(gdImageCompare(gd, copy) == 0)
        }
        #expect(!image.isOpaque)
    }

    @Test func `drawing does not change a copy of the value`() throws {
        let original = try Image(size: PixelSize(width: 4, height: 4), fill: .white)
        var copy = original
        try copy.withGD { gdImageSetPixel($0, 1, 2, 0) }
        #expect(copy[1, 2] == .black)
        #expect(original[1, 2] == .white)
    }

    @Test(arguments: [
        (0, 1), (1, -1), (1 << 31, 1), (1 << 30, 1 << 30), (Int(Int32.max), Int(Int32.max)), (.max, .max),
    ])
    func `impossible sizes are rejected`(_ width: Int, _ height: Int) {
        #expect(throws: ImageError.self) { try Image(uninitialized: PixelSize(width: width, height: height)) }
    }

    #if os(Linux)
        @Test(.enabled(if: ProcessInfo.processInfo.environment["POSTCARD_SHARED_LIBGD"] == nil))
        func `no program is linked to the shared libgd or its dependencies`() throws {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(filePath: "/usr/bin/ldd")
            process.arguments = [DecodingRun.program.path]
            process.standardOutput = output
            try process.run()
            let libraries = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(libraries.contains("libpng16"))
            for name in ["libgd.so", "libtiff", "libX11", "libXpm", "libwebp", "libheif"] {
                #expect(!libraries.contains(name), "\(libraries)")
            }
        }
    #endif
}
