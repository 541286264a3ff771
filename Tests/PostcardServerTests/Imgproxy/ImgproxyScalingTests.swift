import PostcardImaging
import Testing

@testable import PostcardServer

/// The numbers are from imgproxy's documentation, or calculated.
@Suite struct ImgproxyScalingTests {
    private static let wide = PixelSize(width: 400, height: 300)

    /// Returns the size of the result without canvases.
    private static func size(_ options: String, of source: PixelSize = wide) throws -> PixelSize {
        let address = try ImgproxyAddress(parsing: "\(options)/plain/a.jpg", ImgproxySettings())
        var shape = PictureShape(source: source)
        for step in address.pipeline.steps { _ = step.pixels(changing: &shape, marks: [:]) }
        return shape.size
    }

    @Test(arguments: [
        ("rs:fit:200:200", 200, 150), ("w:200", 200, 150), ("h:150", 200, 150), ("w:0", 400, 300),
        ("rs:fit:150:1", 1, 1),
        ("rs:fill:200:200", 200, 200), ("rs:force:100:200", 100, 200), ("rs:force:100:0", 100, 300),
        ("rs:auto:200:100", 200, 100), ("rs:auto:100:200", 100, 75), ("w:150", 150, 113),
        ("rs:fit:1000:1000", 400, 300),
        ("rs:fit:1000:1000:1", 1_000, 750), ("rs:fill:1000:200", 400, 200), ("rs:fill:1000:200:1", 1_000, 200),
        ("rs:fill-down:1000:500", 400, 200), ("rs:fill-down:500:1000", 150, 300), ("rs:fill-down:200:100", 200, 100),
        ("w:100/dpr:2", 200, 150), ("w:300/dpr:2", 400, 300), ("w:300/dpr:2/el:1", 600, 450),
        ("w:100/mh:150", 100, 150), ("rs:fit:100:0/mw:200", 100, 150), ("w:100/z:2", 200, 150),
        ("w:100/z:2:1", 200, 75),
        ("mw:800", 800, 600), ("c:100:50", 100, 50), ("c:0.5:0.5", 200, 150), ("c:100:100/w:50", 50, 50),
        ("c:0:100", 400, 100), ("rot:90", 300, 400), ("rot:90/w:150", 150, 200), ("rot:-90/rs:fill:30:30", 30, 30),
        ("rs:fit:200:200:0:1", 200, 200), ("rs:fit:200:200/ex:1", 200, 200), ("rs:fit:500:500:0:1", 500, 500),
        ("rs:fit:200:200/exar:1", 200, 200), ("rs:fit:800:400/exar:1", 600, 300), ("w:200/pd:10", 220, 170),
        ("w:200/pd:10:20", 240, 170), ("w:200/pd:10:20:30", 240, 190), ("w:200/pd:10:20:30:40", 260, 190),
        ("w:100/dpr:2/pd:10", 240, 190), ("s:200:100", 133, 100), ("rt:fill/s:200:100", 200, 100),
    ])
    func `sizes are the same as in imgproxy`(options: String, width: Int, height: Int) throws {
        #expect(try Self.size(options) == PixelSize(width: width, height: height))
    }

    @Test(arguments: [
        ("no", 50, 0), ("so", 50, 200), ("we", 0, 100), ("ea", 100, 100), ("nowe", 0, 0), ("soea", 100, 200),
        ("no:10:20", 60, 20), ("so:10:20", 60, 180), ("ea:10:20", 90, 120), ("soea:10:20", 90, 180),
        ("ce:0.1:0", 70, 100), ("fp:0:0", 0, 0), ("fp:0.5:0.5", 50, 100), ("fp:1:1", 100, 200), ("we:-50:0", 0, 100),
        ("ce:-1000:1000", 0, 200),
    ])
    func `gravity with offsets determines where the cropped part is`(gravity: String, left: Int, top: Int) throws {
        let option = try #require(ImgproxyOption("g:\(gravity)"))
        let gravity = try #require(try option.gravity(0))
        let part = gravity.part(of: PixelSize(width: 100, height: 100), in: PixelSize(width: 200, height: 300))
        #expect(part == PixelRect(x: left, y: top, width: 100, height: 100))
    }

    @Test(arguments: [
        ("rs:fill:100:100/g:no", 100, 100), ("rs:fit:50:50", 50, 38), ("w:1", 1, 1), ("rs:fill-down:3000:1", 400, 0),
    ])
    func `no picture is empty`(options: String, width: Int, height: Int) throws {
        let size = try Self.size(options)
        #expect(size.width >= 1 && size.height >= 1, "\(size)")
    }
}
