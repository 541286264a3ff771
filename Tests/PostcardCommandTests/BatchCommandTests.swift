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
    }

    private func answers(to lines: [String], _ options: [String] = []) async throws -> (Int32, [String: Answer]) {
        let input = Array((lines.joined(separator: "\n") + "\n").utf8)
        let result = try await postcard.run(["batch"] + options, input: input)
        var answers: [String: Answer] = [:]
        for line in result.text.split(separator: "\n") {
            let data = Data(line.utf8)
            let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            answers["\(try #require(object["id"]))"] = try JSONDecoder().decode(Answer.self, from: data)
        }
        return (result.status, answers)
    }

    @Test func everyJobIsAnsweredUnderItsID() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let encoded = try Data(TestPicture.jpeg(40, 30)).base64EncodedString()
        let (status, answers) = try await answers(to: [
            #"{"id": 1, "input": "a.jpg", "operations": [{"resize": {"width": 40}}], "output": "b.webp"}"#, "",
            #"{"id": "two", "input": {"base64": "\#(encoded)"}, "operations": [{"rotate": 90}]}"#,
            #"{"input": "a.jpg", "operations": [{"roundCorners": 9}]}"#,
            #"{"id": 5, "input": {"path": "a.jpg"}, "output": {"path": "c", "format": "png"}, "version": 1}"#,
        ])
        #expect(status == 0)
        #expect(answers.values.allSatisfy { $0.status == "done" })
        #expect(answers.count == 4)
        #expect(answers["1"]?.path == "b.webp")
        #expect(try TestPicture.header(of: folder.read("b.webp")).size == PixelSize(width: 40, height: 30))
        #expect(answers["two"]?.format == "jpeg")
        let turned = try #require(answers["two"]?.base64.flatMap { Data(base64Encoded: $0) })
        #expect(try TestPicture.header(of: Array(turned)).size == PixelSize(width: 30, height: 40))
        #expect(answers["4"]?.format == "png")
        #expect(try TestPicture.header(of: folder.read("c")).format == .png)
    }

    @Test(arguments: [
        (#"{"input": "missing.jpg"}"#, "missing.jpg"),
        (#"{"input": "a.jpg", "output": "exists.png"}"#, "exists already"),
        (#"{"input": "a.jpg", "output": "b.docx"}"#, "does not say a picture format"),
        (#"{"input": "a.jpg", "version": 2}"#, "knows version 1"),
        (#"{"input": "a.jpg", "outptu": "b.png"}"#, #"There is no "outptu" here. Did you mean "output"?"#),
        (#"{"input": "a.jpg", "operations": [{"twirl": 3}]}"#, "There is no operation twirl"),
        (#"{"input": "a.jpg", "operations": [{"resize": {}}]}"#, "needs a width or a height"),
        (#"{"input": "a.jpg", "operations": [{"crop": {"x": 999, "y": 0, "width": 1, "height": 1}}]}"#, "outside"),
        (#"{"input": {"base64": "%%"}}"#, "not Base64"), (#"{"operations": []}"#, "input"),
        (#"{"input": "file:///etc/hostname"}"#, "not a picture"), (#"{"input": "file:///gone.jpg"}"#, "no such file"),
        ("[1]", "not a job"), ("}", "not a job"),
        (#"{"input": "http://127.0.0.1:1/a.jpg"}"#, "Cannot connect"),
    ])
    func aBadJobFailsAloneAndSaysWhy(job: String, message: String) async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try folder.write([1], as: "exists.png")
        let (status, answers) = try await answers(to: [job, #"{"id": "good", "input": "a.jpg", "output": "g.png"}"#])
        #expect(status == 75)
        #expect(answers["good"]?.status == "done")
        #expect(answers["1"]?.status == "failed")
        #expect(answers["1"]?.message?.contains(message) == true, "\(answers["1"]?.message ?? "")")
        #expect(try folder.read("exists.png") == [1])
    }

    @Test func aPictureComesFromTheWeb() async throws {
        let picture = try TestPicture.jpeg(40, 30)
        let server = try await TestHTTPServer { _ in TestHTTPReply(body: picture) }
        let (status, answers) = try await answers(to: [#"{"id": 1, "input": "\#(server.address)/a.jpg"}"#])
        await server.stop()
        #expect(status == 0)
        #expect(answers["1"]?.width == 40)
    }

    @Test func captionsCanBeAnOperation() async throws {
        try folder.write(Image(size: .square(200), fill: .black).encoded(.png), as: "a.png")
        let (status, _) = try await answers(to: [
            #"{"input": "a.png", "operations": [{"meme": {"captions": [{"text": "HELLO"}]}}], "output": "b.png"}"#
        ])
        #expect(status == 0)
        let image = try Image(decoding: folder.read("b.png"))
        #expect((0..<200).contains { x in (0..<200).contains { image[x, $0] == .white } })
    }

    @Test func jobsOfAnyNumberKeepWithinTheirWorkers() async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let jobs = (1...200).map {
            #"{"id": \#($0), "input": "a.jpg", "output": {"path": "out-\#($0 % 7).png", "replace": true}}"#
        }
        let (status, answers) = try await answers(to: jobs, ["--workers", "8"])
        #expect(status == 0)
        #expect(Set(answers.keys) == Set((1...200).map { "\($0)" }))
    }

    @Test func aLineThatIsTooLongEndsTheRun() async throws {
        let (status, answers) = try await answers(
            to: [#"{"id": "\#(String(repeating: "x", count: 2 << 20))"}"#], ["--max-megabytes", "0.1"])
        #expect(status == 65)
        #expect(answers.isEmpty)
    }
}
