import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import PostcardSources
import SystemPackage

/// Reads pictures from files, standard input and URLs.
enum PictureInput {
    /// Returns an input's name for messages.
    static func name(of input: String) -> String {
        input == "-" ? "standard input" : input == Clipboard.name ? "the clipboard" : input
    }

    /// Returns the bytes of a file, of standard input for `-`, or of the clipboard.
    static func bytes(of input: String, limits: DecodingLimits) throws -> [UInt8] {
        if input == Clipboard.name { return try Clipboard().read(maximumBytes: limits.bytes) }
        return input == "-"
            ? try PictureFile.readStandardInput(maximumBytes: limits.bytes)
            : try PictureFile.read(FilePath(argument: input), maximumBytes: limits.bytes)
    }

    /// Returns the bytes of a file, of standard input for `-`, of the clipboard, or from an http, https or s3 URL.
    static func picture(named input: String, limits: DecodingLimits) async throws -> [UInt8] {
        if input == Clipboard.name { return try bytes(of: input, limits: limits) }
        return try await PictureFile.read(
            PictureSource(bytes: CommandArguments.bytes(of: input)), maximumBytes: limits.bytes, fetch: fetch)
    }

    /// Fetches a picture from an http, https or s3 URL.
    @Sendable
    static func fetch(_ address: String, maximumBytes: Int) async throws -> [UInt8] {
        if ObjectAddress.isObjectAddress(address) {
            return try await storage.object(at: ObjectAddress(parsing: address), maximumBytes: maximumBytes)
        }
        return try await fetcher.picture(at: url(of: address), maximumBytes: maximumBytes)
    }

    private static func url(of address: String) throws(SourceError) -> URL {
        guard let url = URL(string: address) else {
            throw SourceError(.badQuery, "\(address) is not an http or https URL.")
        }
        return url
    }

    /// Fetches a picture with its version from an http, https or s3 URL. Returns `nil` if the picture still has the version `known`.
    @Sendable
    static func fetchChanged(
        _ address: String, maximumBytes: Int, unless known: String?
    ) async throws -> (bytes: [UInt8], version: String?)? {
        guard ObjectAddress.isObjectAddress(address) else {
            return try await fetcher.picture(at: url(of: address), unless: known, maximumBytes: maximumBytes)
        }
        let object = try ObjectAddress(parsing: address)
        guard !object.key.isEmpty else { return (try await fetch(address, maximumBytes: maximumBytes), nil) }
        switch try await storage.read(object, unless: known, maximumBytes: maximumBytes) {
        case .bytes(let bytes, _, let headers):
            return (bytes, headers.first { $0.name.lowercased() == "etag" }?.value)
        case .unchanged: return nil
        case .missing: return (try await fetch(address, maximumBytes: maximumBytes), nil)
        }
    }

    /// Returns a picture's header and file length in bytes. For most JPEG files, only the start is read or fetched. Other formats can
    /// contain the date and rights at the end, so they are read completely.
    static func header(
        of source: PictureSource, limits: DecodingLimits
    ) async throws -> (ImageHeader, byteCount: Int) {
        if source == PictureSource(Clipboard.name) {
            let bytes = try bytes(of: Clipboard.name, limits: limits)
            return (try ImageHeader(of: bytes), bytes.count)
        }
        if case .file(let path) = source { return try PictureFile.header(of: path, maximumBytes: limits.bytes) }
        if case .address(let address) = source, let found = try await jpegHeader(at: address, limits: limits) {
            return found
        }
        let bytes = try await PictureFile.read(source, maximumBytes: limits.bytes, fetch: fetch)
        return (try ImageHeader(of: bytes), bytes.count)
    }

    /// Returns the date when a picture was taken; `nil` if the date is unknown or the picture is unreadable.
    static func dateTaken(of source: PictureSource, limits: DecodingLimits) async -> String? {
        try? await header(of: source, limits: limits).0.metadata.dateTaken
    }

    /// The number of bytes in the first request: the maximum length of EXIF data, including its preview.
    private static let headerBytes = 64 << 10

    /// Returns the header and file length of a JPEG at a URL; `nil` if the first bytes are not enough, or if the format is not JPEG.
    private static func jpegHeader(
        at address: String, limits: DecodingLimits
    ) async throws -> (ImageHeader, byteCount: Int)? {
        var count = headerBytes
        while let (bytes, size) = try await prefix(of: address, count: count), size <= limits.bytes,
            ImageFormat(sniffing: bytes.span.bytes) == .jpeg, bytes.count >= min(count, size)
        {
            do {
                return (try ImageHeader(of: bytes), size)
            } catch {
                guard error.code == .truncated, bytes.count < size else { throw error }
                count *= 8
            }
        }
        return nil
    }

    private static func prefix(of address: String, count: Int) async throws -> (bytes: [UInt8], size: Int)? {
        if ObjectAddress.isObjectAddress(address) {
            let object = try ObjectAddress(parsing: address)
            // A server that does not support ranges sends the whole object.
            switch try await storage.read(object, prefix: count, maximumBytes: 1 << 30) {
            case .bytes(let bytes, let size, _): return (bytes, size)
            case .missing, .unchanged: return nil
            }
        }
        guard let url = URL(string: address) else { return nil }
        return try await fetcher.prefix(of: url, count: count)
    }

    /// Makes a reader for the object at an s3 URL.
    static func reader(of address: String) throws -> ObjectReader {
        ObjectReader(try ObjectAddress(parsing: address), in: storage)
    }

    /// The maximum number of connections. `batch` can run that many jobs at a time.
    private static let connections = 256

    private static let fetcher = PictureFetcher(
        client: WebClient.make(connections: connections), clock: .system)

    private static let storage = ObjectStorage(userAgent: WebClient.userAgent, connections: connections)

    /// The store for results in buckets.
    static var store: any ByteStore { storage }
}

extension ImageError {
    /// Runs `body`, and adds the name of the file to its error.
    static func naming<Value>(_ input: String, _ body: () throws(ImageError) -> Value) throws(ImageError) -> Value {
        do { return try body() } catch { throw error.naming(PictureInput.name(of: input)) }
    }
}

extension DecodedImage {
    /// Decodes a picture, and includes the file name in errors.
    init(_ bytes: [UInt8], options: DecodingOptions, named name: String) throws {
        self = try ImageError.naming(name) { () throws(ImageError) in try DecodedImage(bytes, options: options) }
    }
}
