import Foundation
import PostcardCore
import PostcardDisk
import PostcardImaging
import PostcardTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PostcardFiles

/// Existing results, several results for one picture, and jobs that share a recipe.
@Suite struct PictureJobOutputTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func runner(
        existing: PictureJob.ExistingResult = .fail, recipe: String? = nil,
        fetch: @escaping PictureSource.Fetch = PictureSource.refuseURL
    ) throws -> PictureJobRunner {
        PictureJobRunner(
            limits: .default, recover: false, existing: existing,
            recipe: try recipe.map {
                try JSONDecoder().decode(PictureRecipe.self, from: Data(inFolder($0).utf8))
            }, fetch: fetch)
    }

    private func inFolder(_ text: String) -> String { text.replacing("DIR", with: folder.url.path) }

    private func result(of line: String, _ runner: PictureJobRunner? = nil) async throws -> PictureJobResult {
        let runner = try runner ?? self.runner()
        return await runner.result(of: Array(inFolder(line).utf8), number: 7)
    }

    @Test(arguments: [PictureJob.ExistingResult.fail, .replace, .keep])
    func `a repeated job treats existing results as requested`(existing: PictureJob.ExistingResult) async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let line = #"{"input": "DIR/a.jpg", "operations": [{"resize": {"width": 40}}], "output": "DIR/b.png"}"#
        let first = try await result(of: line, runner(existing: existing))
        #expect(first.status == .done && first.output?.existed == nil)
        let made = try folder.read("b.png")
        // A result from this source would differ.
        try folder.write(TestPicture.jpeg(60, 80), as: "a.jpg")
        let again = try await result(of: line, runner(existing: existing))
        switch existing {
        case .fail:
            #expect(again.error?.code == .exists)
            #expect(try folder.read("b.png") == made)
        case .replace:
            #expect(again.output?.height == 53 && again.output?.existed == nil)
        case .keep:
            #expect(again.output?.existed == true)
            #expect(again.output?.bytes == made.count && again.output?.width == 40 && again.output?.format == "png")
            #expect(try folder.read("b.png") == made)
        }
    }

    @Test func `a job's own setting takes precedence, and a file that is not a picture is never kept`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        try folder.write([1, 2, 3], as: "b.png")
        let kept = #"{"input": "DIR/a.jpg", "output": {"path": "DIR/b.png", "existing": "keep"}}"#
        let refused = try await result(of: kept, runner(existing: .replace))
        #expect(refused.error?.code == .exists)
        #expect(refused.error?.message.contains("can't be kept") == true, "\(refused.error?.message ?? "")")
        let fails = #"{"input": "DIR/a.jpg", "output": {"path": "DIR/b.png", "existing": "fail"}}"#
        #expect(try await result(of: fails, runner(existing: .replace)).error?.code == .exists)
        #expect(try folder.read("b.png") == [1, 2, 3])
    }

    @Test func `a kept result needs no source`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "b.jpg")
        let line = #"{"input": "DIR/gone.jpg", "output": "DIR/b.jpg"}"#
        #expect(try await result(of: line, runner(existing: .keep)).output?.existed == true)
    }

    @Test func `several outputs of a job match the outputs of separate jobs`() async throws {
        try folder.write(TestPicture.jpeg(400, 300), as: "a.jpg")
        let list = try await result(
            of: """
                {"input": "DIR/a.jpg", "operations": [{"grayscale": true}], "outputs": [
                {"resize": {"width": 64}, "path": "DIR/small.png"}, {"resize": {"width": 200}, "format": "webp"},
                {"path": "DIR/whole.jpg", "quality": 50}, {"resize": {"width": 800, "enlarge": true}, "path": "DIR/large.png"}]}
                """)
        #expect(list.status == .done, "\(list.error?.message ?? "")")
        let outputs = try #require(list.outputs)
        expectEqual(outputs.map(\.width), [64, 200, 400, 800])
        expectEqual(outputs.map(\.format), ["png", "webp", "jpeg", "png"])
        expectEqual(outputs.map { $0.path == nil }, [false, true, false, false])
        #expect(list.output == nil)
        let alone = try await result(
            of:
                #"{"input": "DIR/a.jpg", "operations": [{"grayscale": true}], "output": {"path": "DIR/alone.jpg", "quality": 50}}"#
        )
        #expect(alone.status == .done)
        #expect(try folder.read("alone.jpg") == folder.read("whole.jpg"))
    }

    @Test func `only the missing outputs are made`() async throws {
        try folder.write(TestPicture.jpeg(400, 300), as: "a.jpg")
        try folder.write(TestPicture.jpeg(10, 10), as: "1.jpg")
        let line = #"{"input": "DIR/a.jpg", "outputs": ["DIR/1.jpg", "DIR/2.jpg"]}"#
        #expect(try await result(of: line).error?.code == .exists)
        #expect(try folder.files() == ["1.jpg", "a.jpg"])
        let kept = try #require(try await result(of: line, runner(existing: .keep)).outputs)
        #expect(kept.map(\.existed) == [true, nil])
        #expect(kept.map(\.width) == [10, 400])
    }

    @Test func `an animated GIF and stills come from one job`() async throws {
        var encoder = try AnimationEncoder(size: PixelSize(width: 20, height: 20))
        for _ in 0..<4 { try encoder.append(TestPicture.gradient(20, 20), delay: 7) }
        try folder.write(encoder.finish(), as: "a.gif")
        let made = try await result(of: #"{"input": "DIR/a.gif", "outputs": ["DIR/b.gif", "DIR/b.png"]}"#)
        #expect(made.outputs?.map(\.format) == ["gif", "png"], "\(made.error?.message ?? "")")
        #expect(try AnimatedImage(decoding: folder.read("b.gif")).frameCount == 4)
        #expect(made.warnings?.count == 1)
    }

    @Test func `the source is described on request`() async throws {
        try folder.write(TestPicture.jpeg(40, 30), as: "a.jpg")
        let source = try #require(try await result(of: #"{"input": "DIR/a.jpg", "source": true}"#).source)
        #expect(source.format == "jpeg")
        #expect((source.width, source.height) == (40, 30))
        #expect(source.bytes == (try folder.read("a.jpg").count))
        #expect(source.sha256.count == 64)
        #expect(try await result(of: #"{"input": "DIR/a.jpg"}"#).source == nil)
    }

    @Test(arguments: [
        ("DIR/in/x/a.b.jpg", "DIR/out/DIRin/x/a.b.png"), ("in/x/a.jpg", "DIR/out/in/x/a.png"),
        ("../in/./a.jpg", "DIR/out/in/a.png"), ("a.jpg", "DIR/out/a.png"), ("a", "DIR/out/a.png"),
        ("https://host/x/y/a.jpg?v=1", "DIR/out/x/y/a.png"), (#"{"input": "x/a.jpg", "id": 3}"#, "DIR/out/x/a.png"),
        (#"{"input": "x/a.jpg", "output": "{dir}.png"}"#, "{dir}.png"),
    ])
    func `the name of a result is a function of its input`(line: String, path: String) throws {
        let recipe = try JSONDecoder().decode(
            PictureRecipe.self, from: Data(#"{"output": "DIR/out/{dir}/{name}.png"}"#.utf8))
        let decoder = JSONDecoder()
        decoder.userInfo[try #require(CodingUserInfoKey.recipe)] = recipe
        let json = line.hasPrefix("{") ? line : "{\"input\": \"\(line)\"}"
        let job = try decoder.decode(PictureJob.self, from: Data(json.utf8))
        #expect(job.recipe.outputs[0].path == path.replacing("DIRin", with: "DIR/in"))
    }

    @Test func `lines can be plain paths, or objects with additional members`() async throws {
        for name in ["in/a.jpg", "in/sub/b.jpg"] { try folder.write(TestPicture.jpeg(80, 60), as: name) }
        let runner = try runner(
            recipe: #"{"operations": [{"resize": {"width": 20}}], "output": "DIR/out/{name}.png", "source": true}"#)
        try folder.write(TestPicture.jpeg(9, 9), as: "out/x.jpg")
        let bare = try await result(of: "DIR/in/a.jpg\r", runner)
        expectEqual(bare.id, .text(folder.path("in/a.jpg")))
        expectEqual(bare.output?.path, folder.path("out/a.png"))
        expectEqual(bare.output?.width, 20)
        expectEqual(bare.source?.width, 80)
        let more = try await result(
            of: #"{"id": 5, "input": "DIR/in/sub/b.jpg", "operations": [], "output": {"format": "webp"}}"#, runner)
        #expect(more.id == .number(5))
        #expect(more.output?.format == "webp" && more.output?.width == 80 && more.output?.base64 != nil)
        let missing = try await result(of: "DIR/in/none.jpg", runner)
        #expect(missing.error?.code == .notFound)
    }

    @Test(arguments: [PictureJob.ExistingResult.fail, .replace, .keep])
    func `two pictures with the same name never become one file`(existing: PictureJob.ExistingResult) async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a/1.jpg")
        try folder.write(TestPicture.jpeg(60, 80), as: "b/1.jpg")
        let runner = try runner(existing: existing, recipe: #"{"output": "DIR/out/{name}.png"}"#)
        #expect(try await result(of: "DIR/gone/1.jpg", runner).error?.code == .notFound)
        #expect(try await result(of: "DIR/a/1.jpg", runner).status == .done)
        let made = try folder.read("out/1.png")
        let other = try await result(of: "DIR/b/1.jpg", runner)
        #expect(other.error?.code == .exists)
        #expect(other.error?.message.contains("another result in this run") == true, "\(other.error?.message ?? "")")
        let spelled = #"{"id": 2, "input": "DIR/b/1.jpg", "output": "DIR/out/../out//1.png"}"#
        #expect(try await result(of: spelled, runner).error?.code == .exists)
        #expect(try folder.read("out/1.png") == made)
        // A repeated job is the same job.
        #expect(try await result(of: "DIR/a/1.jpg", runner).status == (existing == .fail ? .failed : .done))
    }

    @Test func `outputs of one job have separate destinations`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let line = #"{"input": "DIR/a.jpg", "outputs": ["DIR/b.png", "DIR/b.png"]}"#
        #expect(try await result(of: line, runner(existing: .replace)).error?.code == .exists)
        #expect(try folder.files() == ["a.jpg"])
    }

    @Test func `missing folders of results are created`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "in/a.jpg")
        let runner = try runner(recipe: #"{"output": "DIR/out/{dir}/{name}-{id}.png"}"#)
        let made = try await result(of: #"{"id": 1, "input": "DIR/in/a.jpg"}"#, runner)
        #expect(made.status == .done, "\(made.error?.message ?? "")")
        #expect(made.output?.path?.hasSuffix("/in/a-1.png") == true)
        let refused = try await result(of: #"{"id": "../x", "input": "DIR/in/a.jpg"}"#, runner)
        #expect(refused.error?.code == .invalidJob)
        let nameless = try await result(of: #"{"id": 2, "input": {"base64": ""}}"#, runner)
        #expect(nameless.error?.message.contains("has no name") == true, "\(nameless.error?.message ?? "")")
    }

    @Test(arguments: [
        (#"{"output": "{size}.png"}"#, "{dir}, {name} and {id}"),
        (#"{"output": "{name.png"}"#, "{dir}, {name} and {id}"),
        (#"{"input": "a.jpg"}"#, "Unknown name \"input\"."), (#"{"id": 1}"#, "Unknown name \"id\"."),
        (#"{"version": 2}"#, "use version 1"),
    ])
    func `an invalid recipe is rejected at once`(json: String, message: String) {
        let error = #expect(throws: (any Error).self) {
            try JSONDecoder().decode(PictureRecipe.self, from: Data(json.utf8))
        }
        let reason = (error as? DecodingError)?.explanation ?? error.map { "\($0)" } ?? ""
        #expect(reason.contains(message), "\(reason)")
    }

    @Test func `a watermark is decoded once, and again when its file changes`() async throws {
        let decoded = Mutex(0)
        var limits = DecodingLimits.default
        limits.isolation = Isolation { (bytes, request) throws(ImageError) in
            decoded.withLock { $0 += 1 }
            let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: request.pixelBytes, alignment: 16)
            return (request.decode(bytes) { pixels.baseAddress }, SharedPixels(pixels) { $0.deallocate() })
        }
        func decodings(of side: Int) throws -> Int {
            let before = decoded.withLock { $0 }
            let file = try TestPicture.gradient(side, 50).encoded(as: .avif())
            #expect(try cache.image(of: file, limits: limits).size == PixelSize(width: side, height: 50))
            return decoded.withLock { $0 } - before
        }
        let cache = WatermarkCache(maximumBytes: 50 * 50 * 4)
        #expect(try (0..<3).map { _ in try decodings(of: 50) } == [1, 0, 0])
        // The cache has space for one watermark of this size, but not for a larger watermark.
        try expectEqual([49, 49, 50].map { try decodings(of: $0) }, [1, 0, 1])
        try expectEqual([51, 51].map { try decodings(of: $0) }, [1, 1])
        expectEqual(cache.count, 1)
        #expect(throws: ImageError.self) { try cache.image(of: [1], limits: limits) }
    }

    @Test func `every error code states whether to retry`() {
        let passing = PictureJobError.Code.allCases.filter(\.isRetryable)
        #expect(passing == [.unavailable, .timeout, .interrupted, .noSpace, .outOfMemory, .inputOutput])
    }
}
