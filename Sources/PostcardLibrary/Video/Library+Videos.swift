import PostcardFiles
import PostcardImaging
package import SystemPackage

extension Library {
    /// Returns a smaller version of a picture, or of a video's poster frame with a play mark. The version is taken from the cache or newly
    /// made. If ffmpeg is missing or cannot read the video, returns a placeholder and the reason.
    ///
    /// - Throws: `FileError` for a missing file, `ImageError` for a damaged picture, `CancellationError`.
    package func view(
        _ size: RenditionSize, of kind: Medium.Kind, _ blob: BlobHash
    ) async throws -> (picture: DerivedPicture, problem: String?) {
        try await kind == .video ? poster(size, ofVideo: blob) : (derivedPicture(size, of: blob), nil)
    }

    /// Returns the poster frame of a video, or a placeholder and the reason why there is no poster frame.
    func poster(
        _ size: RenditionSize, ofVideo blob: BlobHash
    ) async throws -> (picture: DerivedPicture, problem: String?) {
        let path = try derivedPath(size, of: blob)
        if try Self.exists(path) { return (DerivedPicture(path: path), nil) }
        guard try blobs.size(of: blob) != nil else { throw blobs.missing(blob) }
        switch try await PosterFrame.find(in: VideoFile(blobs.path(of: blob)), by: mediaTools) {
        case .success(let frame):
            for other in RenditionSize.allCases where other != size { _ = try savePoster(frame, other, of: blob) }
            return (try savePoster(frame, size, of: blob), nil)
        case .failure(let failure):
            let reason =
                switch failure {
                case .missing: "ffmpeg is not installed. Install it and try again."
                case .unreadable(let reason): "ffmpeg can't read the video: \(reason)."
                }
            let placeholder = try placeholder(longEdge: settings().longEdge(of: size))
            return (placeholder, "No frame of the video can be shown, because \(reason)")
        }
    }

    private func savePoster(_ frame: Image, _ size: RenditionSize, of blob: BlobHash) throws -> DerivedPicture {
        let target = Resize(into: .square(try settings().longEdge(of: size))).size(for: frame.size)
        var image = target == frame.size ? frame : try frame.resized(to: target)
        try PlayMark.draw(on: &image)
        return try saveDerived(image, to: derivedPath(size, of: blob))
    }

    /// Returns the placeholder. Placeholders and posters have different names in the cache, so the poster is made once ffmpeg is installed.
    private func placeholder(longEdge: Int) throws -> DerivedPicture {
        let path = directory.appending("cache").appending("placeholder").appending("\(longEdge).jpg")
        if try Self.exists(path) { return DerivedPicture(path: path) }
        return try saveDerived(PlayMark.placeholder(longEdge: longEdge), to: path)
    }
}

extension Library {
    /// The maximum lengths of the longer and shorter sides of a playable version, in pixels.
    private static let playableSize = PixelSize(width: 1_920, height: 1_080)

    /// Returns the cached playable version of a video (H.264 and AAC in MP4); `nil` if the cache has none.
    ///
    /// - Throws: `FileError` if the cache cannot be read.
    package func cachedPlayableVideo(_ blob: BlobHash) throws(FileError) -> FilePath? {
        let path = cachePath("video", blob, "mp4")
        return try Self.exists(path) ? path : nil
    }

    /// Makes a version of a video that all browsers can play, and stores it in the cache. Metadata is dropped.
    ///
    /// The conversion takes about as long as the video plays, and uses all processors.
    ///
    /// - Throws: `LibraryError` with code `unsupported` if ffmpeg is missing, lacks an encoder, or cannot read the video; `FileError` if
    ///   the video is missing or the cache cannot be written; `CancellationError`.
    package func makePlayableVideo(_ blob: BlobHash) async throws -> FilePath {
        if let known = try cachedPlayableVideo(blob) { return known }
        guard try blobs.size(of: blob) != nil else { throw blobs.missing(blob) }
        let video = try VideoFile(blobs.path(of: blob))
        let facts: VideoFacts
        switch try await VideoFacts.read(video, by: mediaTools) {
        case .success(let known): facts = known
        case .failure(let failure): throw Self.unplayable(failure)
        }
        let path = cachePath("video", blob, "mp4")
        let folder = path.removingLastComponent()
        try FileSystem.makeDirectories(folder)
        let part = PictureFile.temporaryPath(in: folder)
        defer { _ = try? FileSystem.remove(part) }
        func run(toneMapping: Bool) async throws -> MediaTool.Outcome {
            try await mediaTools.ffmpeg.run(
                Self.playable(facts, to: part, toneMapping: toneMapping), reading: video, outputLimit: 1 << 10,
                timeLimit: MediaTool.videoTimeLimit)
        }
        var outcome = try await run(toneMapping: facts.isHDR)
        // Some versions of ffmpeg lack zscale. Pale colors are better than no video.
        if facts.isHDR, case .failure(.unreadable) = outcome { outcome = try await run(toneMapping: false) }
        if case .failure(let failure) = outcome { throw Self.unplayable(failure) }
        try FileSystem.rename(part, to: path)
        return path
    }

    private static func playable(_ facts: VideoFacts, to file: FilePath, toneMapping: Bool) -> [String] {
        let box = facts.size.width < facts.size.height ? playableSize.transposed : playableSize
        let size = Resize(into: box).size(for: facts.size)
        // H.264 stores colors at half the resolution, so the width and height must be even.
        var filters = ["scale=\(max(2, size.width & ~1)):\(max(2, size.height & ~1))", "setsar=1"]
        if toneMapping { filters.append(PosterFrame.toneMapping(range: "limited")) }
        return ["-v", "error", "-nostdin", "-y"] + MediaTool.input
            + ["-map", "0:V:0", "-map", "0:a:0?", "-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn"]
            + ["-vf", (filters + ["format=yuv420p"]).joined(separator: ",")]
            + ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-c:a", "aac", "-ac", "2", "-b:a", "160k"]
            + ["-movflags", "+faststart", "-f", "mp4", "file:\(file)"]
    }

    private static func unplayable(_ failure: MediaFailure) -> LibraryError {
        switch failure {
        case .missing:
            LibraryError(.unsupported, "Converting videos for browsers needs ffmpeg. Install ffmpeg.")
        case .unreadable(let reason): LibraryError(.unsupported, "ffmpeg can't convert the video: \(reason).")
        }
    }
}
