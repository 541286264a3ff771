import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

/// A meme to make: its base image and captions, and the options for the file, the record and the preview.
struct MemeJob {
    let source: MemeSource
    let meme: Meme
    /// The format of the file.
    let format: ImageFormat
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

    /// Prepares a meme from a template, or else from a picture.
    init(
        picture: String?, template: String?, texts: [String], look: MemeLookOptions, result: MemeResultOptions,
        limits: DecodingLimits, library: LibraryOptions
    ) async throws {
        let source: MemeSource
        var meme: Meme
        if let template {
            let stored = try library.template(named: template)
            source = try MemeSource.template(stored, limits: limits, library: library)
            meme = try usage { try stored.meme(of: texts) }
        } else {
            source = try await MemeSource.named(picture ?? "-", limits: limits, library: library)
            meme = try look.meme(of: texts)
        }
        try await look.complete(&meme, limits: limits, library: library, hasPermission: result.iHavePermission)
        try self.init(source: source, meme: meme, result: result)
    }

    /// Prepares a meme on a picture, and chooses the format of its file.
    init(source: MemeSource, meme: Meme, result: MemeResultOptions) throws {
        (self.source, self.meme, self.result) = (source, meme, result)
        guard let destination = result.destination else {
            format = try result.format(default: MemeFile.defaultFormat(for: source.picture, meme))
            return
        }
        let animation = try destination.moving.flatMap { rule in
            try source.picture.animation(for: rule.format, options: DecodingOptions(limits: source.limits))
        }
        format = try result.format(for: destination, isAnimated: animation != nil)
    }

    /// Makes the meme, and writes, records and shows it.
    func run() async throws {
        try source.requirePermission(result.iHavePermission)
        let library = result.noRecord ? nil : source.library
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
            meme, on: source.picture, framing: result.framing, encoding: encoding, keepsBlocks: result.quality == nil)
        job.limits = source.limits
        job.padsStickers = result.noCrop
        job.decoding = { decode in try ImageError.naming(source.name, decode) }
        let made = try ImageWork.run { try result.destination.map(job.run(for:)) ?? job.run() }
        for warning in made.reports.flatMap(\.warnings) + made.warnings { Console.error(warning.escapedForTerminal) }
        let file = result.output.flatMap(OwnResults.file(named:))
        // A meme that replaces its own file replaces its record, too.
        let isOwn = replacement != .nothing && OwnResults.isMeme(file)
        try await output?.write(made.bytes, of: source.file, replacing: replacement == .allFiles || isOwn)
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
            let bytes = result.destination == nil ? "" : ", \((made.bytes.count + 999) / 1_000) kB"
            Console.error("\(output): \(made.size) pixels\(bytes)")
        }
        try preview?.show(Image(decoding: made.bytes, options: DecodingOptions(limits: source.limits)))
        try clipboard?.write(made.bytes, limits: source.limits)
        try result.desktop.show(result.output)
    }

    /// Returns the error for a library that can't be changed; `nil` for other libraries. The error is thrown if the meme has no other
    /// output, or if its record will be printed.
    private func recordingError(in library: Library?) throws -> FileError? {
        do throws(FileError) {
            try library?.requireChangeable()
            return nil
        } catch {
            guard result.output != nil, !result.json else { throw error }
            return error
        }
    }

    /// Records the meme in the specified library.
    ///
    /// - Throws: the library's error, or `Failure` with the name of the file if the file was already written.
    private func record(_ made: MemeFile, in library: Library, replacing file: FilePath?) throws -> MemeRecord {
        do {
            return try library.addMeme(made, of: self, replacing: file)
        } catch {
            guard let output = result.output, output != "-" else { throw error }
            let failure = Failure(error)
            throw Failure(failure.status, "\(output) was written, but not saved in the library. \(failure.description)")
        }
    }

    /// Records the meme in the default library, if there is one and its setting allows it. An error is only printed, since the meme is
    /// already made.
    private func recordByDefault(_ made: MemeFile, replacing file: FilePath?) -> (MemeRecord, Library)? {
        guard let defaultLibraryOptions, !result.noRecord, result.output != "-" else { return nil }
        return defaultLibraryOptions.recordByDefault(limits: source.limits) { library in
            (try library.addMeme(made, of: self, replacing: file), library)
        }
    }

    /// Returns the terminal that shows the meme; `nil` for no preview. Throws an error for a terminal that can't show pictures, but only if
    /// the meme has no other output.
    private func preview(isNeeded: Bool) throws -> TerminalPicture? {
        guard result.preview else { return nil }
        do throws(Failure) {
            return try TerminalPicture()
        } catch {
            guard !isNeeded else { throw error }
            Console.error(error.description)
            return nil
        }
    }

    /// Prints the record as JSON, or its id and the path of the file. If the picture goes to standard output, only the id is printed, to
    /// standard error.
    private func announce(_ record: MemeRecord, in library: Library) throws {
        if result.json {
            try JSONOutput.print(MemeListing(meme: record, library: library))
        } else if result.output == "-" {
            Console.error("Saved as \(record.id)")
        } else {
            Console.print("\(record.id)  \(result.output ?? "\(library.blobs.path(of: record.blob))")")
        }
        if let credit = record.credit { Console.error("Credit: \(credit)") }
        if !source.origin.allowsDerivatives {
            Console.error("Made with permission: the license of \(source.name) does not allow changed versions.")
        }
    }
}

extension Library {
    /// Records a meme, and remembers its file.
    ///
    /// - Parameter file: the file of an earlier meme, whose record is replaced; `nil` for a new record.
    fileprivate func addMeme(
        _ made: MemeFile, of job: MemeJob, replacing file: FilePath?
    ) throws -> MemeRecord {
        let record = try addMeme(
            made.bytes, format: made.format, size: made.size, meme: job.meme, origin: job.source.origin,
            source: job.source.picture.bytes,
            framing: MemeFraming(crop: job.result.crop?.text, size: job.result.size?.description),
            replacing: file.flatMap { OwnResults.ofMemes?.meme($0, in: self) }.map(MemeRecord.ID.init(rawValue:)))
        if let file = job.result.output.flatMap(OwnResults.file(named:)) {
            try? OwnResults.ofMemes?.add(file, meme: (record.id.rawValue, directory))
        }
        return record
    }

    /// Returns the meme with an id or id prefix, or the meme in a file: the last meme written to the file, or a meme with the same bytes.
    ///
    /// - Throws: the errors from `meme(named:isExact:)`.
    func meme(namedOrIn text: String, isExact: Bool = false) throws -> MemeRecord {
        guard let file = OwnResults.file(named: text), MemeSource.isExistingPath(text) else {
            return try meme(named: text, isExact: isExact)
        }
        if let id = OwnResults.ofMemes?.meme(file, in: self) { return try meme(named: id, isExact: isExact) }
        if let meme = try meme(ofFile: file) { return meme }
        return try meme(named: text, isExact: isExact)
    }
}

extension OwnResults {
    /// The record of the files that contain memes; `nil` if the cache folder can't be used.
    static let ofMemes = CacheFolder.make().flatMap { try? OwnResults(in: $0) }

    /// Returns the path of a file for a name as typed; `nil` for standard output and `s3://` objects.
    static func file(named name: String) -> FilePath? {
        name == "-" || PictureDestination.isObject(name) ? nil : FilePath(argument: name)
    }

    /// True if a file is an unchanged meme that Postcard wrote. Without a cache folder, no memes are remembered, so none are replaced.
    static func isMeme(_ file: FilePath?) -> Bool { file.map { (try? ofMemes?.holds($0)) == true } ?? false }

    /// Remembers a meme that was written to a file.
    static func addMeme(_ file: FilePath?) {
        if let file { try? ofMemes?.add(file) }
    }

    fileprivate func meme(_ file: FilePath, in library: Library) -> String? {
        (try? meme(in: file, recordedIn: library.directory)) ?? nil
    }
}
