import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

/// A meme to make: its base image and captions, and the options for the file, the record and the preview.
struct MemeJob {
    let source: MemeSource
    let meme: Meme
    /// The format of the file, or of the frames of a video.
    let format: ImageFormat
    /// The format of a video that ffmpeg makes from the animated meme; `nil` for a picture.
    let video: VideoMeme.Format?
    var result: MemeResultOptions
    /// The options of the default library, which records the meme if no library is specified and the keep-memes setting allows it; `nil`
    /// for no default library.
    var defaultLibraryOptions: LibraryOptions?
    /// True if the file is named after the picture, because the command specifies no file. Such a file never replaces another file.
    var isNamedByPicture = false

    /// The existing files that a meme can replace.
    enum Replacement {
        case nothing
        /// Replaces only memes that are unchanged since Postcard wrote them, so users can try out texts.
        case unchangedMemes
        case allFiles
    }
}

extension MemeJob {
    private var replacement: Replacement { isNamedByPicture ? .nothing : result.replacement }

    /// Prepares a meme from a template, or else from a picture, or from several pictures in a layout.
    init(
        pictures: [String], layout: PictureLayout?, template: String?, texts: [String], look: MemeLookOptions,
        result: MemeResultOptions, limits: DecodingLimits, library: LibraryOptions
    ) async throws {
        let source: MemeSource
        var meme: Meme
        if let template {
            let stored = try library.template(named: template)
            source = try MemeSource.template(stored, style: look.style, limits: limits, library: library)
            let isStill = !source.picture.mayBeAnimated
            meme = try usage { try stored.meme(of: texts, isStill: isStill) }
        } else {
            if let layout {
                source = try await MemeSource.joined(pictures, as: layout, limits: limits, library: library)
            } else {
                source = try await MemeSource.named(pictures.first ?? "-", limits: limits, library: library)
            }
            meme = try look.meme(of: texts)
        }
        let size = result.crop == nil ? source.picture.header.size : nil
        try await look.complete(
            &meme, on: size, limits: limits, library: library, hasPermission: result.iHavePermission)
        try self.init(source: source, meme: meme, result: result)
    }

    /// Prepares a meme on a picture, and chooses the format of its file.
    init(source: MemeSource, meme: Meme, result: MemeResultOptions) throws {
        (self.source, self.meme, self.result) = (source, meme, result)
        var job = MemeFile.Job(meme, on: source.picture, encoding: .gif)
        job.limits = source.limits
        let moves = { [job] in try job.moves }
        video = try result.videoFormat(of: source.name, moves: moves)
        guard video == nil else {
            format = .webp
            return
        }
        guard let destination = result.destination else {
            format = try result.format(default: MemeFile.defaultFormat(for: source.picture, meme))
            return
        }
        format = try result.format(for: destination, isAnimated: destination.moving != nil && moves())
    }

    /// The extension of the file.
    var fileExtension: String { video?.rawValue ?? format.fileExtension }

    /// Makes the meme, and writes, records and shows it.
    func run() async throws {
        try source.requirePermission(result.iHavePermission)
        // The memes in a library are pictures.
        let library = result.noRecord || video != nil ? nil : source.library
        try require(video == nil || !result.desktop.copy, "--copy is for pictures, not videos.")
        try require(
            video == nil || !PictureDestination.isObject(result.output ?? ""),
            "A video can't be written to S3. Use a file.")
        try require(
            !result.json || library != nil, "--json prints the saved meme; choose a library with --library FOLDER.")
        try require(
            result.output != nil || library != nil || result.preview || result.desktop.copy,
            "Set the file with --output FILE, or save the meme in a library with --library FOLDER.")
        let clipboard = try result.desktop.clipboard
        let recordingError = try recordingError(in: library)
        let preview = try preview(isNeeded: result.output == nil && library == nil && clipboard == nil)
        let encoding = try EncodingOptions(format: format, quality: result.quality ?? MemeFile.defaultQuality)
            .withMetadata(source.origin.credit)
        let output = result.output.map { PictureOutput($0, encoding: encoding) }
        try output?.checkTerminal()
        var job = MemeFile.Job(
            meme, on: source.picture, framing: framing(), encoding: encoding, keepsBlocks: result.quality == nil)
        job.limits = source.limits
        job.padsStickers = result.noCrop
        job.decoding = { decode in try ImageError.naming(source.name, decode) }
        let made = try ImageWork.run {
            try video != nil ? job.frames(for: result.destination) : result.destination.map(job.run(for:)) ?? job.run()
        }
        let (bytes, warnings) = try await encoded(made)
        for warning in made.reports.flatMap(\.warnings) + warnings { Console.error(warning.escapedForTerminal) }
        let file = result.output.flatMap(OwnResults.file(named:))
        // A meme that replaces its own file replaces its record, too.
        let isOwn = replacement != .nothing && OwnResults.isMeme(file)
        try await output?.write(bytes, of: source.files, replacing: replacement == .allFiles || isOwn)
        OwnResults.addMeme(file)
        if let recordingError {
            Console.error("Not saved in the library: \(recordingError.advice)")
            if isNamedByPicture, let output = result.output { Console.print(output) }
        } else if let library {
            let record = try record(made, in: library, replacing: isOwn ? file : nil)
            try announce(record, in: library)
            if result.output == nil { try result.desktop.show("\(library.blobs.path(of: record.blob))") }
        } else if let (record, library) = recordByDefault(made, replacing: isOwn ? file : nil) {
            try announce(record, in: library)
        } else if isNamedByPicture, let output = result.output {
            Console.print(output)
        } else if let output = result.output, output != "-" {
            let size = result.destination == nil ? "" : ", \((bytes.count + 999) / 1_000) kB"
            Console.error("\(output): \(made.size) pixels\(size)")
        }
        try preview?.show(Image(decoding: made.bytes, options: DecodingOptions(limits: source.limits)))
        try clipboard?.write(made.bytes, limits: source.limits)
        try result.desktop.show(result.output)
    }

    /// Returns the crop and size of the base image. If a small picture is enlarged, prints how to keep its size.
    private func framing() -> MemeFile.Framing {
        guard result.destination == nil else { return result.framing }
        let framing = result.framing.enlargingSmall(source.picture)
        if framing != result.framing {
            let size = source.picture.header.size
            Console.error(
                "\(source.name) is small, so the meme is larger, with sharper text. To keep the size: --size \(max(size.width, size.height))"
            )
        }
        return framing
    }

    /// Returns the bytes of the result, which is a video or the meme as it is, and all warnings.
    private func encoded(_ made: MemeFile) async throws -> (bytes: [UInt8], warnings: [String]) {
        guard let video else { return (made.bytes, made.warnings) }
        var work = VideoMeme(Meme(), tools: .system, limits: source.limits)
        work.destination = result.destination
        work.quality = result.quality
        let (bytes, warnings) = try await withInterruption { [work] in try await work.video(of: made.bytes, as: video) }
        return (bytes, made.warnings + warnings)
    }
}
