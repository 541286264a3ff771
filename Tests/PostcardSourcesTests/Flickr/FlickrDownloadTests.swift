import Foundation
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Testing

/// Downloads of pictures, over loopback.
struct FlickrDownloadTests {
    /// A picture that contains its size: a JPEG signature, then the letters of the size repeatedly.
    private static let labelled: @Sendable (String, String, Int, Int) -> [UInt8] = { id, suffix, _, _ in
        [0xFF, 0xD8, 0xFF] + Array(repeating: Array("\(id)\(suffix) ".utf8), count: 4_000).joined()
    }

    private func photos(_ adjust: (inout FlickrStandInPhoto) -> Void = { _ in }) -> [FlickrStandInPhoto] {
        var photos = FlickrStandInPhoto.around(count: 1)
        adjust(&photos[0])
        return photos
    }

    @Test(arguments: [(1, 100), (100, 100), (101, 240), (1024, 1024), (1025, 1600), (2400, 2400), (9_000, 2400)])
    func `the smallest sufficient size is used`(wanted: Int, expected: Int) async throws {
        try await FlickrLab.run(photos: photos()) { lab in
            let (download, bytes) = try await lab.source.download(
                try await lab.firstPhoto(), atLeast: wanted, maximumBytes: 1 << 24)
            expectEqual(download.rendition.longEdge, expected)
            expectEqual(bytes.jpegLongEdge, expected)
            expectEqual(download.byteCount, bytes.count)
            expectEqual(download.url, download.rendition.url)
            await expectEqual(lab.standIn.requests(.picture).count, 1)
        }
    }

    @Test func `bytes arrive unchanged`() async throws {
        try await FlickrLab.run(photos: photos(), adjust: { $0.picture = Self.labelled }) { lab in
            let photo = try await lab.firstPhoto()
            for refusal in [nil, FlickrStandIn.Fault.chunked] {
                await lab.standIn.script([refusal], for: .picture)
                let (_, bytes) = try await lab.source.download(photo, atLeast: 1024, maximumBytes: 1 << 20)
                #expect(bytes == Self.labelled("59000000001", "b", 0, 0))
            }
        }
    }

    @Test(arguments: [404, 410])
    func `a missing picture causes the error gone`(status: Int) async throws {
        try await FlickrLab.run(photos: photos { $0.statuses = ["b": status] }) { lab in
            let photo = try await lab.firstPhoto()
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.download(photo, atLeast: 1024, maximumBytes: 1 << 20)
            }
            #expect(error?.code == .gone)
            #expect(await lab.standIn.requests(.picture).count == 1)
            #expect(lab.clock.sleeps.isEmpty)
        }
    }

    @Test func `a placeholder causes the error gone, and never reaches the sink`() async throws {
        try await FlickrLab.run(photos: photos { $0.isGone = true }) { lab in
            let photo = try await lab.firstPhoto()
            var events = 0
            let error = await #expect(throws: SourceError.self) {
                _ = try await lab.source.download(photo, atLeast: 1024, maximumBytes: 1 << 20) { _ in events += 1 }
            }
            expectEqual(error?.code, .gone)
            expectEqual(error?.message.contains("placeholder"), true)
            expectEqual(events, 0)
        }
    }

    @Test func `a PNG instead of a JPEG is a placeholder`() async throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 50)
        try await FlickrLab.run(photos: photos(), adjust: { $0.picture = { _, _, _, _ in png } }) { lab in
            let photo = try await lab.firstPhoto()
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.download(photo, atLeast: 1024, maximumBytes: 1 << 20)
            }
            #expect(error?.code == .gone)
        }
    }

    @Test func `a smaller size replaces a withheld one`() async throws {
        try await FlickrLab.run(photos: photos { $0.statuses = ["o": 403, "k": 403] }) { lab in
            let (download, bytes) = try await lab.source.download(
                try await lab.firstPhoto(), atLeast: 2_400, maximumBytes: 1 << 24)
            expectEqual(download.rendition.longEdge, 1600)
            expectEqual(bytes.jpegLongEdge, 1600)
            await expectEqual(lab.standIn.requests(.picture).count, 3)
        }
    }

    @Test func `a photo withheld in all sizes is refused`() async throws {
        let suffixes = ["s", "q", "t", "m", "n", "w", "", "z", "c", "b", "h", "k", "o"]
        let statuses = Dictionary(uniqueKeysWithValues: suffixes.map { ($0, 403) })
        try await FlickrLab.run(photos: photos { $0.statuses = statuses }) { lab in
            let photo = try await lab.firstPhoto()
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.download(photo, atLeast: 500, maximumBytes: 1 << 20)
            }
            #expect(error?.code == .refused)
            // The sizes of 500, 400, 320, 240 and 100 pixels are requested. The squares do not show the whole photo.
            #expect(await lab.standIn.requests(.picture).count == 5)
        }
    }

    @Test func `a smaller size replaces an inferred one that does not exist`() async throws {
        let small = photos {
            $0.width = 700
            $0.height = 500
        }
        try await FlickrLab.run(photos: small, adjust: { $0.quirks = .withoutAddresses }) { lab in
            let (download, _) = try await lab.source.download(
                try await lab.firstPhoto(), atLeast: 2_000, maximumBytes: 1 << 20)
            #expect(download.rendition.longEdge == 640)
            #expect(await lab.standIn.requests(.picture).count == 3)
        }
    }

    @Test func `a smaller size replaces a picture with too many bytes`() async throws {
        let sized: @Sendable (String, String, Int, Int) -> [UInt8] = { _, _, width, _ in
            [0xFF, 0xD8, 0xFF] + Array(repeating: 7, count: width)
        }
        try await FlickrLab.run(photos: photos(), adjust: { $0.picture = sized }) { lab in
            let photo = try await lab.firstPhoto()
            // The responses to the second download have no length, so the client must measure their size.
            await lab.standIn.script([nil, nil, .chunked, .chunked], for: .picture)
            for _ in 1...2 {
                let (download, bytes) = try await lab.source.download(photo, atLeast: 1600, maximumBytes: 1_200)
                #expect(download.rendition.longEdge == 1024)
                #expect(bytes.count == 1_027)
            }
            #expect(await lab.standIn.requests(.picture).count == 4)
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.download(photo, atLeast: 1600, maximumBytes: 20)
            }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test(arguments: ["<html>An error page that is long enough</html>", "tiny", ""])
    func `bytes that are not a picture never reach the sink`(body: String) async throws {
        try await FlickrLab.run(photos: photos()) { lab in
            let photo = try await lab.firstPhoto()
            await lab.standIn.script([.body(body)], for: .picture)
            var events = 0
            let error = await #expect(throws: SourceError.self) {
                _ = try await lab.source.download(photo, atLeast: 500, maximumBytes: 1 << 20) { _ in events += 1 }
            }
            #expect(error?.code == .notAPicture)
            #expect(events == 0)
        }
    }

    @Test(arguments: [
        FlickrStandIn.Fault.status(429), .status(500), .status(503), .hangUp, .cut(after: 5), .cut(after: 20_000),
    ])
    func `a transient error is retried`(refusal: FlickrStandIn.Fault) async throws {
        try await FlickrLab.run(photos: photos(), adjust: { $0.picture = Self.labelled }) { lab in
            let photo = try await lab.firstPhoto()
            await lab.standIn.script([refusal, refusal], for: .picture)
            let (_, bytes) = try await lab.source.download(photo, atLeast: 1024, maximumBytes: 1 << 20)
            #expect(bytes == Self.labelled("59000000001", "b", 0, 0))
            // A request on a kept-alive connection that was closed is sent again at once.
            let isResent = if case .hangUp = refusal { true } else { false }
            #expect(lab.clock.sleeps == (isResent ? [.seconds(1.5)] : [.seconds(1.5), .seconds(3)]))
        }
    }

    @Test func `the sink starts again after a truncated body`() async throws {
        try await FlickrLab.run(photos: photos(), adjust: { $0.picture = Self.labelled }) { lab in
            let photo = try await lab.firstPhoto()
            await lab.standIn.script([.cut(after: 20_000)], for: .picture)
            var beginnings = 0
            _ = try await lab.source.download(photo, atLeast: 500, maximumBytes: 1 << 20) { event in
                if case .began = event { beginnings += 1 }
            }
            #expect(beginnings == 2)
        }
    }

    @Test func `Retry-After delays all downloads`() async throws {
        try await FlickrLab.run(photos: FlickrStandInPhoto.around(count: 2)) { lab in
            let photos = try await lab.source.photos(matching: .aroundTower(), page: 1).photos
            await lab.standIn.script([.status(429, retryAfter: "30")], for: .picture)
            async let first = lab.source.download(photos[0], atLeast: 100, maximumBytes: 1 << 20)
            async let second = lab.source.download(photos[1], atLeast: 100, maximumBytes: 1 << 20)
            _ = try await [first.bytes, second.bytes]
            #expect(lab.clock.now.offset == .seconds(30))
            #expect(await lab.standIn.requests(.picture).count == 3)
        }
    }

    @Test func `a permanent error is reported`() async throws {
        try await FlickrLab.run(photos: photos()) { lab in
            let photo = try await lab.firstPhoto()
            await lab.standIn.script(Array(repeating: .status(429), count: 5), for: .picture)
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.download(photo, atLeast: 500, maximumBytes: 1 << 20)
            }
            #expect(error?.code == .rateLimited)
            #expect(await lab.standIn.requests(.picture).count == 5)
        }
    }

    @Test func `an error from the sink is thrown and not retried`() async throws {
        struct DiskFull: Error {}
        try await FlickrLab.run(photos: photos()) { lab in
            let photo = try await lab.firstPhoto()
            await #expect(throws: DiskFull.self) {
                _ = try await lab.source.download(photo, atLeast: 500, maximumBytes: 1 << 20) { _ in throw DiskFull() }
            }
            #expect(await lab.standIn.requests(.picture).count == 1)
        }
    }

    @Test func `a canceled download ends without a source error`() async throws {
        try await FlickrLab.run(photos: photos()) { lab in
            let photo = try await lab.firstPhoto()
            let gate = TestGate()
            await lab.standIn.script([.wait(gate)], for: .picture)
            let download = Task { try await lab.source.download(photo, atLeast: 500, maximumBytes: 1 << 20).download }
            await gate.waitUntilReached()
            download.cancel()
            await #expect(throws: CancellationError.self) { try await download.value }
            await gate.open()
        }
    }

    @Test func `a redirect to a picture with the same name is followed`() async throws {
        try await FlickrLab.run(photos: photos()) { lab in
            let photo = try await lab.firstPhoto()
            let moved = try #require(photo.renditions(atLeast: 500).first?.url.absoluteString) + "?moved"
            await lab.standIn.script([.redirect(to: moved)], for: .picture)
            let (download, bytes) = try await lab.source.download(photo, atLeast: 500, maximumBytes: 1 << 20)
            #expect(bytes.jpegLongEdge == 500)
            #expect(download.url.absoluteString == moved)
        }
    }

    @Test func `a photo without an uncropped rendition is refused`() async throws {
        try await FlickrLab.run(photos: photos()) { lab in
            let photo = try await lab.firstPhoto()
            let cropped = RemotePhoto(
                source: photo.source, id: photo.id, title: "", ownerName: "", ownerURL: nil, pageURL: nil,
                license: photo.license, dateTaken: nil, coordinate: nil,
                renditions: photo.renditions.filter { $0.kind == .cropped })
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.download(cropped, atLeast: 100, maximumBytes: 1 << 20)
            }
            #expect(error?.code == .refused)
        }
    }
}
