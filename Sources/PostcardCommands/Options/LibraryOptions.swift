import ArgumentParser
package import PostcardImaging
package import PostcardLibrary
import SystemPackage

/// The options that choose a library.
package struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The library's folder. (default: POSTCARD_LIBRARY, or else postcard in XDG_DATA_HOME or ~/.local/share)",
            valueName: "folder"), completion: .directory)
    var library: String?

    package init() {}

    /// Opens the library.
    ///
    /// - Parameters:
    ///   - creates: true to create a missing library instead of throwing an error.
    ///   - limits: the limits for pictures; `nil` for the environment's limits.
    ///   - hintsAtDamage: true to end the command with a hint if it finds damage.
    ///   - hint: the advice for a missing library.
    package func open(
        creates: Bool, limits: DecodingLimits? = nil, hintsAtDamage: Bool = true,
        hint: String = "Create one with: postcard pin drop 48.8584,2.2945"
    ) throws -> Library {
        let directory = try location()
        let environment = try environment(limits)
        let missing = Failure(.missingInput, "There is no library in \(directory) yet. \(hint)")
        if Library.isOther(directory) {
            try require(
                !creates, .cannotCreate,
                "\(directory) contains other files but no library. Choose a new or empty folder.")
            throw missing
        }
        do throws(FileError) {
            let library = try Library(directory: directory, createIfNeeded: creates, environment: environment)
            if hintsAtDamage { DamageHint.watch(library) }
            return library
        } catch {
            if error.code == .notFound, !creates { throw missing }
            throw error
        }
    }

    /// Opens the library; `nil` if it is missing.
    func openIfExists(limits: DecodingLimits? = nil, hintsAtDamage: Bool = true) throws -> Library? {
        do {
            return try open(creates: false, limits: limits, hintsAtDamage: hintsAtDamage)
        } catch let failure as Failure where failure.status == .missingInput {
            return nil
        }
    }

    /// Calls `body` with the library. A missing library is created; for a trial, it is replaced by an empty temporary one.
    func withLibrary<Result>(isTrial: Bool, _ body: (Library) async throws -> Result) async throws -> Result {
        guard isTrial else { return try await body(open(creates: true)) }
        if let library = try openIfExists() { return try await body(library) }
        let empty = try FileSystem.makePrivateTemporaryFolder()
        defer { _ = FileSystem.removeEmptyDirectory(empty) }
        return try await body(Library(directory: empty, environment: environment()))
    }

    /// Opens the library that an option or the environment specifies, to record memes in it. Returns `nil` if no library is specified, or
    /// if the environment specifies a library whose keep-memes setting is `never`.
    func openIfNamed(limits: DecodingLimits) throws -> Library? {
        guard library != nil || Environment["POSTCARD_LIBRARY"] != nil else { return nil }
        let opened = try open(creates: true, limits: limits)
        return try library == nil && opened.settings().keepMemes == .never ? nil : opened
    }

    /// Records a meme in the default library if its keep-memes setting allows it; otherwise returns `nil`. An error is only printed, since
    /// the meme is already made. Waits at most one second for other processes.
    func recordByDefault<Recorded>(limits: DecodingLimits, _ record: (Library) throws -> Recorded) -> Recorded? {
        do {
            let setting = try openIfExists(limits: limits, hintsAtDamage: false)?.settings().keepMemes ?? .terminal
            guard setting == .always || setting == .terminal && Console.isAtTerminal else { return nil }
            var environment = try environment(limits)
            environment.lockTimeout = .seconds(1)
            return try record(Library(directory: location(), createIfNeeded: true, environment: environment))
        } catch {
            Console.error("Not saved in the library: \(Failure(error).description)")
            return nil
        }
    }

    /// Returns the photo with an id, and the library; `nil` if the string is the path of a file, or is not the id of a photo.
    func photo(named text: String, limits: DecodingLimits? = nil) throws -> (photo: Photo, library: Library)? {
        guard text.hasPrefix("photo-"), !text.contains("/"), !MemeSource.isExistingPath(text) else { return nil }
        let library = try open(creates: false, limits: limits)
        return (try library.photo(named: text), library)
    }

    /// Returns a picture or video in an entry, and the library; `nil` if the string is the path of a file, or is not the id of an entry.
    /// `entry-7k3x9w2mq4ta` specifies the first picture or video, and `entry-7k3x9w2mq4ta/2` the second.
    func medium(named text: String, limits: DecodingLimits? = nil) throws -> (medium: Medium, library: Library)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard text.hasPrefix("entry-"), parts.count <= 2, !MemeSource.isExistingPath(text) else { return nil }
        let library = try open(creates: false, limits: limits)
        let media = try library.entry(named: String(parts[0])).media
        let number = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
        try require(
            number >= 1 && number <= media.count, .missingInput,
            "\(parts[0]) has \(media.count.counting("picture or video", "pictures and videos")); \(text) does not exist."
        )
        return (media[number - 1], library)
    }

    func environment(_ limits: DecodingLimits? = nil) throws -> Library.Environment {
        var environment = Library.Environment.system
        environment.limits = try limits ?? .environment
        return environment
    }

    /// Returns the folder of the library, from the option, from the environment, or else in the user's data folder.
    private func location() throws -> FilePath {
        if let library {
            try require(!library.isEmpty, .usage, "--library is empty; specify a folder.")
            return FilePath(UserPath.expanded(library))
        }
        if let path = Environment["POSTCARD_LIBRARY"] { return FilePath(UserPath.expanded(path)) }
        // The XDG Base Directory Specification requires relative paths to be ignored.
        if let data = Environment["XDG_DATA_HOME"], data.hasPrefix("/") { return FilePath(data).appending("postcard") }
        guard let home = Environment["HOME"] else {
            throw Failure(
                .badSettings, "HOME is not set, so there is no default library. Choose a folder with --library.")
        }
        return FilePath(home).pushing(".local/share/postcard")
    }
}
