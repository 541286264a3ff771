import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

/// The making of one meme: it draws the captions, and writes, records and shows the result.
struct MemeJob {
    let source: MemeSource
    let meme: Meme
    var options: MemeResultOptions
    /// The options of the library that records the meme if none is named; `nil` for none.
    var keeper: LibraryOptions?
}

extension MemeJob {
    /// Prepares a meme of a template, or else of a picture.
    init(
        picture: String?, template: String?, texts: [String], look: MemeLookOptions, options: MemeResultOptions,
        limits: DecodingLimits, library: LibraryOptions
    ) async throws {
        let source: MemeSource
        var meme: Meme
        if let template {
            let stored = try TemplateOptions.template(named: template, of: library)
            source = try MemeSource.template(stored, limits: limits, library: library)
            meme = try usage { try stored.meme(of: texts) }
        } else {
            source = try await MemeSource.named(picture ?? "-", limits: limits, library: library)
            meme = try look.meme(of: texts)
        }
        try await look.complete(&meme, limits: limits, library: library, hasPermission: options.iHavePermission)
        self.init(source: source, meme: meme, options: options)
    }

    /// Makes the meme as a file of a format, and writes, records and shows it.
    func run(as format: ImageFormat) async throws {
        try source.requirePermission(options.iHavePermission)
        let library = options.noRecord ? nil : source.library
        try require(
            !options.json || library != nil, "--json prints what was recorded; name a library with --library FOLDER.")
        try require(
            options.output != nil || library != nil || options.preview,
            "Say where the meme goes with --output FILE, or keep it in a library with --library FOLDER.")
        let obstacle = try obstacle(to: library)
        let preview = try preview(isNeeded: options.output == nil && library == nil)
        let encoding = try EncodingOptions(format: format, quality: options.quality ?? MemeFile.defaultQuality)
            .withMetadata(source.origin.credit)
        let output = options.output.map { PictureOutput($0, encoding: encoding) }
        try output?.checkTerminal()
        var job = MemeFile.Job(
            meme, on: source.bytes, framing: options.framing, encoding: encoding, keepsBlocks: options.quality == nil)
        job.limits = source.limits
        job.decoding = { decode in try ImageError.naming(source.name, decode) }
        let made = try ImageWork.run { try options.destination.map(job.run(for:)) ?? job.run() }
        for warning in made.reports.flatMap(\.warnings) + made.warnings { Console.error(warning.escapedForTerminal) }
        try await OwnResults.writeMeme(options.output, replacing: options.force) { replacing in
            try await output?.write(made.bytes, of: source.file, replacing: replacing)
        }
        if let library, obstacle == nil {
            try announce(try recordOrFail(made, in: library), in: library)
        } else if let obstacle {
            Console.error("Not recorded: \(obstacle.advice)")
        } else if let (record, library) = kept(made) {
            try announce(record, in: library)
        } else if let output = options.output, output != "-" {
            let bytes = options.destination == nil ? "" : ", \((made.bytes.count + 999) / 1_000) kB"
            Console.error("\(output): \(made.size) pixels\(bytes)")
        }
        try preview?.show(Image(decoding: made.bytes, options: DecodingOptions(limits: source.limits)))
    }

    /// Returns the format of the file.
    func format() throws -> ImageFormat {
        guard let destination = options.destination else {
            return try options.format(default: MemeFile.defaultFormat(for: source.bytes, meme))
        }
        let moving = try destination.moving.flatMap { rule in
            try AnimatedImage.moving(source.bytes, to: rule.format, options: DecodingOptions(limits: source.limits))
        }
        return try options.format(for: destination, moves: moving != nil)
    }

    /// Returns the reason why the library cannot be changed; `nil` if it can. It is thrown if the meme has no output, or its record is printed.
    private func obstacle(to library: Library?) throws -> LibraryError? {
        do throws(LibraryError) {
            try library?.requireChangeable()
            return nil
        } catch {
            guard options.output != nil, !options.json else { throw error }
            return error
        }
    }

    private func record(_ made: MemeFile, in library: Library) throws(LibraryError) -> MemeRecord {
        try library.recordMeme(
            made.bytes, format: made.format, size: made.size, meme: meme, origin: source.origin, source: source.bytes,
            framing: MemeFraming(crop: options.crop?.text, size: options.size?.description))
    }

    private func recordOrFail(_ made: MemeFile, in library: Library) throws -> MemeRecord {
        do throws(LibraryError) {
            return try record(made, in: library)
        } catch {
            guard let output = options.output, output != "-" else { throw error }
            throw Failure(.init(error.code), "\(output) is written, but it was not recorded. \(error.advice)")
        }
    }

    /// Records the meme in the default library, if the setting says so. An error is no failure, since the meme is already made.
    private func kept(_ made: MemeFile) -> (MemeRecord, Library)? {
        guard let keeper, !options.noRecord, options.output != "-" else { return nil }
        return keeper.recordByDefault(limits: source.limits) { library in (try record(made, in: library), library) }
    }

    /// Returns the terminal that shows the meme; `nil` without a preview. If the terminal cannot show pictures, that is an error only if the meme has
    /// no other output.
    private func preview(isNeeded: Bool) throws -> TerminalPicture? {
        guard options.preview else { return nil }
        do throws(Failure) {
            return try TerminalPicture()
        } catch {
            guard !isNeeded else { throw error }
            Console.error(error.description)
            return nil
        }
    }

    /// Prints the record: as JSON, or by its id and the path of the file. If the picture goes to standard output, only the id is printed, to standard
    /// error.
    private func announce(_ record: MemeRecord, in library: Library) throws {
        if options.json {
            try JSONOutput.print(MemeListing(meme: record, library: library))
        } else if options.output == "-" {
            Console.error("Recorded as \(record.id)")
        } else {
            Console.print("\(record.id)  \(options.output ?? "\(library.blobs.path(of: record.blob))")")
        }
        if let credit = record.credit { Console.error("Credit: \(credit)") }
        if !source.origin.allowsDerivatives {
            Console.error("Made with permission: the licence of \(source.name) does not allow it by itself.")
        }
    }
}

extension OwnResults {
    /// Runs `body` to write a meme, and records the file.
    ///
    /// - Parameters:
    ///   - name: the path of the meme; nothing is recorded for standard output and objects.
    ///   - replacing: whether any existing file may be replaced. A recorded one that is unchanged always may be, so that texts can be tried out.
    ///   - body: writes the meme. It gets whether it may replace the file that is there.
    static func writeMeme<Result>(
        _ name: String?, replacing: Bool, by body: (_ replacing: Bool) async throws -> Result
    ) async throws -> Result {
        guard let name, name != "-", !PictureDestination.isObject(name) else { return try await body(replacing) }
        let path = FilePath(argument: name)
        // Without a cache folder no meme is remembered, so none is replaced.
        let results = CacheFolder.make().flatMap { try? OwnResults(in: $0) }
        let isOwn = (try? results?.holds(path)) ?? false
        let result = try await body(replacing || isOwn)
        try? results?.add(path)
        return result
    }
}
