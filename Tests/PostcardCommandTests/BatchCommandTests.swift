import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@Suite struct BatchCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    struct Answer: Decodable {
        let status: String
        let width: Int?
        let height: Int?
        let format: String?
        let path: String?
        let base64: String?
        let message: String?
        let code: String?
        let retry: Bool?
        let existed: Bool?
    }

    private func responses(to lines: [String], _ options: [String] = []) async throws -> (Int32, [String: Answer]) {
        let input = Array((lines.joined(separator: "\n") + "\n").utf8)
        let result = try await postcard.run(["batch"] + options, input: input)
        var responses: [String: Answer] = [:]
        for line in result.text.split(separator: "\n") {
            let data = Data(line.utf8)
            let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            responses["\(try #require(object["id"]))"] = try JSONDecoder().decode(Answer.self, from: data)
        }
        return (result.status, responses)
    }

    @Test func `every job gets a response with its id`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let encoded = try Data(TestPicture.jpeg(40, 30)).base64EncodedString()
        let (status, responses) = try await responses(to: [
            #"{"id": 1, "input": "a.jpg", "operations": [{"resize": {"width": 40}}], "output": "b.webp"}"#, "",
            #"{"id": "two", "input": {"base64": "\#(encoded)"}, "operations": [{"rotate": 90}]}"#,
            #"{"input": "a.jpg", "operations": [{"roundCorners": 9}]}"#,
            #"{"id": 5, "input": {"path": "a.jpg"}, "output": {"path": "c", "format": "png"}, "version": 1}"#,
        ])
        #expect(status == 0)
        #expect(responses.values.allSatisfy { $0.status == "done" })
        expectEqual(responses.count, 4)
        expectEqual(responses["1"]?.path, "b.webp")
        try expectEqual(TestPicture.header(of: folder.read("b.webp")).size, PixelSize(width: 40, height: 30))
        expectEqual(responses["two"]?.format, "jpeg")
        let turned = try #require(responses["two"]?.base64.flatMap { Data(base64Encoded: $0) })
        try expectEqual(TestPicture.header(of: Array(turned)).size, PixelSize(width: 30, height: 40))
        expectEqual(responses["4"]?.format, "png")
        try expectEqual(TestPicture.header(of: folder.read("c")).format, .png)
    }

    @Test(arguments: [
        (#"{"input": "missing.jpg"}"#, "missing.jpg"),
        (#"{"input": "a.jpg", "output": "exists.png"}"#, "already exists"),
        (#"{"input": "a.jpg", "output": "b.docx"}"#, "has no known file extension"),
        (#"{"input": "a.jpg", "version": 2}"#, "Job version 2 is not supported; use version 1."),
        (#"{"input": "a.jpg", "outptu": "b.png"}"#, #"Unknown name "outptu". Did you mean "output"?"#),
        (#"{"input": "a.jpg", "operations": [{"twirl": 3}]}"#, "Unknown operation twirl"),
        (#"{"input": "a.jpg", "operations": [{"resize": {}}]}"#, "needs a width or a height"),
        (#"{"input": "a.jpg", "operations": [{"crop": {"x": 999, "y": 0, "width": 1, "height": 1}}]}"#, "outside"),
        (#"{"input": {"base64": "%%"}}"#, "not valid Base64"), (#"{"operations": []}"#, "input"),
        (#"{"input": "file:///etc/hostname"}"#, "not a picture"), (#"{"input": "file:///gone.jpg"}"#, "no such file"),
        ("[1]", "not a job"), ("}", "not a job"),
        (#"{"input": "http://127.0.0.1:1/a.jpg"}"#, "Can't connect"),
    ])
    func `an invalid job fails alone and reports why`(job: String, message: String) async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try folder.write([1], as: "exists.png")
        let (status, responses) = try await responses(to: [
            job, #"{"id": "good", "input": "a.jpg", "output": "g.png"}"#,
        ])
        expectEqual(status, 75)
        expectEqual(responses["good"]?.status, "done")
        expectEqual(responses["1"]?.status, "failed")
        #expect(responses["1"]?.message?.contains(message) == true, "\(responses["1"]?.message ?? "")")
        #expect(try folder.read("exists.png") == [1])
    }

    @Test func `a picture is fetched from the web`() async throws {
        let picture = try TestPicture.jpeg(40, 30)
        let server = try await TestHTTPServer { _ in TestHTTPReply(body: picture) }
        let (status, responses) = try await responses(to: [#"{"id": 1, "input": "\#(server.address)/a.jpg"}"#])
        await server.stop()
        #expect(status == 0)
        #expect(responses["1"]?.width == 40)
    }

    @Test func `an operation can draw captions`() async throws {
        try folder.write(Image(size: .square(200), fill: .black).encoded(as: .png), as: "a.png")
        let (status, _) = try await responses(to: [
            #"{"input": "a.png", "operations": [{"meme": {"captions": [{"text": "HELLO"}]}}], "output": "b.png"}"#
        ])
        #expect(status == 0)
        let image = try Image(decoding: folder.read("b.png"))
        #expect((0..<200).contains { x in (0..<200).contains { image[x, $0] == .white } })
    }

    /// Pale gradients, whose blocks are kept in a sequential JPEG.
    private static func photo(_ specimen: JPEGSpecimen, orientation: Int) throws -> [UInt8] {
        var image = try Image(size: PixelSize(width: 240, height: 176), fill: .white)
        for y in 0..<176 {
            for x in 0..<240 {
                let light = UInt8(60 + (x / 3 + y / 2 + (x ^ y) % 23) % 150)
                try image.setColor(Color(red: light + 20, green: light + 8, blue: light), x: x, y: y)
            }
        }
        var exif = EXIFBlock()
        exif.addShort(0x0112, orientation)
        return exif.inserted(intoJPEG: specimen.showing(image).encoded())
    }

    @Test(
        arguments: [
            JPEGSpecimen(sampling: [(2, 2)]), JPEGSpecimen(), JPEGSpecimen(sampling: [(2, 2)], scans: .progressive),
        ], [1, 6])
    func `a job with captions creates the same file as the meme command`(specimen: JPEGSpecimen, orientation: Int)
        async throws
    {
        let photo = try Self.photo(specimen, orientation: orientation)
        let meme = #"{"captions": [{"text": "HELLO", "box": {"x": 0.1, "y": 0.05, "width": 0.6, "height": 0.2}}]}"#
        try folder.write(photo, as: "a.jpg")
        try folder.write(Array(meme.utf8), as: "meme.json")
        let ways = [
            ([], "", ""), (["--quality", "70"], "", #", "quality": 70"#),
            (["--size", "120x"], #"{"resize": {"width": 120}}, "#, ""),
            (
                ["--crop", "8,16,90,120", "--size", "60x"],
                #"{"crop": {"x": 8, "y": 16, "width": 90, "height": 120}}, {"resize": {"width": 60}}, "#, ""
            ),
        ]
        for (number, (options, operations, output)) in ways.enumerated() {
            let (command, job) = ("command-\(number).jpg", "job-\(number).jpg")
            let run = try await postcard.run(
                ["meme", "a.jpg", "--spec", "meme.json", "--no-record", "-o", command] + options)
            #expect(run.status == 0, "\(run.errors)")
            let (status, _) = try await responses(to: [
                #"{"input": "a.jpg", "operations": [\#(operations){"meme": \#(meme)}], "output": {"path": "\#(job)"\#(output)}}"#
            ])
            #expect(status == 0)
            #expect(try folder.read(command) == folder.read(job), "\(options)")
        }
        let blocks = try [photo, folder.read("job-0.jpg")].map { JPEGCoefficients.all(of: $0)[0].blocks }
        let keepsBlocks = specimen.scans == .interleaved
        #expect((zip(blocks[0], blocks[1]).count { $0 == $1 } > blocks[0].count / 2) == keepsBlocks)
    }

    @Test func `no more jobs run at once than there are workers`() async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let jobs = (1...200).map {
            #"{"id": \#($0), "input": "a.jpg", "output": {"path": "out-\#($0).png", "replace": true}}"#
        }
        let (status, responses) = try await responses(to: jobs, ["--workers", "8"])
        #expect(status == 0)
        #expect(Set(responses.keys) == Set((1...200).map { "\($0)" }))
    }

    @Test func `a line that is too long ends the run`() async throws {
        let (status, responses) = try await responses(
            to: [#"{"id": "\#(String(repeating: "x", count: 2 << 20))"}"#], ["--max-megabytes", "0.1"])
        #expect(status == 65)
        #expect(responses.isEmpty)
    }

    @Test(arguments: [
        (#"{"input": "missing.jpg"}"#, "notFound", false),
        (#"{"input": "a.jpg", "output": "b.doc"}"#, "invalidJob", false),
        (#"{"input": "a.jpg", "output": "exists.png"}"#, "exists", false), ("nonsense", "invalidJob", false),
        (#"{"input": "exists.png"}"#, "unsupported", false), (#"{"input": "cut.jpg"}"#, "damaged", false),
        (#"{"input": "a.jpg", "operations": [{"resize": {"width": 30000, "enlarge": true}}]}"#, "tooLarge", false),
        (#"{"input": "http://127.0.0.1:1/a.jpg"}"#, "unavailable", true),
        (#"{"input": "http://"}"#, "invalidJob", false),
    ])
    func `the error code tells an engine whether to retry`(job: String, code: String, retry: Bool) async throws {
        let picture = try TestPicture.jpeg(200, 150)
        try folder.write(picture, as: "a.jpg")
        try folder.write(Array(picture.prefix(picture.count / 2)), as: "cut.jpg")
        try folder.write([1], as: "exists.png")
        let (status, responses) = try await responses(to: [job], ["--answered"])
        #expect(status == 0)
        #expect(responses["1"]?.code == code, "\(responses["1"]?.message ?? "")")
        #expect(responses["1"]?.retry == retry)
    }

    @Test(arguments: [["--answered"], []])
    func `a result that can't be written is reported as a failure`(options: [String]) async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try folder.write([1], as: "small")
        let (status, responses) = try await responses(to: [#"{"input": "a.jpg", "output": "small/a.png"}"#], options)
        #expect(status == 75)
        #expect(responses["1"]?.code == "notFound", "\(responses["1"]?.message ?? "")")
    }

    @Test func `a run that can't respond to every line also fails with --answered`() async throws {
        let (status, _) = try await responses(
            to: [#"{"id": "\#(String(repeating: "x", count: 2 << 20))"}"#], ["--max-megabytes", "0.1", "--answered"])
        #expect(status == 65)
    }

    @Test func `lines are file names if a file specifies the operations`() async throws {
        for name in ["in/a b.jpg", "in/c.jpg"] { try folder.write(TestPicture.jpeg(80, 60), as: name) }
        try folder.write(TestPicture.jpeg(10, 10), as: "out/in/c.png")
        let job = #"{"operations": [{"resize": {"width": 20}}], "output": "out/{dir}/{name}.png"}"#
        try folder.write(Array(job.utf8), as: "job.json")
        let (status, responses) = try await responses(
            to: ["in/a b.jpg", "in/c.jpg"], ["--job", "job.json", "--existing", "keep"])
        #expect(status == 0)
        #expect(responses["in/a b.jpg"]?.path == "out/in/a b.png" && responses["in/a b.jpg"]?.width == 20)
        #expect(responses["in/c.jpg"]?.existed == true && responses["in/c.jpg"]?.width == 10)
    }

    @Test(arguments: [
        (["--force", "--existing", "keep"], 64, "use one of them"),
        (["--workers", "0"], 64, "--workers must be between"),
        (["--fetches", "257"], 64, "--fetches must be between"), (["--job-seconds", "0"], 64, "above 0"),
        (["--job", "job.json"], 65, "job.json is not a valid job file: Unknown name \"input\"."),
        (["--job", "none.json"], 66, "none.json"),
    ])
    func `invalid options are rejected before the first job`(
        options: [String], status: Int32, message: String
    ) async throws {
        try folder.write(Array(#"{"input": "a.jpg"}"#.utf8), as: "job.json")
        let result = try await postcard.run(["batch"] + options, input: Array("{}\n".utf8))
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func `a source that sends nothing is abandoned after --job-seconds`() async throws {
        let (stream, end) = AsyncStream.makeStream(of: Void.self)
        let server = try await TestHTTPServer { _ in
            for await _ in stream {}
            return TestHTTPReply(body: [])
        }
        let (status, responses) = try await responses(
            to: [#"{"id": 1, "input": "\#(server.address)/silent"}"#], ["--job-seconds", "0.1", "--answered"])
        end.finish()
        await server.stop()
        #expect(status == 0)
        #expect(responses["1"]?.code == "timeout" && responses["1"]?.retry == true, "\(responses["1"]?.message ?? "")")
    }

    @Test func `one worker waits for many pictures at once`() async throws {
        let picture = try TestPicture.jpeg(40, 30)
        // No picture is sent before all pictures have been requested.
        let all = Countdown(8)
        let server = try await TestHTTPServer { _ in
            await all.wait()
            return TestHTTPReply(body: picture)
        }
        let (status, responses) = try await responses(
            to: (1...8).map { #"{"id": \#($0), "input": "\#(server.address)/\#($0)"}"# },
            ["--workers", "1", "--fetches", "8"])
        await server.stop()
        #expect(status == 0)
        #expect(responses.count == 8 && responses.values.allSatisfy { $0.status == "done" })
    }

    /// Resumes the waiting requests once there are this many.
    private actor Countdown {
        private var missing: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []
        init(_ count: Int) { missing = count }

        func wait() async {
            missing -= 1
            guard missing > 0 else { return waiting.forEach { $0.resume() } }
            await withCheckedContinuation { waiting.append($0) }
        }
    }
}
