import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardSources
import SystemPackage

/// Makes a meme of a video.
struct MemeVideoJob {
    let video: FilePath
    let meme: Meme
    let clip: MemeClipOptions
    let options: MemeResultOptions
    let limits: DecodingLimits
    /// Where a GIF or WebP is kept.
    let keeper: LibraryOptions

    /// A result with more bytes is not kept.
    private static let maximumKeptBytes = 50_000_000

    /// The video that the words name, a file or one of an entry; `nil` when they name none. A picture that moves becomes a video where the
    /// result is one.
    ///
    /// - Throws: `Failure` where the terms of the video do not allow changed versions, unless `options` say that its owner does.
    static func video(
        _ words: [String], template: String?, options: MemeResultOptions, library: LibraryOptions
    ) throws -> FilePath? {
        guard template == nil, let first = words.first else { return nil }
        let format = options.output.flatMap(Self.format(ofName:))
        if let (medium, opened) = try library.medium(named: first) {
            guard medium.kind == .video, format != nil else { return nil }
            guard medium.license?.allowsDerivatives ?? true || options.iHavePermission else {
                throw MemeSource.notPermitted(medium.license?.name ?? "the licence of \(first)")
            }
            return opened.blobs.path(of: medium.blob)
        }
        guard MemeSource.isFile(first) else { return nil }
        let path = FilePath(argument: first)
        let head = try PictureFile.head(of: path, count: VideoMeme.headLength)
        let isPicture = ImageFormat(sniffing: head.span.bytes) != nil
        let isVideo = !isPicture && VideoMeme.isVideo(head)
        return isVideo || format == .mp4 || format == .mov ? path : nil
    }

    private static func format(ofName name: String) -> VideoMeme.Format? {
        FilePath(argument: name).extension.flatMap(VideoMeme.Format.init(fileExtension:))
    }

    func run() async throws {
        guard let output = options.output, output != "-", let format = Self.format(ofName: output) else {
            throw ValidationError(
                "Say where the meme goes: --output with a name that ends in .mp4, .mov, .gif or .webp. For a still, take a frame of the video first."
            )
        }
        guard options.destination == nil else {
            throw ValidationError("--for is for memes of pictures. Make a .gif or .webp of the video first.")
        }
        guard !options.preview, !options.json else {
            throw ValidationError("--preview and --json are for memes of pictures; a meme of a video is only written.")
        }
        var work = VideoMeme(meme)
        work.framing = options.framing
        work.start = clip.start?.seconds
        work.stop = clip.to?.seconds
        work.framesPerSecond = clip.fps
        work.quality = options.quality
        work.limits = limits
        try PictureOutput.protect(video.string, from: output)
        let own = OwnMemes()
        let path = FilePath(argument: output)
        let made = try await withInterruption { [work, video, replacing = options.force || own.holds(output)] in
            try await PictureFile.write(to: path, replacing: replacing) { file in
                try await work.write(on: video, to: file, as: format)
            }
        }
        own.add(output)
        for warning in made.reports.flatMap(\.warnings) + made.warnings { Console.error(warning) }
        if let record = kept(path, format, made.size) {
            Console.print("\(record.id)  \(output)")
        } else {
            Console.error("\(output): \(made.size) pixels")
        }
    }

    /// Keeps a result that is a picture: a library's memes are pictures.
    private func kept(_ path: FilePath, _ format: VideoMeme.Format, _ size: PixelSize) -> MemeRecord? {
        guard !options.noRecord, let format = ImageFormat(fileExtension: format.rawValue),
            let bytes = try? PictureFile.read(path, maximumBytes: Self.maximumKeptBytes)
        else { return nil }
        return keeper.keeping(limits: limits) { library in
            try library.recordMeme(
                bytes, format: format, size: size, meme: meme, origin: .file(video.lastComponent?.string ?? "video"),
                framing: MemeFraming(crop: options.crop?.text, size: options.size?.description))
        }
    }
}
