import PostcardImaging
import SystemPackage

extension Library {
    /// A Boolean value that indicates whether ffmpeg is installed, which frames of videos are read with.
    package static var readsVideos: Bool { MediaTool.ffmpeg.isInstalled && MediaTool.ffprobe.isInstalled }

    /// Kills the running ffmpeg and ffprobe processes, for a process that exits without waiting for its tasks.
    package static func killVideoPrograms() { MediaTool.killAll() }

    /// Returns a smaller version of a picture, or of a video's poster frame with a play mark, from the cache or made now. If ffmpeg is missing or
    /// cannot read the video, it is a placeholder, with the reason.
    ///
    /// - Throws: `LibraryError` for a missing file, `ImageError` for a damaged picture, `CancellationError`.
    package func view(
        _ size: DerivedSize, of kind: Medium.Kind, _ blob: BlobHash
    ) async throws -> (picture: DerivedPicture, problem: String?) {
        try await kind == .video ? poster(size, ofVideo: blob) : (derivedPicture(size, of: blob), nil)
    }

    /// Returns the poster frame of a video, or a placeholder with the reason for it.
    func poster(
        _ size: DerivedSize, ofVideo blob: BlobHash
    ) async throws -> (picture: DerivedPicture, problem: String?) {
        let path = try derivedPath(size, of: blob)
        if try Self.isThere(path) { return (DerivedPicture(path: path), nil) }
        guard try blobs.size(of: blob) != nil else { throw blobs.missing(blob) }
        switch try await VideoPoster.frame(of: VideoFile(blobs.path(of: blob))) {
        case .success(let frame):
            for other in DerivedSize.allCases where other != size { _ = try savePoster(frame, other, of: blob) }
            return (try savePoster(frame, size, of: blob), nil)
        case .failure(let failure):
            let reason =
                switch failure {
                case .missing: "ffmpeg is not installed. Install it and look again."
                case .unreadable(let reason): "ffmpeg cannot read it: \(reason)."
                }
            let placeholder = try placeholder(longEdge: settings().longEdge(of: size))
            return (placeholder, "No frame of the video can be shown, because \(reason)")
        }
    }

    private func savePoster(_ frame: Image, _ size: DerivedSize, of blob: BlobHash) throws -> DerivedPicture {
        let target = Resize(into: .square(try settings().longEdge(of: size))).size(for: frame.size)
        var image = target == frame.size ? frame : try frame.resized(to: target)
        PlayMark.draw(on: &image)
        return try saveDerived(image, to: derivedPath(size, of: blob))
    }

    /// Returns the placeholder. Its name in the cache differs from that of a poster, so that posters are made once ffmpeg is installed.
    private func placeholder(longEdge: Int) throws -> DerivedPicture {
        let path = directory.appending("cache").appending("placeholder").appending("\(longEdge).jpg")
        if try Self.isThere(path) { return DerivedPicture(path: path) }
        return try saveDerived(PlayMark.placeholder(longEdge: longEdge), to: path)
    }
}
