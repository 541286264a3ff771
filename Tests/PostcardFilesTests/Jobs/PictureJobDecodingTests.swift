import Foundation
import PostcardCore
import PostcardDisk
import PostcardImaging
import SystemPackage
import PostcardTestSupport
import Testing

@testable import PostcardFiles

@Suite struct PictureJobDecodingTests {
    private func job(_ json: String) throws -> PictureJob {
        try JSONDecoder().decode(PictureJob.self, from: Data(json.utf8))
    }

    private func reason(_ json: String) -> String {
        do {
            _ = try job(json)
            return ""
        } catch {
            return (error as? DecodingError)?.explanation ?? "\(error)"
        }
    }

    @Test func `a job needs only a picture`() throws {
        let job = try job(#"{"input": "a.jpg"}"#)
        #expect(job.id == nil)
        #expect(job.input == .source(.file("a.jpg")))
        #expect(job.recipe.operations.isEmpty)
        #expect(job.recipe.outputs[0].path == nil)
        #expect(job.recipe.outputs[0].format == nil)
        #expect(job.recipe.outputs[0].quality == nil)
        #expect(job.recipe.outputs[0].keep == [])
        #expect(job.recipe.outputs[0].existing == nil)
    }

    @Test func `all members of an output are decoded`() throws {
        let output = try job(
            #"{"input": "a", "output": {"path": "b", "format": "webp", "quality": 7, "keep": ["details", "position"], "replace": true}}"#
        ).recipe.outputs[0]
        expectEqual(output.path, "b")
        expectEqual(output.format, .webp)
        expectEqual(output.quality, 7)
        expectEqual(output.keep, [.details, .position])
        expectEqual(output.existing, .replace)
        try expectEqual(job(#"{"input": "a", "output": "b.png"}"#).recipe.outputs[0].path, "b.png")
    }

    @Test(arguments: [
        (#""a.jpg""#, PictureJob.Input.source(.file("a.jpg"))), (#""-""#, .source(.file("-"))),
        (#"{"path": "http:/a"}"#, .source(.file("http:/a"))),
        (#""file:///a%20b""#, .source(.file("/a b"))), (#""https://h/a.jpg""#, .source(.address("https://h/a.jpg"))),
        (#"{"url": "a.jpg"}"#, .source(.address("a.jpg"))), (#"{"base64": "AQID"}"#, .bytes([1, 2, 3])),
        (#"{"base64": ""}"#, .bytes([])),
    ])
    func `a picture is a path, a URL, or its bytes`(json: String, input: PictureJob.Input) throws {
        #expect(try job("{\"input\": \(json)}").input == input)
    }

    @Test(arguments: [
        ("7", PictureJob.ID.number(7)), (#""x""#, .text("x")), (#""7""#, .text("7")), ("-1", .number(-1)),
    ])
    func `an id is returned unchanged`(json: String, id: PictureJob.ID) throws {
        #expect(try job("{\"id\": \(json), \"input\": \"a\"}").id == id)
        #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == "[\(json)]")
    }

    @Test(arguments: [
        (#"{}"#, "input"), (#"{"input": "a", "inputs": 1}"#, "Did you mean \"input\"?"),
        (#"{"input": {"file": "a"}}"#, "Unknown name \"file\"."), (#"{"input": {}}"#, "base64"),
        (#"{"input": {"base64": "A"}}"#, "The text is not valid Base64."),
        (#"{"input": "a", "id": 1.5}"#, "a string or an integer"),
        (#"{"input": "a", "version": 9}"#, "Job version 9 is not supported; use version 1."),
        (#"{"input": "a", "output": {"quality": 101}}"#, "between 1 and 100"),
        (#"{"input": "a", "output": {"format": "doc"}}"#, "Unknown format doc"),
        (
            #"{"input": "a", "output": {"keep": ["all", "none", "it"]}}"#,
            "Unknown metadata it. Use copyright, details, position or all."
        ),
        (#"{"input": "a", "output": {"Path": "b"}}"#, "Did you mean \"path\"?"),
        (
            #"{"input": "a", "output": {"existing": "skip"}}"#,
            "Unknown value skip for an existing file. Use fail, replace or keep."
        ),
        (#"{"input": "a", "output": {"resize": {"width": 9}}}"#, "a list of \"outputs\""),
        (#"{"input": "a", "outputs": []}"#, "at least one output in the list"),
        (#"{"input": "a", "output": "b.png", "outputs": ["c.png"]}"#, "Write either \"output\""),
        (
            #"{"input": "a", "operations": [{"resize": {"width": 9}}], "outputs": [{"resize": {"width": 8}}]}"#,
            "Remove one of them."
        ),
    ])
    func `an error in a job states its position`(json: String, message: String) {
        #expect(reason(json).contains(message), "\(reason(json))")
    }
}
