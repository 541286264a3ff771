import Logging
import NIOHTTP1
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// The picture is 64 × 48, red from left to right and green from top to bottom.
@Suite struct ThumborPictureTests {
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try folder.write(try TestPicture.gradient().encoded(as: .png), as: "in/a b.png")
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
    func `the size is the same as in thumbor`(options: String, width: Int, height: Int) async throws {
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
    func `a minus sign flips the picture`(box: String, across: Bool, down: Bool) async throws {
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
    func `the alignment determines the remaining part`(options: String, left: Int) async throws {
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
    func `the format filter sets the format`(name: String, mediaType: String) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/16x/filters:format(\(name))/a.jpg", ["Accept": "image/webp"])
            #expect(reply["Content-Type"] == mediaType)
            #expect(try TestPicture.header(of: reply.body).format.mediaType == mediaType)
            #expect(reply["Vary"] == nil)
        }
    }

    @Test(arguments: [("photo.dng", "image/jpeg"), ("icon.ico", "image/png"), ("drawing.tga", "image/png")])
    func `raw files become JPEG, and other formats not meant for the web become PNG`(
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
        ("contrast(-100)", Color(red: 128, green: 128, blue: 128)),
        ("rgb(100,-100,100)", Color(red: 255, green: 0, blue: 255)),
        ("colorize(100,100,100,ff8000)", Color(red: 255, green: 128, blue: 0)),
        ("colorize(0,100,0,black)", Color(red: 40, green: 0, blue: 200)),
        ("curve([(0,0),(255,255)],[(0,9),(255,9)],[(0,200),(255,200)],[(7,77)])", Color(red: 9, green: 200, blue: 77)),
        ("curve([(0,255),(255,0)],[(0,9),(255,9)],[(0,255),(255,255)],[(0,0)])", Color(red: 246, green: 0, blue: 255)),
        ("convolution(0;0;0;0;2;0;0;0;0,3,true)", Color(red: 40, green: 217, blue: 200)),
        ("convolution(0;0;0;0;0.5;0;0;0;0,3,false)", Color(red: 20, green: 109, blue: 100)),
        ("convolution(0;0;1,3)", Color(red: 44, green: 217, blue: 200)),
        ("convolution(1;0;0,1)", Color(red: 40, green: 211, blue: 40)),
        ("noise(0)", Color(red: 40, green: 217, blue: 200)), ("saturation(1)", Color(red: 40, green: 217, blue: 200)),
        ("grayscale()", Color(red: 162, green: 162, blue: 162)),
        ("red_eye():autojpg():strip_icc():max_age(3):format(heic)", Color(red: 40, green: 217, blue: 200)),
        ("sharpen(0,1,true)", Color(red: 40, green: 217, blue: 200)),
    ])
    func `filters change the pixels`(filter: String, color: Color) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/filters:\(filter)/in/a%20b.png")
            let found = try Image(decoding: reply.body)[10, 40]
            let original = try TestPicture.gradient()[10, 40]
            #expect(original == Color(red: 40, green: 217, blue: 200), "the picture that the colors belong to")
            #expect(found == color, "\(filter)")
        }
    }

    @Test(arguments: [
        ("brightness(20)", PixelFilter.brightness(percent: 20)), ("brightness(-33)", .brightness(percent: -33)),
        ("contrast(50)", .contrast(percent: 50)), ("rgb(10,0,-10)", .tone(.tint(red: 10, green: 0, blue: -10))),
        ("grayscale()", .grayscale(luma: .rec601)), ("saturation(0.5)", .saturate(by: 0.5, luma: .hsp)),
        ("noise(40,7)", .noise(amount: 40, seed: 7)),
    ])
    func `a URL and an edit with the same luma setting produce the same pixels`(
        words: String, filter: PixelFilter
    ) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/filters:\(words)/in/a%20b.png")
            let edited = try TestPicture.gradient().edited([.filter(filter)])
            #expect(try Image(decoding: reply.body).encoded(as: .png) == edited.encoded(as: .png))
        }
    }

    @Test func `saturation 0 is gray, and 1 changes nothing`() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            func pixel(_ factor: String) async throws -> Color {
                try Image(decoding: try await server.get("/unsafe/filters:saturation(\(factor))/in/a%20b.png").body)[
                    10, 40]
            }
            let gray = try await pixel("0")
            expectEqual(gray.red, gray.green)
            expectEqual(gray.green, gray.blue)
            try await expectEqual(pixel("1"), TestPicture.gradient()[10, 40])
            #expect(try await pixel("1.5").green > TestPicture.gradient()[10, 40].green)
            // The examples in thumbor's documentation: factors that leave little except the colors of the corners.
            #expect(try await pixel("40") == Color(red: 0, green: 255, blue: 255))
            #expect(try await pixel("-40") == Color(red: 255, green: 0, blue: 0))
        }
    }

    @Test func `equalizing spreads the values over the range`() async throws {
        let folder = try Self.folder()
        var dull = try Image(size: .square(16))
        for y in 0..<16 {
            for x in 0..<16 { try dull.setColor(Color(red: UInt8(100 + y), green: 50, blue: UInt8(7 * y)), x: x, y: y) }
        }
        try folder.write(try dull.encoded(as: .png), as: "dull.png")
        try await RunningServer.with(folder) { server in
            let image = try Image(decoding: try await server.get("/unsafe/filters:equalize()/dull.png").body)
            // Green has only one level, which does not change.
            expectEqual(image[0, 0], Color(red: 0, green: 50, blue: 0))
            expectEqual(image[9, 15], Color(red: 255, green: 50, blue: 255))
            expectEqual(image[3, 8], Color(red: 136, green: 50, blue: 136))
        }
    }

    @Test func `noise is gray, has the requested strength, and is the same for the same seed`() async throws {
        let folder = try Self.folder()
        let gray = Color(red: 128, green: 128, blue: 128)
        try folder.write(try Image(size: .square(32), fill: gray).encoded(as: .png), as: "gray.png")
        try await RunningServer.with(folder) { server in
            func image(_ arguments: String) async throws -> Image {
                try Image(decoding: try await server.get("/unsafe/filters:noise(\(arguments))/gray.png").body)
            }
            let (one, same, other) = (try await image("40,7"), try await image("40,7"), try await image("40,8"))
            var values: [Int] = []
            var differs = false
            for y in 0..<32 {
                for x in 0..<32 {
                    let color = one[x, y]
                    #expect(color == same[x, y])
                    #expect(color.red == color.green && color.green == color.blue)
                    differs = differs || color != other[x, y]
                    values.append(Int(color.red))
                }
            }
            #expect(differs)
            #expect(values.allSatisfy { 108...147 ~= $0 })
            #expect(Set(values).count > 35)
        }
    }

    @Test func `corners can be elliptical, and pictures are transparent outside them`() async throws {
        let folder = try Self.folder()
        var logo = try Image(size: PixelSize(width: 64, height: 48), fill: Color(red: 0, green: 0, blue: 200))
        for y in 20..<28 { for x in 28..<36 { try logo.setColor(.clear, x: x, y: y) } }
        try folder.write(try logo.encoded(as: .png), as: "logo.png")
        try await RunningServer.with(folder) { server in
            func image(_ arguments: String) async throws -> Image {
                try Image(
                    decoding: try await server.get("/unsafe/filters:round_corner(\(arguments))/logo.png").body)
            }
            let wide = try await image("30%7C6,255,0,0")
            expectEqual(wide[0, 0], Color(red: 255, green: 0, blue: 0))
            expectEqual(wide[12, 0], Color(red: 255, green: 0, blue: 0))
            expectEqual(wide[0, 12], Color(red: 0, green: 0, blue: 200))
            expectEqual(wide[30, 24].alpha, 0)
            let round = try await image("10,255,0,0,true")
            #expect(round[0, 0].alpha == 0)
            #expect(round[20, 0] == Color(red: 0, green: 0, blue: 200))
            let opaque = try await server.get("/unsafe/filters:round_corner(10,255,0,0,true):format(jpg)/logo.png")
            #expect(try Image(decoding: opaque.body)[0, 0].red > 200)
            #expect(try Image(decoding: opaque.body)[0, 0].green < 60)
            // Each radius is limited to half of its side.
            let ellipse = try await image("999,255,0,0")
            expectEqual(ellipse[4, 4], Color(red: 255, green: 0, blue: 0))
            expectEqual(ellipse[1, 24], Color(red: 0, green: 0, blue: 200))
            expectEqual(ellipse[32, 1], Color(red: 0, green: 0, blue: 200))
        }
    }

    @Test(arguments: [
        ("background_color(lightblue)", Color(red: 0xAD, green: 0xD8, blue: 0xE6)),
        ("background_color(rebeccapurple)", Color(red: 0x66, green: 0x33, blue: 0x99)),
        ("background_color(auto)", Color(red: 200, green: 100, blue: 0)),
        ("background_color(transparent)", .clear), ("fill(lightblue,true)", Color(red: 0xAD, green: 0xD8, blue: 0xE6)),
        ("fill(auto,true)", Color(red: 200, green: 100, blue: 0)),
    ])
    func `a background can be any CSS color or the picture's mean color`(filter: String, color: Color) async throws {
        let folder = try Self.folder()
        var logo = try Image(size: .square(20), fill: Color(red: 200, green: 100, blue: 0))
        for y in 0..<20 { for x in 0..<10 { try logo.setColor(.clear, x: x, y: y) } }
        try folder.write(try logo.encoded(as: .png), as: "logo.png")
        try await RunningServer.with(folder) { server in
            let image = try Image(decoding: try await server.get("/unsafe/filters:\(filter)/logo.png").body)
            #expect(image[3, 3] == color)
            #expect(image[16, 16] == Color(red: 200, green: 100, blue: 0))
        }
    }

    @Test func `a blur is as wide as a Gaussian that ends at the radius`() async throws {
        let folder = try Self.folder()
        var line = try Image(size: PixelSize(width: 101, height: 9), fill: .black)
        for y in 0..<9 { try line.setColor(.white, x: 50, y: y) }
        try folder.write(try line.encoded(as: .png), as: "line.png")
        try await RunningServer.with(folder) { server in
            func deviation(_ filter: String) async throws -> Double {
                let image = try Image(decoding: try await server.get("/unsafe/filters:\(filter)/line.png").body)
                let values = (0..<101).map { (Double($0 - 50), Double(image[$0, 4].red)) }
                let sum = values.reduce(0) { $0 + $1.1 }
                return (values.reduce(0) { $0 + $1.0 * $1.0 * $1.1 } / sum).squareRoot()
            }
            for (filter, expected) in [("blur(7)", 4.0), ("blur(5,20)", 3.1), ("blur(9,2)", 2.0)] {
                let found = try await deviation(filter)
                #expect(abs(found - expected) < 0.4, "\(filter)")
            }
        }
    }

    @Test func `sharpening steepens edges in proportion to its amount, and does not change flat areas`()
        async throws
    {
        let folder = try Self.folder()
        var edge = try Image(size: .square(80), fill: Color(red: 60, green: 80, blue: 100))
        for y in 0..<80 { for x in 40..<80 { try edge.setColor(Color(red: 160, green: 140, blue: 120), x: x, y: y) } }
        try folder.write(try edge.encoded(as: .png), as: "edge.png")
        try await RunningServer.with(folder) { server in
            func image(_ filter: String) async throws -> Image {
                try Image(decoding: try await server.get("/unsafe/filters:\(filter)/edge.png").body)
            }
            let (little, much) = (try await image("sharpen(0.5,1.0,true)"), try await image("sharpen(1,1.0,false)"))
            #expect(much[39, 40].red < little[39, 40].red && little[39, 40].red < 60)
            #expect(much[40, 40].red > little[40, 40].red && little[40, 40].red > 160)
            for x in [4, 76] { #expect(much[x, 40] == edge[x, 40]) }
        }
    }

    @Test(arguments: [("repeat", "repeat", 6 * 6), ("repeat", "0", 32), ("0", "repeat", 24), ("40", "repeat", 24)])
    func `watermarks are repeated as often as they fit, or six times per axis if that is too many`(
        x: String, y: String, count: Int
    ) async throws {
        let folder = try Self.folder()
        try folder.write(
            try Image(size: PixelSize(width: 2, height: 2), fill: .black).encoded(as: .png), as: "mark.png")
        try folder.write(
            try Image(size: PixelSize(width: 64, height: 48), fill: .white).encoded(as: .png), as: "white.png")
        try await RunningServer.with(folder) { server in
            let reply = try await server.get("/unsafe/filters:watermark(mark.png,\(x),\(y),0)/white.png")
            let image = try Image(decoding: reply.body)
            var black = 0
            for y in 0..<48 { for x in 0..<64 where image[x, y] == .black { black += 1 } }
            #expect(black == count * 4)
        }
    }

    @Test func `the error for the frame filter suggests an alternative`() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/filters:frame(a.jpg)/a.jpg")
            #expect(reply.status == 400)
            #expect(reply.text.contains("watermark(PICTURE,0,0,0)"), "\(reply.text)")
        }
    }

    @Test func `focal areas can come from another picture's URL`() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let whole = try TestPicture.gradient()
            var tags: Set<String?> = []
            for inner in ["example.org/unsafe/60x0:64x4", "https://example.org/unsafe/60x0:64x4/10x10/smart"] {
                let reply = try await server.get("/unsafe/24x48/filters:extract_focal()/\(inner)/in/a%20b.png")
                #expect(reply.status == 200, "\(reply.text.prefix(200))")
                #expect(try Image(decoding: reply.body)[0, 0] == whole[40, 0])
                tags.insert(reply["ETag"])
            }
            let left = try await server.get(
                "/unsafe/24x48/filters:extract_focal()/example.org/unsafe/0x0:4x4/in/a%20b.png")
            #expect(try Image(decoding: left.body)[0, 0] == whole[0, 0])
            #expect(!tags.contains(left["ETag"]), "another area has another cache key")
            // Without a crop there is nothing to extract.
            let plain = try await server.get("/unsafe/24x48/filters:extract_focal()/in/a%20b.png")
            #expect(try Image(decoding: plain.body)[0, 0] == whole[20, 0])
        }
    }

    @Test func `meta reports the operations`() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/meta/-24x48/a.jpg")
            #expect(reply["Content-Type"] == "application/json")
            #expect(
                reply.text == #"{"thumbor":{"focal_points":"#
                    + #"[{"height":1,"origin":"alignment","width":1,"x":32,"y":24,"z":1}],"#
                    + #""operations":[{"bottom":48,"left":20,"right":44,"top":0,"type":"crop"},"#
                    + #"{"height":48,"type":"resize","width":24},{"type":"flip_horizontally"}],"#
                    + ##""source":{"frameCount":1,"height":48,"url":"a.jpg","width":64},"target":{"height":48,"width":24}}}"##
            )
            #expect(try await server.get("/unsafe/meta/trim/10x10:50x30/20x/in/a%20b.png").text.contains(#""left":10"#))
            #expect(!(try await server.get("/unsafe/meta/8x8/moves.gif").text.contains(#""frameCount":1,"#)))
            #expect(try await server.get("/unsafe/meta/8x8/missing.jpg").status == 404)
            #expect(try await server.get("/unsafe/meta/trim/8x8/bomb.png").status == 422)
        }
    }

    @Test func `max_age sets how long a result can be cached`() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/filters:max_age(60)/a.jpg")
            #expect(reply["Cache-Control"] == "public, max-age=60")
        }
    }

    @Test(arguments: [
        "sepia()", "quality(101)", "blur(0)", "blur()", "rotate(90.0)", "proportion(1.5)", "gifv()", "cover()",
        "saturation(nan)", "brightness(1e3)", "noise(-1)", "colorize(1,1,1)", "round_corner(x,1,1,1)", "frame()",
        "max_age(x)", "quality(1,2)",
    ])
    func `lenient services ignore invalid filters`(filter: String) async throws {
        try await RunningServer.with(try Self.folder(), { $0.ignoresUnknownFilters = true }) { server in
            let plain = try await server.get("/unsafe/8x8/filters:grayscale()/in/a%20b.png").body
            for filters in ["\(filter):grayscale()", "grayscale():\(filter)"] {
                let reply = try await server.get("/unsafe/8x8/filters:\(filters)/in/a%20b.png")
                #expect(reply.body == plain, "\(reply.text.prefix(200))")
            }
        }
        try await RunningServer.with(try Self.folder()) { server in
            let strict = try await server.get("/unsafe/8x8/filters:\(filter)/a.jpg")
            #expect(strict.status == 400)
        }
    }

    @Test(arguments: [
        "convolution(\(String(repeating: "1;", count: 10_000))1,3,true)", "convolution(1;1;1;1,2,true)",
        "convolution(nan;1;1,3)", "convolution(1e9;1;1,3)", "convolution(,3,true)", "convolution(1;2;3,0,true)",
        "convolution(\(Array(repeating: "1", count: 289).joined(separator: ";")),17,true)",
        "convolution(1;2;3,99999999999999999999,true)", "curve([],[],[],[])", "curve([(0,0)],[(0,0)],[(0,0)],x)",
        "curve([(5,5),(5,6)],[(0,0)],[(0,0)],[(0,0)])", "curve([(300,0)],[(0,0)],[(0,0)],[(0,0)])",
        "curve([(0,0)],[(0,0)],[(0,0)])", "curve([(0,0,0)],[(0,0)],[(0,0)],[(0,0)])",
        "curve([(0,0)]]],[(0,0)],[(0,0)],[(0,0)])",
        "noise(99999999999999999999)", "noise(1,-1)", "saturation(inf)", "saturation(1e300)", "blur(-3)", "blur(1.5)",
        "blur(3,-1)", "blur(nan)", "sharpen(nan,1,true)", "sharpen(1,-1,true)", "sharpen(1,1,maybe)",
        "round_corner(-5,0,0,0)", "round_corner(5|6|7,0,0,0)", "round_corner(5|,0,0,0)", "round_corner(5,256,0,0)",
        "colorize(101,0,0,red)", "colorize(1,1,1,notacolor)", "colorize(1,1,1,)", "frame()", "max_age(-1)",
        "proportion(-1)",
        "proportion(nan)", "equalize(1)", "extract_focal(1)",
    ])
    func `hostile arguments are rejected with a message`(filter: String) async throws {
        try await RunningServer.with(try Self.folder(), { $0.limits.urlBytes = 1 << 20 }) { server in
            let encoded = filter.replacing("|", with: "%7C")
            let reply = try await server.get("/unsafe/filters:\(encoded)/a.jpg")
            #expect(reply.status == 400, "\(reply.text.prefix(300))")
            #expect(reply.text.contains("filter"))
        }
    }

    @Test(arguments: [false, true])
    func `ten thousand filters are rejected immediately`(isLenient: Bool) async throws {
        try await RunningServer.with(
            try Self.folder(),
            {
                $0.limits.urlBytes = 1 << 20
                $0.ignoresUnknownFilters = isLenient
            }
        ) { server in
            let filters = Array(repeating: "blur(150)", count: 10_000).joined(separator: ":")
            let reply = try await server.get("/unsafe/filters:\(filters)/a.jpg")
            #expect(reply.status == 400)
            #expect(reply.text.contains("more than 16"))
        }
    }

    @Test func `quality and max_bytes produce smaller files`() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let usual = try await server.get("/unsafe/a.jpg").body.count
            #expect(try await server.get("/unsafe/filters:quality(20)/a.jpg").body.count < usual)
            #expect(try await server.get("/unsafe/filters:max_bytes(\(usual - 200))/a.jpg").body.count <= usual - 200)
        }
    }

    @Test(arguments: ["8x8", "8x8/filters:format(webp)"]) func `an animation stays animated`(what: String) async throws
    {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/\(what)/moves.gif")
            let animation = try AnimatedImage(decoding: reply.body)
            let original = try AnimatedImage(decoding: Fixture.small("gif-disposal-2.gif").bytes)
            #expect(animation.size == .square(8))
            #expect(animation.frameCount == original.frameCount)
            #expect(animation.frameCount > 1)
        }
    }

    @Test(arguments: [
        ("filters:sepia()", "Unknown filter"), ("filters:quality(101)", "can't be"),
        ("filters:quality()", "is missing its"), ("filters:quality(1,2)", "too many"),
        ("filters:quality(x)", "can't be"),
        ("filters:saturation(101)", "Write -100 to 100."), ("filters:brightness(x)", "Write -100 to 100."),
        ("filters:noise(-1)", "Write 0 to 510."), ("filters:max_bytes(0)", "Write 1 or more."),
        ("filters:background_color(x)", "Write auto, a CSS name"), ("filters:proportion(2)", "Write 0 to 1."),
        ("filters:watermark(a.png,x,0,0)", "Write pixels such as -10"), ("filters:rgb(1,2,300)", "Write -100 to 100."),
        ("filters:format(exe)", "can't be"), ("filters:round_corner(5|x,0,0,0)", "can't be"),
        ("filters:" + Array(repeating: "grayscale()", count: 17).joined(separator: ":"), "more than 16"),
        ("debug", "Debug requests"), ("filters:watermark(missing.png,0,0,0)", ""),
    ])
    func `the error for invalid options explains them`(options: String, words: String) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/\(options)/a.jpg")
            #expect(reply.status == (words.isEmpty ? 404 : 400))
            #expect(reply.text.contains(words))
        }
    }

    @Test(arguments: ["/unsafe/16x/cut.jpg", "/insecure/w:16/plain/cut.jpg", "/p/card/cut.jpg"])
    func `the readable part of a truncated picture is shown if the settings allow it`(address: String) async throws {
        let folder = try Self.folder()
        let whole = try TestPicture.jpeg(64, 48)
        try folder.write(Array(whole.prefix(whole.count * 3 / 4)), as: "cut.jpg")
        for recovers in [false, true] {
            try await RunningServer.with(
                folder,
                {
                    $0.toleratesDamage = recovers
                    $0.presets = ["card=16x0"]
                    $0.cache = folder.path("cache")
                }
            ) { server async throws in
                let reply = try await server.get(address)
                #expect(reply.status == (recovers ? 200 : 422))
                guard recovers else { return }
                #expect(try Image(decoding: reply.body).size == PixelSize(width: 16, height: 12))
                #expect(try await server.get("/unsafe/text.jpg").status == 415)
            }
        }
    }

    @Test func `a picture that can't be decoded is logged with the reason`() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await RunningServer.with(try Self.folder(), logger: logger) { server in
            _ = try await server.get("/unsafe/cut.png")
        }
        let logged = lines.value.filter { $0.hasPrefix("picture not decoded ") }
        #expect(logged.count == 1 && logged[0].contains("problem=") && logged[0].contains("request="), "\(lines.value)")
    }

    @Test(arguments: [
        ("text.jpg", 415), ("bomb.png", 422), ("cut.png", 422), ("missing.jpg", 404), ("in", 404),
        ("999999x999999/a.jpg", 422), ("filters:proportion(40):proportion(40)/a.jpg", 400),
        ("filters:rotate(99999999999999999999)/a.jpg", 400), ("filters:expires(1)/a.jpg", 410),
        ("filters:expires(99999999999)/a.jpg", 200),
    ])
    func `each kind of bad picture has its own status`(path: String, status: Int) async throws {
        try await RunningServer.with(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/\(path)")
            #expect(reply.status == status)
        }
    }
}
