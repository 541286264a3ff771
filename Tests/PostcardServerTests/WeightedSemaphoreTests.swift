import PostcardCore
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// All the memory of a result is counted before it is rendered.
@Suite(.timeLimit(.minutes(2))) struct WeightedSemaphoreTests {
    private static let limits = DecodingLimits(pixels: 50_000_000)

    private static func pixels(
        of rendering: some Rendering, _ files: [[UInt8]], as format: ImageFormat
    ) throws -> Int {
        let sizes = try files.map { try ImageHeader(of: $0).size }
        return rendering.pixels(of: sizes, as: format, limits: limits)
    }

    /// The source has 64 × 48 pixels, or 3,072 in total.
    @Test(arguments: [
        ("32x24", 3_840, ImageFormat.jpeg), ("1000x1000", 1_003_072, .jpeg),
        ("1000x1000/filters:blur(3)", 2_000_000, .png),
        ("1000x1000", 7_000_000, .avif), ("2000x500/filters:rotate(90)", 2_000_000, .jpeg),
        ("64x48/filters:sharpen(1,1,true)", 6_144, .jpeg), ("fit-in/900x900/filters:upscale()", 610_572, .jpeg),
        ("fit-in/1000x1000/filters:fill(blur)", 2_003_072, .jpeg), ("0x0:48x1/1500x1500", 2_253_072, .jpeg),
        ("trim/0x1000", 100_000_000, .jpeg), ("trim/100x100", 13_072, .jpeg),
    ])
    func `pixels of results and steps are counted`(options: String, least: Int, format: ImageFormat) throws {
        let request = try ThumborRequest(parsing: "\(options)/a.jpg").pipeline
        let pixels = try Self.pixels(of: request, [TestPicture.jpeg()], as: format)
        #expect(pixels >= least, "\(pixels)")
        #expect(pixels <= least * 2, "\(pixels)")
    }

    @Test func `pixels of watermarks are counted`() throws {
        let request = try ThumborRequest(
            parsing: "100x100/filters:watermark(b.jpg,0,0,0):watermark(b.jpg,0,0,0,500)/a.jpg"
        ).pipeline
        let files = [try TestPicture.jpeg(), try TestPicture.jpeg(800, 600)]
        // The larger watermark has the size that the filter sets: 500 × 375.
        #expect(try Self.pixels(of: request, files, as: .jpeg) >= 480_000 + 500 * 375)
    }

    @Test func `pixels of overlays and boxes are counted`() throws {
        func pixels(_ meme: Meme, _ framing: MemeFile.Framing) throws -> Int {
            let plan = MemePlan(baseImage: .named("a.jpg"), meme: meme, framing: framing)
            return try Self.pixels(of: plan, [TestPicture.jpeg()], as: .jpeg)
        }
        let overlay = Overlay(.named("b.jpg"), in: UnitBox(x: 0, y: 0, width: 10, height: 10))
        // The pixels of the picture before and after drawing.
        #expect(try pixels(Meme(), MemeFile.Framing()) == 6_144)
        #expect(try pixels(Meme(overlays: [overlay, overlay]), MemeFile.Framing()) == 201 * 3_072)
        #expect(try pixels(Meme(), MemeFile.Framing(memegenWidth: 2_000, height: 1_000)) >= 4_000_000)
    }

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try folder.write(try TestPicture.jpeg(), as: name) }
        return folder
    }

    private static func service(_ folder: TemporaryFolder) throws -> Results {
        try Results.of(folder, renderingLimit: .seconds(3_600), now: { ContinuousClock().now })
    }

    /// In earlier versions, the bytes of a watermark stayed in memory after its permit had been returned.
    @Test func `bytes of all pictures are counted while they are in memory`() async throws {
        let folder = try Self.folder()
        let source = try Self.service(folder).source
        let size = try TestPicture.jpeg().count
        do {
            let files = try await source.files(["a.jpg", "b.jpg", "c.jpg"])
            #expect(files.pictures.count == 3)
            withExtendedLifetime(files) { #expect(source.admission.load.used == 3 * size) }
        }
        #expect(source.admission.load.used == 0)
        withExtendedLifetime(folder) {}
    }

    /// A result acquires one permit for all pictures, so no result waits for more memory while holding some.
    @Test func `results of many pictures do not wait for each other`() async throws {
        let folder = try Self.folder()
        let size = try TestPicture.jpeg().count
        let service = try Self.service(folder)
        let source = SourcePictures(
            origins: service.source.origins, remote: service.source.remote, maximumBytes: 1 << 20,
            admission: WeightedSemaphore(total: 4 * size, of: .pixels, queueLimit: 100, timeout: .seconds(3_600)),
            library: service.source.library)
        let most = Shared(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<60 {
                group.addTask {
                    let names = index.isMultiple(of: 2) ? ["a.jpg", "b.jpg", "c.jpg"] : ["c.jpg", "a.jpg"]
                    let files = try await source.files(names)
                    most.change { $0 = max($0, source.admission.load.used) }
                    await Task.yield()
                    withExtendedLifetime(files) {}
                }
            }
            try await group.waitForAll()
        }
        #expect(most.value <= 4 * size)
        #expect(source.admission.load == (0, 0))
        withExtendedLifetime(folder) {}
    }

    @Test func `pictures of a posted meme share a limit`() async throws {
        let folder = try Self.folder()
        let size = try TestPicture.jpeg().count
        func json(_ names: [String]) -> String {
            let overlays = names.map { #"{"picture":"\#($0)","box":{"x":0,"y":0,"width":0.1,"height":0.1}}"# }
            return #"{"picture":"a.jpg","meme":{"overlays":[\#(overlays.joined(separator: ","))]}}"#
        }
        try await RunningServer.with(folder, { $0.maximumSourceBytes = 2 * size + 10 }) { server in
            let same = try await server.post("/memes", json: json(["b.jpg", "b.jpg"]))
            #expect(same.status == 200)
            let more = try await server.post("/memes", json: json(["b.jpg", "c.jpg"]))
            #expect(more.status == 413)
        }
    }

    @Test func `a strip that covers a square is rendered`() async throws {
        try await RunningServer.with(try Self.folder()) { server in
            for target in ["0x0:48x1/700x700", "0x0:1x48/700x700"] {
                let reply = try await server.get("/unsafe/\(target)/a.jpg")
                #expect(reply.status == 200)
                #expect(try TestPicture.header(of: reply.body).size == .square(700))
            }
            let larger = try await server.get("/unsafe/0x0:48x1/9000x9000/a.jpg")
            #expect(larger.status == 422)
        }
    }
}
