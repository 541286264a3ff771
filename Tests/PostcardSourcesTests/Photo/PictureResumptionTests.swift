import Foundation
import PostcardPhotos
import PostcardTestSupport
import Testing

/// Resuming the download of a picture, over loopback.
struct PictureResumptionTests {
    /// The part of a download that a sink keeps, as a caller would on disk.
    private final class Part {
        var bytes: [UInt8] = []
        var validator: String?
        var beginnings = 0
        var resumptions = 0

        func take(_ event: DownloadEvent) {
            switch event {
            case .began(let start):
                bytes = []
                validator = start.validator
                beginnings += 1
            case .resumed: resumptions += 1
            case .received(let piece): bytes += piece
            }
        }

        var partial: PartialPicture? {
            guard let validator, bytes.count >= 16 else { return nil }
            return PartialPicture(byteCount: bytes.count, head: Array(bytes.prefix(16)), validator: validator)
        }
    }

    private func run(
        _ faults: [FlickrStandIn.Fault?], part: Part, maximumBytes: Int = 1 << 24,
        check: (FlickrLab, SourceError?) async throws -> Void
    ) async throws {
        try await FlickrLab.run(photos: FlickrStandInPhoto.around(count: 1)) { lab in
            let photo = try await lab.firstPhoto()
            await lab.standIn.script(faults, for: .picture)
            var failure: SourceError?
            do {
                _ = try await lab.source.download(
                    photo, atLeast: 1_024, maximumBytes: maximumBytes, resuming: { _ in part.partial }
                ) { part.take($0) }
            } catch let error as SourceError {
                failure = error
            }
            try await check(lab, failure)
        }
    }

    private var whole: [UInt8] { FlickrJPEG.picture(width: 1_024, height: 683, seed: 59_000_000_001) }

    @Test func `an interrupted picture continues where it stopped`() async throws {
        let part = Part()
        try await run([.cut(after: 2_000), .cut(after: 500)], part: part) { lab, failure in
            #expect(failure == nil)
            expectEqual(part.bytes, whole)
            expectEqual(part.beginnings, 1)
            expectEqual(part.resumptions, 2)
            let ranges = await lab.standIn.requests(.picture).map { $0.headers["range"] }
            #expect(ranges == [nil, "bytes=2000-", "bytes=2500-"])
            #expect(await lab.standIn.requests(.picture)[1].headers["if-range"] == part.validator)
        }
    }

    @Test func `a changed picture starts again`() async throws {
        let part = Part()
        part.bytes = Array(repeating: 0xFF, count: 16) + [0xD8, 0xFF]
        part.validator = "\"of another version\""
        try await run([], part: part) { _, failure in
            #expect(failure == nil)
            expectEqual(part.bytes, whole)
            expectEqual(part.beginnings, 1)
            expectEqual(part.resumptions, 0)
        }
    }

    @Test func `a part that is longer than the file is discarded`() async throws {
        let first = Part()
        try await run([], part: first) { _, _ in }
        let part = Part()
        part.validator = first.validator
        part.bytes = whole + whole
        try await run([], part: part) { lab, failure in
            #expect(failure == nil)
            #expect(part.bytes == whole)
            #expect(await lab.standIn.requests(.picture).map { $0.headers["range"] != nil } == [true, false])
        }
    }

    @Test func `a server that ignores ranges sends the whole file`() async throws {
        let part = Part()
        part.bytes = Array(whole.prefix(100))
        part.validator = "Mon, 01 Jun 2026 10:00:00 GMT"
        try await run([], part: part) { _, failure in
            #expect(failure == nil)
            #expect(part.bytes == whole)
        }
    }

    @Test func `the limit applies to the whole picture`() async throws {
        let part = Part()
        try await run([.cut(after: 2_000)], part: part, maximumBytes: whole.count - 1) { _, failure in
            // The next smaller size is small enough.
            #expect(failure == nil)
            #expect(part.bytes.jpegLongEdge == 800)
        }
    }
}
