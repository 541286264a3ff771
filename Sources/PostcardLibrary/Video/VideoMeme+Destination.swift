import PostcardFiles
import PostcardImaging
import PostcardMemes
package import SystemPackage

extension VideoMeme {
    /// Returns an animated GIF, WebP or PNG as a video. Transparency is kept in WebM; in other videos, it becomes white.
    ///
    /// - Throws: the errors that `write(on:to:as:)` throws.
    package func video(
        of animation: [UInt8], as format: Format
    ) async throws -> (bytes: [UInt8], warnings: [String]) {
        let source = PictureFile.temporaryPath(in: FileSystem.temporaryFolder)
        defer { _ = try? FileSystem.remove(source) }
        try PictureFile.write(animation, to: source, replacing: false)
        return try await bytes(on: source, as: format)
    }

    /// Returns the part of a video that `destination` accepts, without captions, as an animated WebP from which a picture is made. For a
    /// square emoji or sticker, the middle is kept, unless there is a crop or `pads` is true.
    ///
    /// - Throws: the errors that `write(on:to:as:)` throws.
    package func clip(of path: FilePath, pads: Bool) async throws -> [UInt8] {
        var work = self
        work.meme = Meme()
        work.quality = 100
        let (moving, video) = (destination?.moving, destination?.video)
        switch moving?.shape ?? video?.shape {
        case .sticker(let box)?:
            work.framing = MemeFile.Framing(
                crop: framing.crop ?? (pads ? nil : .aspectRatio(1)), resize: Resize(into: box, enlarges: true))
        case .longEdge(let side)?: work.framing.resize = Resize(into: .square(side))
        default: break
        }
        // With another second, the meme reports that the rest is left out.
        if let seconds = moving.map({ $0.milliseconds.map { Double($0) / 1_000 } }) ?? video?.seconds.upperBound {
            work.stop = min(stop ?? .infinity, (start ?? 0) + seconds + 1)
        }
        return try await work.bytes(on: path, as: .webp).bytes
    }

    private func bytes(on path: FilePath, as format: Format) async throws -> (bytes: [UInt8], warnings: [String]) {
        let file = PictureFile.temporaryPath(in: FileSystem.temporaryFolder)
        defer { _ = try? FileSystem.remove(file) }
        let made = try await write(on: path, to: file, as: format)
        return (try PictureFile.read(file, maximumBytes: .max), made.warnings)
    }

    /// Returns the meme with the shape, part and frame rate that the destination accepts, and warnings about an unsuitable duration.
    func fitted(to facts: VideoFacts) -> (meme: VideoMeme, warnings: [String]) {
        guard let destination, let rule = destination.video else { return (self, []) }
        var meme = self
        meme.framing = rule.shape.framing(of: facts.size, crop: framing.crop)
        let (rates, seconds) = (rule.framesPerSecond, rule.seconds)
        let rate = framesPerSecond ?? facts.frameRate ?? rates.upperBound
        // Each frame of a slow animation is repeated equally often.
        let used = min(rates.upperBound, rate * max(1, (rates.lowerBound / rate).rounded(.up)))
        meme.framesPerSecond = used
        let start = start ?? 0
        let length = min(facts.duration ?? seconds.upperBound, stop ?? .infinity) - start
        // The last frame ends in time, too.
        let longest = (seconds.upperBound * used).rounded(.down) / used
        if length > longest { meme.stop = start + longest }
        if length > seconds.upperBound {
            return (
                meme, ["\(destination.name) accepts at most \(Int(seconds.upperBound)) seconds; the rest is left out."]
            )
        }
        guard length < seconds.lowerBound else { return (meme, []) }
        let (least, known) = (Markup.number(seconds.lowerBound), Markup.number(length))
        return (meme, ["\(destination.name) requires at least \(least) seconds, but this video has \(known)."])
    }
}
