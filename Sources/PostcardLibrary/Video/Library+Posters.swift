internal import PostcardImaging
public import SystemPackage

extension Library {
    /// The file with a smaller version of a picture, or of a frame of a video with a play mark, made now when it is not
    /// there. Where ffmpeg is missing, or cannot read the video, it is a drawn placeholder.
    ///
    /// - Throws: `LibraryError` when the medium's file is missing or a file cannot be written, `ImageError` when a picture is
    ///   damaged, `CancellationError`.
    public func derivedFile(_ size: DerivedSize, of medium: Medium) async throws -> FilePath {
        try await medium.kind == .video
            ? derivedFile(size, ofVideo: medium.blob) : derivedFile(size, of: medium.blob)
    }

    func derivedFile(_ size: DerivedSize, ofVideo blob: BlobHash) async throws -> FilePath {
        try await poster(size, ofVideo: blob).path
    }

    /// The file with a frame of a video, or with a placeholder and the reason why it is one.
    func poster(_ size: DerivedSize, ofVideo blob: BlobHash) async throws -> (path: FilePath, problem: String?) {
        let path = try derivedPath(size, of: blob)
        if try Self.isThere(path) { return (path, nil) }
        guard try blobs.size(of: blob) != nil else { throw blobs.missing(blob) }
        switch try await posterFrame(of: blob) {
        case .found(let frame):
            for size in DerivedSize.allCases { try writePoster(frame, size, of: blob) }
            return (path, nil)
        case .missing:
            let problem =
                "No frame of the video can be shown, because ffmpeg is not installed. Install it and look again."
            return (try placeholderFile(longEdge: settings().longEdge(of: size)), problem)
        case .unreadable(let reason):
            let problem = "No frame of the video can be shown, because ffmpeg cannot read it: \(reason)."
            return (try placeholderFile(longEdge: settings().longEdge(of: size)), problem)
        }
    }

    private func posterFrame(of blob: BlobHash) async throws -> PosterFrame.Result {
        let file = blobs.path(of: blob)
        switch try await VideoFacts.read(file) {
        case .facts(let facts): return try await PosterFrame(path: file, facts: facts).find()
        case .unknown: return .missing
        case .notAVideo(let reason): return .unreadable(reason)
        }
    }

    private func writePoster(_ frame: Image, _ size: DerivedSize, of blob: BlobHash) throws {
        let target = Resize(into: .square(try settings().longEdge(of: size))).size(for: frame.size)
        var image = target == frame.size ? frame : try frame.resized(to: target)
        PlayMark.draw(on: &image)
        try writeDerived(image, to: derivedPath(size, of: blob))
    }

    /// Under a name of its own, so that a poster takes its place once ffmpeg is there.
    private func placeholderFile(longEdge: Int) throws -> FilePath {
        let path = directory.appending("cache").appending("placeholder").appending("\(longEdge).jpg")
        if try !Self.isThere(path) {
            try writeDerived(PlayMark.placeholder(longEdge: longEdge), to: path)
        }
        return path
    }
}
