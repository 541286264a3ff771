import Foundation
import NIOHTTP1
import PostcardFixtures
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Versions of videos that all browsers can play.
@Suite struct PlayableVideoTests {
    /// Requests a video, and requests it again once it is converted.
    private static func made(_ lab: LibraryLab, _ target: String) async throws -> RunningServer.Reply {
        let first = try await lab.get(target)
        #expect(first.status == 202)
        #expect(first["Retry-After"] == "2")
        for conversion in lab.server.playableVideos?.running ?? [] { await conversion.value }
        return try await lab.get(target)
    }

    @Test(
        .enabled(if: VideoLab.hasHEVC, "needs ffmpeg with libx265"),
        arguments: [("1920x1200", 1_728, 1_080), ("90x161", 90, 160)])
    func `HEVC is converted to H.264 with sound and a limited size, and served in parts`(
        size: String, width: Int, height: Int
    ) async throws {
        try await LibraryLab.run { lab in
            let file = lab.folder.path("a.mp4")
            try VideoLab.ffmpeg(
                ["-f", "lavfi", "-i", "testsrc=s=\(size):r=5:d=1", "-f", "lavfi", "-i", "sine=d=1", "-shortest"]
                    + ["-c:v", "libx265", "-x265-params", "log-level=error", "-pix_fmt", "yuv444p", "-c:a", "aac"]
                    + ["-metadata", "title=Secret", file])
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
            let entry = try await lab.library.addEntry(text: "Lights", media: [.bytes(bytes, name: "a.mp4")])
            let target = "/library/entries/\(entry.id)/media/1/video"
            let whole = try await Self.made(lab, target)
            #expect(whole.status == 200)
            #expect(whole["Content-Type"] == "video/mp4")
            let part = try await lab.get(target, ["Range": "bytes=4-7"])
            #expect(part.status == 206)
            #expect(part.body == Array("ftyp".utf8))
            // The index comes first, so the video can play while it is loading.
            let index = try #require(whole.body.firstRange(of: Array("moov".utf8)))
            let data = try #require(whole.body.firstRange(of: Array("mdat".utf8)))
            #expect(index.lowerBound < data.lowerBound)
            #expect(whole.body.firstRange(of: Array("Secret".utf8)) == nil)
            let result = lab.folder.path("b.mp4")
            try Data(whole.body).write(to: URL(filePath: result))
            let streams = try VideoLab.streams(of: result)
            #expect(streams == ["h264,\(width),\(height),yuv420p", "aac"])
            // It is cached.
            #expect(try await lab.get(target).status == 200)
        }
    }

    @Test(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"))
    func `a video that can't be converted causes an error, and so does a picture`() async throws {
        try await LibraryLab.run { lab in
            // The file is only the start of a video.
            let bytes = Array(Fixture("video/gate.webm").bytes.prefix(200))
            let entry = try await lab.library.addEntry(
                text: "Both", media: [.bytes(try TestPicture.jpeg(), name: "b.jpg")])
            #expect(try await lab.get("/library/entries/\(entry.id)/media/1/video").status == 404)
            let blob = try lab.library.blobs.put(bytes)
            let videos = PlayableVideos()
            // The conversion fails. One request gets the error, and the next request starts the conversion again.
            for _ in 0..<2 {
                guard case .underWay = try videos.state(of: blob.hash, in: lab.library) else {
                    Issue.record("It is not converted.")
                    return
                }
                #expect(videos.running.count == 1)
                for conversion in videos.running { await conversion.value }
                #expect(throws: HTTPError.self) { try videos.state(of: blob.hash, in: lab.library) }
            }
        }
    }
}
