import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

extension MemeJob {
    /// Returns the error for a library that can't be changed; `nil` for other libraries. The error is thrown if the meme has no other
    /// output, or if its record will be printed.
    func recordingError(in library: Library?) throws -> FileError? {
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
    func record(_ made: MemeFile, in library: Library, replacing file: FilePath?) throws -> MemeRecord {
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
    func recordByDefault(_ made: MemeFile, replacing file: FilePath?) -> (MemeRecord, Library)? {
        guard let defaultLibraryOptions, !result.noRecord, video == nil, result.output != "-" else { return nil }
        return defaultLibraryOptions.recordByDefault(limits: source.limits) { library in
            (try library.addMeme(made, of: self, replacing: file), library)
        }
    }

    /// Returns the terminal that shows the meme; `nil` for no preview. Throws an error for a terminal that can't show pictures, but only if
    /// the meme has no other output.
    func preview(isNeeded: Bool) throws -> TerminalPicture? {
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
    func announce(_ record: MemeRecord, in library: Library) throws {
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
