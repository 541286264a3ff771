import ArgumentParser
import PlatformFoundation
import PostcardImaging
import PostcardLibrary
import PostcardSources
import SystemPackage

/// A picture or video that a command adds to an album, a journal or an entry.
struct EntryInput: Sendable {
    static let help: ArgumentHelp =
        "Files, folders, http, https and s3 URLs, - for standard input, @clipboard, photo ids, or album:PIN for all photos of a pin."

    /// The input's name in messages.
    let name: String
    /// Returns the file, after fetching it if necessary. `limit` is the maximum size of a picture in bytes.
    let load: @Sendable (_ limit: Int) async throws -> MediumSource

    /// Returns the inputs that an argument specifies: several for a folder or an album.
    static func resolve(_ text: String, in library: Library) throws -> [EntryInput] {
        if text == Clipboard.name {
            return [EntryInput(name: text) { .bytes(try Clipboard().read(maximumBytes: $0), name: nil) }]
        }
        if text == "-" {
            return [
                EntryInput(name: "standard input") {
                    .bytes(try PictureFile.readStandardInput(maximumBytes: $0), name: nil)
                }
            ]
        }
        if text.hasPrefix("http://") || text.hasPrefix("https://") {
            guard let url = URL(string: text), url.host != nil else {
                throw Failure(.usage, "\(text) is not a valid URL.")
            }
            return [EntryInput(name: text) { .bytes(try await fetch(url, limit: $0), name: url.lastPathComponent) }]
        }
        if PictureDestination.isObject(text) {
            let name = PictureSource(text).name.lastComponent?.string
            return [EntryInput(name: text) { .bytes(try await PictureInput.fetch(text, maximumBytes: $0), name: name) }]
        }
        if text.hasPrefix("album:") {
            let pin = try library.pin(named: String(text.dropFirst(6)))
            let photos = try library.album(of: pin.id).map { try library.photos(of: $0) } ?? []
            try require(
                !photos.isEmpty, .missingInput,
                "The album of this pin has no photos. Get some with: postcard album open \(pin.id)")
            return photos.map { photo in EntryInput(name: photo.id.rawValue) { _ in .photo(photo) } }
        }
        let path = FilePath(text)
        let isFolder = try? PictureTree.isFolder(path)
        if isFolder == nil, text.hasPrefix("photo-") {
            let photo = try library.photo(named: text)
            return [EntryInput(name: photo.id.rawValue) { _ in .photo(photo) }]
        }
        guard try isFolder ?? PictureTree.isFolder(path) else {
            return [EntryInput(name: text) { _ in .file(path) }]
        }
        return try Library.media(inFolder: path).map { file in EntryInput(name: "\(file)") { _ in .file(file) } }
    }

    /// Calls `body` with each input that the arguments specify. Failures are printed, and the other inputs are still processed.
    ///
    /// - Returns: the failures, and the number of inputs.
    /// - Throws: `CancellationError`.
    static func forEach(
        of arguments: [String], in library: Library, _ body: (EntryInput) async throws -> Void
    ) async throws -> (failures: [Failure], count: Int) {
        var failures: [Failure] = []
        func fail(_ name: String, _ error: any Error) {
            failures.append(Failure(error).namingLimitOption.naming(name))
            Console.error("postcard: \(failures[failures.count - 1].description)")
        }
        var inputs: [EntryInput] = []
        for argument in arguments {
            do { inputs += try resolve(argument, in: library) } catch { fail(argument, error) }
        }
        let count = failures.count + inputs.count
        for input in inputs {
            do {
                try await body(input)
            } catch let error where !(error is CancellationError) {
                fail(input.name, error)
            }
        }
        return (failures, count)
    }

    /// Throws an error if any inputs failed. For a single input, the exit status comes from its error.
    static func check(_ failures: [Failure], of count: Int) throws {
        guard let first = failures.first else { return }
        throw Failure(
            failures.count == 1 && count <= 1 ? first.status : .tryAgain,
            failures.count == 1 ? "1 file was not added." : "\(failures.count) files were not added.")
    }

    /// Returns the files of all inputs. If `storesNow` is true, the files are immediately stored in the library, which proves that they are
    /// readable before the user writes the text.
    static func load(_ inputs: [EntryInput], into library: Library, storesNow: Bool) async throws -> [MediumSource] {
        try await withInterruption {
            var sources: [MediumSource] = []
            for input in inputs {
                let source = try await input.load(library.limits.bytes)
                sources.append(storesNow ? try await library.storeMedium(source) : source)
            }
            return sources
        }
    }

    private static func fetch(_ url: URL, limit: Int) async throws -> [UInt8] {
        do {
            let response = try await WebClient.make().send(
                HTTPClient.Request(url: url.absoluteString, maximumBodyBytes: limit, timeout: .seconds(120)))
            try require(
                response.status == 200, .unavailable,
                "\(url.host ?? "The server") returned status \(response.status).")
            return try await response.body.collect()
        } catch let error as HTTPClientError {
            throw Failure(.unavailable, "Can't fetch \(url): \(error)")
        }
    }
}
