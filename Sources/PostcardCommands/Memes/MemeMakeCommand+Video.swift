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

    /// Returns the path of the video that the command specifies: a file or an entry's video. `nil` if the command specifies no video. An
    /// animated picture is treated as a video if the result is a video.
    ///
    /// - Throws: `Failure` for a video whose license forbids derivatives, unless an option confirms permission.
    func video() throws -> FilePath? {
        guard let picture else { return nil }
        let format = result.output.flatMap(Self.format(ofName:))
        if let (medium, library) = try options.medium(named: picture) {
            guard medium.kind == .video, format != nil else { return nil }
            guard medium.license?.allowsDerivatives ?? true || result.iHavePermission else {
                throw MemeSource.notPermitted(medium.license?.name ?? "the license of \(picture)")
            }
            return library.blobs.path(of: medium.blob)
        }
        guard MemeSource.isExistingPath(picture) else { return nil }
        let path = FilePath(argument: picture)
        let head = try PictureFile.head(of: path, count: VideoContainer.headLength)
        return PosterFrame.isVideo(head: head) || format == .mp4 || format == .mov ? path : nil
    }

    private static func format(ofName name: String) -> VideoMeme.Format? {
        FilePath(argument: name).extension.flatMap(VideoMeme.Format.init(fileExtension:))
    }

    /// Makes a meme from a video.
    func make(_ meme: Meme, of video: FilePath, limits: DecodingLimits) async throws {
        var result = result
        let isNamedByPicture = result.output == nil
        if isNamedByPicture { result.nameOutput(after: picture ?? "video", extension: "mp4") }
        guard let output = result.output, output != "-", let format = Self.format(ofName: output) else {
            throw ValidationError(
                "Set the file with --output; its name must end in .mp4, .mov, .gif or .webp. For a still image, extract a frame of the video first."
            )
        }
        try require(
            result.destination == nil,
            "--for is for memes made from pictures, not videos. Convert the video to a .gif or .webp first.")
        try require(
            !result.preview && !result.json && !result.desktop.copy,
            "--preview, --json and --copy are for memes made from pictures, not videos.")
        var work = VideoMeme(meme, tools: .system, limits: limits)
        work.framing = result.framing
        work.start = clip.start?.seconds
        work.stop = clip.to?.seconds
        work.framesPerSecond = clip.fps
        work.quality = result.quality
        try PictureOutput.protect(video.string, from: output)
        let path = FilePath(argument: output)
        let progress = Mutex(Progress())
        work.onProgress = { share in progress.withLock { $0.advance(toShare: share) } }
        let recorded = OwnResults.file(named: output)
        let replaces = !isNamedByPicture && (result.replacement == .allFiles || OwnResults.isMeme(recorded))
        let made = try await withInterruption { [work] in
            try await PictureFile.write(to: path, replacing: replaces) { file in
                defer { progress.withLock { $0.clear() } }
                return try await work.write(on: video, to: file, as: format)
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
                    origin: .file(video.lastComponent?.string ?? "video"),
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
