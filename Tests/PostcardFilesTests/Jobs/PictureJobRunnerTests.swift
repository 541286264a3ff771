import PostcardDisk

import Foundation
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct PictureJobRunnerTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func result(
        of line: String, limits: DecodingLimits = .default, existing: PictureJob.ExistingResult = .fail,
        fetch: @escaping PictureSource.Fetch = { address, _ in throw FileError(.notFound, "no \(address)") }
    ) async -> PictureJobResult {
        await PictureJobRunner(limits: limits, recover: false, existing: existing, fetch: fetch)
            .result(of: Array(line.replacing("DIR", with: folder.url.path).utf8), number: 7)
    }

    @Test(arguments: [
        "", "[]", "nonsense", "{}", #"{"input": 1}"#, #"{"input": "a", "size": 1}"#, #"{"input": "a", "version": 2}"#,
        #"{"input": "a", "operations": [{"spin": 1}]}"#, #"{"input": "a", "operations": [{"blur": 1, "rotate": 1}]}"#,
        #"{"input": "a", "operations": [{"blur": 1e30}]}"#, #"{"input": "a", "operations": [{"sharpen": -1}]}"#,
        #"{"input": "a", "operations": [{"roundCorners": 1e9}]}"#, #"{"input": {"base64": "%"}}"#,
        #"{"input": "a", "output": {"quality": 0}}"#, #"{"input": "a", "output": {"keep": ["soul"]}}"#,
    ])
    func `the error for an invalid line states the reason`(line: String) async {
        let result = await result(of: line)
        #expect(result.status == .failed)
        #expect(result.id == .number(7))
        #expect(result.error?.message.hasPrefix("Line 7 is not a job: ") == true, "\(result.error?.message ?? "")")
    }

    @Test func `the id of an invalid job is returned`() async {
        #expect(await result(of: #"{"id": "x", "input": "a", "operations": 1}"#).id == .text("x"))
    }

    @Test func `a job with a fetched picture returns Base64`() async throws {
        let bytes = try TestPicture.jpeg(40, 20)
        let result = await result(of: #"{"input": "HTTPS://host/a.jpg", "operations": [{"rotate": 90}]}"#) {
            address, most in
            #expect(address == "HTTPS://host/a.jpg")
            #expect(most == DecodingLimits.default.bytes)
            return bytes
        }
        #expect(result.status == .done, "\(result.error?.message ?? "")")
        let made = Array(try #require(result.output?.base64.flatMap { Data(base64Encoded: $0) }))
        try expectEqual(TestPicture.header(of: made).size, PixelSize(width: 20, height: 40))
        expectEqual(result.output?.bytes, made.count)
        expectEqual(result.output.map { [$0.width, $0.height] }, [20, 40])
        expectEqual(result.output?.format, "jpeg")
    }

    @Test func `a job that takes too long is stopped, and others continue`() async throws {
        let (clock, bytes) = (GatedClock(), try TestPicture.jpeg(40, 20))
        let runner = PictureJobRunner(
            limits: .default, recover: false, existing: .fail, timeout: .seconds(5), clock: clock
        ) { address, _ in
            // This gate never opens: only cancellation ends the wait.
            if address.hasSuffix("silent") { await TestGate().pass() }
            try Task.checkCancellation()
            return bytes
        }
        async let silent = runner.result(of: Array(#"{"id": 1, "input": "https://host/silent"}"#.utf8), number: 1)
        let other = await runner.result(of: Array(#"{"id": 2, "input": "https://host/a"}"#.utf8), number: 2)
        #expect(other.status == .done, "\(other.error?.message ?? "")")
        await clock.gate.open()
        #expect(await silent.error?.code == .timeout)
    }

    @Test func `a transparent result without a name is a PNG`() async throws {
        try folder.write(TestPicture.jpeg(40, 20), as: "a.jpg")
        #expect(
            await result(of: #"{"input": "DIR/a.jpg", "operations": [{"roundCorners": 9}]}"#).output?.format == "png")
        #expect(await result(of: #"{"input": "DIR/a.jpg"}"#).output?.format == "jpeg")
    }

    @Test func `files are replaced only if allowed`() async throws {
        try folder.write(TestPicture.jpeg(40, 20), as: "a.jpg")
        try folder.write([1], as: "b.png")
        #expect(await result(of: #"{"input": "DIR/a.jpg", "output": "DIR/b.png"}"#).status == .failed)
        #expect(try folder.read("b.png") == [1])
        let allowed = #"{"input": "DIR/a.jpg", "output": {"path": "DIR/b.png", "replace": true}}"#
        #expect(await result(of: allowed).status == .done)
        try folder.write([1], as: "b.png")
        #expect(await result(of: #"{"input": "DIR/a.jpg", "output": "DIR/b.png"}"#, existing: .replace).status == .done)
        #expect(try TestPicture.header(of: folder.read("b.png")).format == .png)
    }

    @Test func `file URLs can contain any bytes`() async throws {
        try folder.write(TestPicture.jpeg(40, 20), as: "a b.jpg")
        let job = #"{"input": "file://DIR/a%20b.jpg", "output": "file://localhostDIR/c%E9.png"}"#
        let made = await result(of: job)
        #expect(made.status == .done, "\(made.error?.message ?? "")")
        let again = await result(of: #"{"input": {"path": "file://DIR/c%e9.png"}}"#)
        #expect(again.output.map { [$0.width, $0.height] } == [40, 20])
    }

    @Test(arguments: [
        (
            #"{"input": "DIR/a.jpg", "operations": [{"resize": {"width": 400, "enlarge": true}}]}"#,
            "The result would have"
        ),
        (#"{"input": "DIR/a.jpg", "operations": [{"rotate": 45}]}"#, "The result would have"),
        (#"{"input": "DIR/a.jpg", "operations": [{"watermark": {"picture": "DIR/large.png"}}]}"#, "The picture has"),
        (#"{"input": "DIR/gone.jpg"}"#, "no such file"),
        (#"{"input": "DIR/a.jpg", "operations": [{"watermark": {"picture": "DIR/gone.png"}}]}"#, "no such file"),
        (#"{"input": "DIR/a.jpg", "operations": [{"crop": {"x": 99, "y": 0, "width": 9, "height": 9}}]}"#, "outside"),
        (#"{"input": "DIR/a.jpg", "output": "DIR/b.doc"}"#, "has no known file extension"),
    ])
    func `a failed job reports the error and leaves no file`(line: String, message: String) async throws {
        try folder.write(TestPicture.jpeg(40, 20), as: "a.jpg")
        try folder.write(TestPicture.gradient(200, 200).encoded(as: .png), as: "large.png")
        let result = await result(of: line, limits: DecodingLimits(pixels: 800))
        #expect(result.status == .failed)
        #expect(result.error?.message.contains(message) == true, "\(result.error?.message ?? "")")
        #expect(try folder.files() == ["a.jpg", "large.png"])
    }

    @Test func `all frames of a new GIF count against the limit`() async throws {
        var encoder = try AnimationEncoder(size: PixelSize(width: 20, height: 20))
        for _ in 0..<8 { try encoder.append(TestPicture.gradient(20, 20), delay: 70) }
        try folder.write(encoder.finish(), as: "a.gif")
        let line =
            #"{"input": "DIR/a.gif", "operations": [{"rotate": 0}, {"resize": {"width": 40, "enlarge": true}}], "output": "DIR/b.gif"}"#
        let refused = await result(of: line, limits: DecodingLimits(pixels: 8 * 1600 - 1))
        #expect(
            refused.error?.message.contains("The result would have 8 frames of 40 × 40 pixels") == true,
            "\(refused.error?.message ?? "")")
        let made = await result(of: line, limits: DecodingLimits(pixels: 8 * 1600))
        #expect(made.status == .done, "\(made.error?.message ?? "")")
        #expect(try AnimatedImage(decoding: folder.read("b.gif")).frameCount == 8)
    }
}
