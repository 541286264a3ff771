import NIOHTTP1
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// The picture is 64 × 48, red from left to right and green from top to bottom.
@Suite struct ThumborPictureTests {
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try folder.write(try TestPicture.gradient().encoded(.png), as: "in/a b.png")
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        try folder.write(Array("no picture".utf8), as: "text.jpg")
        try folder.write(Fixture.small("hostile-60000x60000.png").bytes, as: "bomb.png")
        try folder.write(Fixture.small("hostile-truncated.png").bytes, as: "cut.png")
        return folder
    }

    @Test(arguments: [
        ("32x24", 32, 24), ("32x", 32, 24), ("32x0", 32, 24), ("0x24", 32, 24), ("x24", 32, 24), ("0x0", 64, 48),
        ("20x20", 20, 20), ("origx20", 64, 20), ("20xorig", 20, 48), ("-32x24", 32, 24), ("32x-24", 32, 24),
        ("128x96", 128, 96), ("fit-in/32x32", 32, 24), ("fit-in/200x200", 64, 48), ("full-fit-in/32x32", 43, 32),
        ("adaptive-fit-in/24x32", 32, 24), ("10x10:50x30", 40, 20), ("10x10:50x30/20x", 20, 10),
        ("50x30:10x10/20x", 20, 15), ("20x20/left/top", 20, 20), ("20x20/smart", 20, 20),
        ("128x96/filters:no_upscale()", 64, 48), ("fit-in/128x128/filters:upscale()", 128, 96),
        ("fit-in/32x32/filters:fill(red)", 32, 32), ("fit-in/32x32/filters:fill(blur)", 32, 32),
        ("fit-in/32x32/filters:fill(auto)", 32, 32), ("32x24/filters:rotate(90)", 24, 32),
        ("32x24/filters:rotate(45)", 32, 24), ("20x40/filters:stretch()", 20, 40),
        ("filters:proportion(0.5)", 32, 24),
        ("32x24/filters:quality(50):grayscale():blur(2):sharpen(1,1,true)", 32, 24),
        ("32x24/filters:round_corner(5,255,0,0)", 32, 24), ("32x24/filters:strip_exif():strip_icc()", 32, 24),
        ("32x24/filters:watermark(in/a%20b.png,center,-2,50,50,50)", 32, 24), ("trim:0/32x", 32, 24), ("", 64, 48),
    ])
    func sizeIsThatOfThumbor(options: String, width: Int, height: Int) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/\(options.isEmpty ? "" : options + "/")a.jpg")
            #expect(reply.status == 200, "\(reply.text.prefix(300))")
            let header = try TestPicture.header(of: reply.body)
            #expect(header.size == PixelSize(width: width, height: height))
            #expect(reply["Content-Type"] == "image/jpeg")
        }
    }

    @Test(arguments: [
        ("-64x48", true, false), ("64x-48", false, true), ("-0x-0", true, true), ("64x48", false, false),
    ])
    func minusFlips(box: String, across: Bool, down: Bool) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/\(box)/in/a%20b.png")
            let image = try Image(decoding: reply.body)
            #expect((image[0, 20].red > image[63, 20].red) == across)
            #expect((image[20, 0].green > image[20, 47].green) == down)
        }
    }

    @Test(arguments: [
        ("24x48/left", 0), ("24x48/right", 40), ("24x48", 20), ("24x48/filters:focal(0x0:4x4)", 0),
        ("24x48/filters:focal(60x0:64x4)", 40),
    ])
    func alignmentSaysWhatStays(options: String, left: Int) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let image = try Image(decoding: try await server.get("/unsafe/\(options)/in/a%20b.png").body)
            let whole = try TestPicture.gradient()
            #expect(image[0, 0] == whole[left, 0])
            #expect(image[23, 47] == whole[left + 23, 47])
        }
    }

    @Test(arguments: [
        ("png", "image/png"), ("webp", "image/webp"), ("jpeg", "image/jpeg"), ("jpg", "image/jpeg"),
        ("gif", "image/gif"), ("avif", "image/avif"),
    ])
    func formatFilterNamesTheFormat(name: String, mediaType: String) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/16x/filters:format(\(name))/a.jpg", ["Accept": "image/webp"])
            #expect(reply["Content-Type"] == mediaType)
            #expect(try TestPicture.header(of: reply.body).format.mediaType == mediaType)
            #expect(reply["Vary"] == nil)
        }
    }

    @Test(arguments: [("photo.dng", "image/jpeg"), ("icon.ico", "image/png"), ("drawing.tga", "image/png")])
    func `raw files become JPEG, and other formats that are not for the web PNG`(
        name: String, mediaType: String
    ) async throws {
        let folder = try Self.folder()
        try folder.write(TestPicture.dng(), as: "photo.dng")
        try folder.write(TestPicture.ico(), as: "icon.ico")
        try folder.write(TestPicture.tga(), as: "drawing.tga")
        try await RunningServer.with(folder) { server in
            let reply = try await server.get("/unsafe/16x/\(name)")
            #expect(reply.status == 200, "\(reply.text.prefix(300))")
            #expect(reply["Content-Type"] == mediaType, "\(reply.text.prefix(300))")
            #expect(try TestPicture.header(of: reply.body).size == PixelSize(width: 16, height: 12))
        }
    }

    @Test(arguments: [
        ("brightness(100)", Color.white), ("brightness(-100)", .black),
        ("contrast(-100)", Color(red: 127, green: 127, blue: 127)),
        ("rgb(100,-100,100)", Color(red: 255, green: 0, blue: 255)),
    ])
    func `filters change the pixels`(filter: String, color: Color) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/filters:\(filter)/in/a%20b.png")
            #expect(try Image(decoding: reply.body)[10, 40] == color)
        }
    }

    @Test func `saturation goes from 0, which is grey, over 1, which changes nothing`() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            func pixel(_ factor: String) async throws -> Color {
                try Image(decoding: try await server.get("/unsafe/filters:saturation(\(factor))/in/a%20b.png").body)[
                    10, 40]
            }
            let grey = try await pixel("0")
            #expect(grey.red == grey.green)
            #expect(grey.green == grey.blue)
            #expect(try await pixel("1") == TestPicture.gradient()[10, 40])
            #expect(try await server.get("/unsafe/filters:saturation(3)/a.jpg").status == 400)
        }
    }

    @Test func qualityAndMaxBytesMakeSmallerFiles() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let usual = try await server.get("/unsafe/a.jpg").body.count
            #expect(try await server.get("/unsafe/filters:quality(20)/a.jpg").body.count < usual)
            #expect(try await server.get("/unsafe/filters:max_bytes(\(usual - 200))/a.jpg").body.count <= usual - 200)
        }
    }

    @Test func animationKeepsMoving() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/8x8/moves.gif")
            let animation = try AnimatedImage(decoding: reply.body)
            let original = try AnimatedImage(decoding: Fixture.small("gif-disposal-2.gif").bytes)
            #expect(animation.size == .square(8))
            #expect(animation.frameCount == original.frameCount)
            #expect(animation.frameCount > 1)
        }
    }

    @Test(arguments: [
        ("filters:sepia()", "There is no filter"), ("filters:quality(101)", "cannot be"),
        ("filters:quality()", "lacks"), ("filters:quality(1,2)", "too many"), ("filters:quality(x)", "cannot be"),
        ("filters:format(exe)", "cannot be"), ("filters:round_corner(5|6,0,0,0)", "cannot be"),
        ("filters:" + Array(repeating: "grayscale()", count: 17).joined(separator: ":"), "more than 16"),
        ("meta", "meta"), ("filters:watermark(missing.png,0,0,0)", ""),
    ])
    func wrongOptionsAreExplained(options: String, words: String) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/\(options)/a.jpg")
            #expect(reply.status == (words.isEmpty ? 404 : 400))
            #expect(reply.text.contains(words))
        }
    }

    @Test(arguments: [
        ("text.jpg", 415), ("bomb.png", 422), ("cut.png", 422), ("missing.jpg", 404), ("in", 404),
        ("999999x999999/a.jpg", 422), ("filters:proportion(40):proportion(40)/a.jpg", 422),
        ("filters:rotate(99999999999999999999)/a.jpg", 400), ("filters:expires(1)/a.jpg", 410),
        ("filters:expires(99999999999)/a.jpg", 200),
    ])
    func badPictureHasItsOwnStatus(path: String, status: Int) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/\(path)")
            #expect(reply.status == status)
        }
    }
}
