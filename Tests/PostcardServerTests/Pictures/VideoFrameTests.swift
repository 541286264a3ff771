import Foundation
import NIOHTTP1
import PlatformLibc
import PostcardDisk
import PostcardImaging
import PostcardLibrary
import PostcardServer
import PostcardTestSupport
import Testing

@Suite(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"), .timeLimit(.minutes(2))) struct VideoFrameTests {
    /// A clip of 96 × 64 pixels, rotated as if by a phone; a truncated one; and text that starts like a clip.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let clip = folder.path("clip.mp4")
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=2", "-vf", "noise=alls=30:allf=t", "-c:v",
            "mpeg4", "-q:v", "2", clip,
        ])
        try VideoLab.ffmpeg([
            "-i", clip, "-c", "copy", "-metadata:s:v:0", "rotate=90", folder.path("turned.mp4"),
        ])
        try folder.write([0, 0, 0, 24] + Array("ftypisom but no video at all".utf8), as: "none.mp4")
        return folder
    }

    @Test(arguments: [
        ("/insecure/w:48/plain/clip.mp4", 48, 32), ("/unsafe/24x/clip.mp4", 24, 16),
        ("/unsafe/24x/clip.mp4?v=2", 24, 16),
        ("/unsafe/0x48/turned.mp4", 32, 48), ("/p/small/clip.mp4", 12, 8),
    ])
    func `a video is shown as a frame`(target: String, width: Int, height: Int) async throws {
        let folder = try Self.folder()
        try await RunningServer.with(
            folder,
            {
                // The videos are larger than the limit, but their frames are smaller.
                $0.maximumSourceBytes = 20_000
                $0.presets = ["small=w:12"]
            }
        ) { server async throws in
            let reply = try await server.get(target)
            #expect(reply.status == 200, "\(reply.text.prefix(300))")
            #expect(reply["Content-Type"] == "image/jpeg")
            let image = try Image(decoding: reply.body)
            #expect(image.size == PixelSize(width: width, height: height))
            #expect(image[1, 1] != image[width - 2, height - 2])
            let again = try await server.get(target, ["If-None-Match": reply["ETag"] ?? ""])
            #expect(again.status == 304)
        }
    }

    /// Otherwise, a user with write access to the folder could make ffmpeg read a file that was not checked.
    @Test func `the frame is from the opened file, even if its name has changed`() async throws {
        let folder = try Self.folder()
        let clip = folder.path("clip.mp4")
        guard let file = OwnedDescriptor(path: clip, flags: O_RDONLY), let video = VideoFile(file) else {
            Issue.record("The clip cannot be opened.")
            return
        }
        try FileManager.default.removeItem(atPath: clip)
        try FileManager.default.createSymbolicLink(atPath: clip, withDestinationPath: folder.path("turned.mp4"))
        for _ in 0..<2 {
            guard case .success(let image) = try await PosterFrame.find(in: video, by: .system) else {
                Issue.record("There is no frame.")
                return
            }
            #expect(image.size == PixelSize(width: 96, height: 64))
        }
    }

    @Test func `a file that only starts like a video is not a video`() async throws {
        try await RunningServer.with(try Self.folder()) { server async throws in
            let reply = try await server.get("/unsafe/24x/none.mp4")
            #expect(reply.status == 415)
            #expect(reply.text.contains("none of its frames"))
        }
    }
}
