import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// The sources of pictures for memes, and the resulting files.
@Suite struct MemeSourceTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(320, 240), as: "photo.jpg")
    }

    private func animation() throws -> [UInt8] {
        var encoder = try AnimationEncoder(size: PixelSize(width: 120, height: 90), loopCount: 3)
        for (index, delay) in [40, 110, 2500].enumerated() {
            let color = Color(red: UInt8(index * 100), green: 40, blue: 90)
            try encoder.append(Image(size: PixelSize(width: 120, height: 90), fill: color), delay: delay)
        }
        return try encoder.finish()
    }

    // MARK: URLs

    @Test func `a picture is fetched from its URL through a redirect`() async throws {
        let picture = try folder.read("photo.jpg")
        let server = try await TestHTTPServer { request in
            request.path == "/old" ? .redirect(to: "/photo") : TestHTTPReply(body: picture)
        }
        let result = try await postcard.run("meme", "\(server.address)/old", "HI", "-o", "out.png")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try TestPicture.header(of: folder.read("out.png")).size == PixelSize(width: 320, height: 240))
        struct Meme: Decodable { let address: String }
        let memes = try await postcard.run("meme", "list", "--json").json([Meme].self)
        #expect(memes.map(\.address) == ["\(server.address)/old"])
        await server.stop()
    }

    struct Fault: CustomTestStringConvertible {
        let reply: TestHTTPReply
        let status: Int32
        let message: String
        var testDescription: String { message }
    }

    @Test(arguments: [
        Fault(reply: .text("<html>", contentType: "image/jpeg"), status: 65, message: "not a picture"),
        Fault(reply: TestHTTPReply(status: 404), status: 66, message: "404"),
        Fault(reply: TestHTTPReply(status: 403), status: 77, message: "403"),
        Fault(reply: TestHTTPReply(status: 503), status: 69, message: "503"),
        Fault(reply: .raw([]), status: 69, message: "127.0.0.1"),
        Fault(
            reply: TestHTTPReply(headers: [("X", "y")], body: [], isChunked: true), status: 65, message: "not a picture"
        ),
    ])
    func `a response that is not a picture is reported`(fault: Fault) async throws {
        let server = try await TestHTTPServer { _ in fault.reply }
        let result = try await postcard.run("meme", "\(server.address)/a.jpg", "HI", "-o", "out.png")
        #expect(result.status == fault.status, "\(result.errors)")
        #expect(result.errors.contains(fault.message), "\(result.errors)")
        #expect(!folder.has("out.png"))
        await server.stop()
    }

    @Test func `overlays are also fetched from URLs`() async throws {
        let sticker = try Image(size: .square(8), fill: Color(red: 255, green: 0, blue: 0)).encoded(as: .png)
        let server = try await TestHTTPServer { _ in TestHTTPReply(body: sticker) }
        let result = try await postcard.run(
            "meme", "photo.jpg", "", "--overlay", "\(server.address)/s.png@0.5,0.5,0.25,0.25", "-o", "out.png")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Image(decoding: folder.read("out.png"))[200, 150] == Color(red: 255, green: 0, blue: 0))
        await server.stop()
    }

    // MARK: Results

    @Test(arguments: ["jpg", "png", "webp", "gif"])
    func `the file name determines the format`(ending: String) async throws {
        let named = try await postcard.run("meme", "photo.jpg", "HI", "-o", "out.\(ending)")
        #expect(named.status == 0, "\(named.errors)")
        let expected = ImageFormat(fileExtension: ending)
        #expect(try TestPicture.header(of: folder.read("out.\(ending)")).format == expected)
        let streamed = try await postcard.run("meme", "photo.jpg", "HI", "--format", ending, "-o", "-")
        #expect(try TestPicture.header(of: streamed.output).format == expected)
    }

    @Test(arguments: [
        (["--size", "160"], 160, 120), (["--size", "100x100"], 100, 75), (["--crop", "1:1"], 240, 240),
        (["--crop", "16:9"], 320, 180), (["--crop", "10,20,100,50", "--size", "100"], 100, 50),
        (["--crop", "1:1", "--size", "60"], 60, 60), (["--size", "9000"], 320, 240),
    ])
    func `crop and size determine the size of the result`(arguments: [String], width: Int, height: Int) async throws {
        let result = try await postcard.run(["meme", "photo.jpg", "HI", "-o", "out.png"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try TestPicture.header(of: folder.read("out.png")).size == PixelSize(width: width, height: height))
    }

    @Test func `an animated picture stays animated`() async throws {
        try folder.write(animation(), as: "move.gif")
        let result = try await postcard.run("meme", "move.gif", "HI", "--size", "60", "-o", "out.gif")
        #expect(result.status == 0, "\(result.errors)")
        let moving = try AnimatedImage(decoding: folder.read("out.gif"))
        expectEqual(moving.delays, [40, 110, 2500])
        expectEqual(moving.loopCount, 3)
        expectEqual(moving.size, PixelSize(width: 60, height: 45))
        var frames = try moving.frames()
        while let frame = try frames.next() {
            let pixels = (0..<45).flatMap { y in (0..<60).map { (x: $0, y: y) } }
            #expect(pixels.contains { frame.image[$0.x, $0.y].green > 240 })
        }
    }

    @Test func `a band makes every frame larger`() async throws {
        try folder.write(animation(), as: "move.gif")
        let result = try await postcard.run("meme", "move.gif", "HI", "--style", "band", "-o", "out.gif")
        #expect(result.status == 0, "\(result.errors)")
        let moving = try AnimatedImage(decoding: folder.read("out.gif"))
        #expect(moving.frameCount == 3)
        #expect(moving.size.width == 120)
        #expect(moving.size.height > 90)
    }

    @Test func `other formats use the first frame, and a message reports this`() async throws {
        try folder.write(animation(), as: "move.gif")
        let result = try await postcard.run("meme", "move.gif", "HI", "-o", "out.png")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("first of 3 frames"), "\(result.errors)")
        #expect(try Image(decoding: folder.read("out.png"))[60, 45] == Color(red: 0, green: 40, blue: 90))
    }

    // MARK: Looks

    @Test func `flags apply to all texts`() async throws {
        let result = try await postcard.run(
            "meme", "photo.jpg", "HHHH", "-o", "out.png", "--color", "#ff0000", "--outline", "none", "--text-size",
            "40px",
            "--align", "left")
        #expect(result.status == 0, "\(result.errors)")
        let image = try Image(decoding: folder.read("out.png"))
        let red = (0..<80).flatMap { y in (0..<320).filter { image[$0, y] == Color(red: 255, green: 0, blue: 0) } }
        #expect(red.count > 300)
        #expect(red.allSatisfy { 8..<110 ~= $0 })
    }

    @Test func `a spec contains the whole meme, with paths relative to its folder`() async throws {
        try folder.write(Image(size: .square(4), fill: .white).encoded(as: .png), as: "specs/dot.png")
        let spec = """
            {"captions": [{"text": "A", "box": {"x": 0, "y": 0, "width": 1, "height": 0.3}}],
            "overlays": [{"picture": "dot.png", "box": {"x": 0.5, "y": 0.5, "width": 0.1, "height": 0.1}}]}
            """
        try folder.write(Array(spec.utf8), as: "specs/meme.json")
        let result = try await postcard.run("meme", "photo.jpg", "--spec", "specs/meme.json", "-o", "out.png")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Image(decoding: folder.read("out.png"))[176, 132] == .white)
    }

    @Test(arguments: [
        ["--size", "0"], ["--size", "x"], ["--crop", "1:0"], ["--crop", "1,2,3"], ["--crop", "0,0,-1,5"],
        ["--format", "bmp"], ["--text-size", "-1"], ["--opacity", "2"], ["--align", "up"], ["--outline", "nocolor"],
        ["--overlay", "photo.jpg"],
    ])
    func `meaningless flags are rejected`(arguments: [String]) async throws {
        let result = try await postcard.run(["meme", "photo.jpg", "A", "-o", "out.png"] + arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(!folder.has("out.png"))
    }

    /// Arguments from a shell need not be UTF-8.
    @Test func `text that is not Unicode is drawn and does not stop the program`() async throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = [
            "-c", #""$0" meme photo.jpg "$(printf 'a\355\240\200b\377\001')" -o out.png"#, postcard.path,
        ]
        shell.currentDirectoryURL = folder.url
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        #expect(folder.has("out.png"))
    }
}
