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
        let path = try derivedPath(size, of: blob)
        if try FileSystem.status(of: path) != nil { return path }
        guard try blobs.size(of: blob) != nil else { throw blobs.missing(blob) }
        let longEdge = try settings().longEdge(of: size)
        guard let frame = try await posterFrame(of: blob) else { return try placeholderFile(longEdge: longEdge) }
        for size in DerivedSize.allCases { try writePoster(frame, size, of: blob) }
        return path
    }

    /// The best frame of a video; `nil` when there is none to be had here.
    private func posterFrame(of blob: BlobHash) async throws -> Image? {
        let file = blobs.path(of: blob)
        guard case .facts(let facts) = try await VideoFacts.read(file),
            case .found(let frame) = try await PosterFrame(path: file, facts: facts).find()
        else { return nil }
        return frame
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
        if try FileSystem.status(of: path) == nil {
            try writeDerived(PlayMark.placeholder(longEdge: longEdge), to: path)
        }
        return path
    }
}
