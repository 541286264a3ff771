import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos
import Synchronization
import SystemPackage

extension MemeMakeCommand {
    /// The maximum size of a recorded result in bytes.
    private static let maximumKeptBytes = 50_000_000

    /// A video that the command specifies.
    struct Video {
        let path: FilePath
        let origin: MemeOrigin
    }

    /// Returns the video that the command specifies: a file or an entry's video. `nil` if the command specifies no video. An animated
    /// picture is treated as a video if the result is a video without a destination.
    ///
    /// - Throws: `Failure` for a video whose license forbids derivatives, unless an option confirms permission.
    func video(limits: DecodingLimits) throws -> Video? {
        guard let picture else { return nil }
        let format = result.videoFormat
        if let (medium, library) = try options.medium(named: picture) {
            guard medium.kind == .video, format != nil || result.destination != nil else { return nil }
            guard medium.license?.allowsDerivatives ?? true || result.iHavePermission else {
                throw MemeSource.notPermitted(medium.license?.name ?? "the license of \(picture)")
            }
            return Video(path: library.blobs.path(of: medium.blob), origin: .medium(medium))
        }
        guard MemeSource.isExistingPath(picture) else { return nil }
        let path = FilePath(argument: picture)
        let head = try PictureFile.head(of: path, count: VideoContainer.headLength)
        let video = Video(path: path, origin: .file(path.lastComponent?.string ?? "video"))
        if VideoContainer.isVideo(head: head) { return video }
        guard format?.isVideo == true, result.destination == nil else { return nil }
        let opened = try? OpenedPicture(PictureFile.read(path, maximumBytes: limits.bytes))
        return opened?.mayBeAnimated ?? true ? video : nil
    }

    /// Returns the frames of a video as the source of a sticker, emoji or other picture for a destination; `nil` to make a video.
    func source(of video: Video, limits: DecodingLimits) async throws -> MemeSource? {
        guard let destination = result.destination else { return nil }
        if let format = result.videoFormat, format.isVideo { try result.requireVideo(format) }
        // Stickers and emoji are short, and their square pictures are made like other pictures.
        guard destination.video?.fileExtension != "mp4" || result.videoFormat?.isVideo == false else { return nil }
        try require(
            destination.moving != nil || destination.video != nil,
            "\(destination.name) accepts no videos. Extract a frame first: postcard thumbnail \(picture ?? "") -o frame.jpg"
        )
        let work = work(Meme(), limits: limits)
        let bytes = try await withInterruption { [result] in try await work.clip(of: video.path, pads: result.noCrop) }
        return try MemeSource(
            bytes, origin: video.origin, name: picture ?? "video", files: [video.path.string],
            library: options.openIfNamed(limits: limits), limits: limits)
    }

    private func work(_ meme: Meme, limits: DecodingLimits) -> VideoMeme {
        var work = VideoMeme(meme, tools: .system, limits: limits)
        work.framing = result.framing
        work.start = clip.start?.seconds
        work.stop = clip.to?.seconds
        work.framesPerSecond = clip.fps
        work.quality = result.quality
        work.destination = result.destination
        return work
    }

    /// Makes a meme from a video.
    func make(_ meme: Meme, of video: Video, limits: DecodingLimits) async throws {
        var result = result
        let isNamedByPicture = result.output == nil
        if isNamedByPicture { result.nameOutput(after: picture ?? "video", extension: "mp4") }
        result.addExtension("mp4")
        guard let output = result.output, output != "-", let format = result.videoFormat else {
            throw ValidationError(
                "Set the file with --output; its name must end in .mp4, .mov, .webm, .gif or .webp. For a still image, extract a frame of the video first."
            )
        }
        try require(
            !result.preview && !result.json && !result.desktop.copy,
            "--preview, --json and --copy are for memes made from pictures, not videos.")
        var work = work(meme, limits: limits)
        try PictureOutput.protect(video.path.string, from: output)
        let path = FilePath(argument: output)
        let progress = Mutex(Progress())
        work.onProgress = { share in progress.withLock { $0.advance(toShare: share) } }
        let recorded = OwnResults.file(named: output)
        let replaces = !isNamedByPicture && (result.replacement == .allFiles || OwnResults.isMeme(recorded))
        let made = try await withInterruption { [work] in
            try await PictureFile.write(to: path, replacing: replaces) { file in
                defer { progress.withLock { $0.clear() } }
                return try await work.write(on: video.path, to: file, as: format)
            }
        }
        OwnResults.addMeme(recorded)
        for warning in made.reports.flatMap(\.warnings) + made.warnings { Console.error(warning) }
        var record: MemeRecord?
        // Only GIF and WebP are recorded, since the memes in a library are pictures.
        if !result.noRecord, let format = ImageFormat(fileExtension: format.rawValue),
            let bytes = try? PictureFile.read(path, maximumBytes: Self.maximumKeptBytes)
        {
            record = options.recordByDefault(limits: limits) { library in
                try library.addMeme(
                    bytes, format: format, size: made.size, meme: meme,
                    origin: video.origin,
                    framing: MemeFraming(crop: result.crop?.text, size: result.size?.description))
            }
        }
        if let record {
            Console.print("\(record.id)  \(output)")
        } else if isNamedByPicture {
            Console.print(output)
        } else {
            Console.error("\(output): \(made.size) pixels")
        }
        try result.desktop.show(output)
    }
}
