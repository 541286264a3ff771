import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources
import SystemPackage

/// The sources of pictures: files, standard input, addresses.
enum PictureInput {
    /// The name of an input in messages.
    static func name(of input: String) -> String { input == "-" ? "standard input" : input }

    /// The bytes of a file, or of standard input for `-`.
    static func bytes(of input: String, limits: DecodingLimits) throws -> [UInt8] {
        input == "-"
            ? try PictureFile.readStandardInput(maximumBytes: limits.bytes)
            : try PictureFile.read(FilePath(argument: input), maximumBytes: limits.bytes)
    }

    /// The bytes of a file, of standard input for `-`, or of what is at an http, https or s3 address.
    static func picture(named input: String, limits: DecodingLimits) async throws -> [UInt8] {
        try await PictureSource(bytes: CommandArguments.bytes(of: input)).bytes(
            maximumBytes: limits.bytes, fetch: fetch)
    }

    /// The bytes of a picture on the web.
    @Sendable
    static func fetch(_ address: String, maximumBytes: Int) async throws -> [UInt8] {
        if ObjectAddress.isObjectAddress(address) {
            return try await storage.object(at: ObjectAddress(parsing: address), maximumBytes: maximumBytes)
        }
        guard let url = URL(string: address) else {
            throw SourceError(.badQuery, "\(address) is not an http or https address.")
        }
        return try await fetcher.picture(at: url, maximumBytes: maximumBytes)
    }

    /// The header of a picture, and how many bytes it has. Of a JPEG at an address no more is read than its header; other formats may tell
    /// date and rights at their end.
    static func header(named input: String, limits: DecodingLimits) async throws -> (ImageHeader, byteCount: Int) {
        if case .address(let address) = PictureSource(bytes: CommandArguments.bytes(of: input)),
            let found = try await jpegHeader(at: address, limits: limits)
        {
            return found
        }
        let bytes = try await picture(named: input, limits: limits)
        return (try ImageHeader(of: bytes.span.bytes), bytes.count)
    }

    /// The bytes that are asked for first: EXIF with a preview is at most as long.
    private static let headerBytes = 64 << 10

    /// `nil` when the beginning alone does not tell.
    private static func jpegHeader(
        at address: String, limits: DecodingLimits
    ) async throws -> (ImageHeader, byteCount: Int)? {
        var count = headerBytes
        while let (bytes, size) = try await beginning(of: address, count: count), size <= limits.bytes,
            ImageFormat(sniffing: bytes.span.bytes) == .jpeg, bytes.count >= min(count, size)
        {
            do {
                return (try ImageHeader(of: bytes.span.bytes), size)
            } catch {
                guard error.code == .truncated, bytes.count < size else { throw error }
                count *= 8
            }
        }
        return nil
    }

    private static func beginning(of address: String, count: Int) async throws -> (bytes: [UInt8], size: Int)? {
        if ObjectAddress.isObjectAddress(address) {
            let object = try ObjectAddress(parsing: address)
            // All that a server without ranges may send.
            switch try await storage.read(object, prefix: count, maximumBytes: 1 << 30) {
            case .bytes(let bytes, let size, _): return (bytes, size)
            case .missing, .unchanged: return nil
            }
        }
        guard let url = URL(string: address) else { return nil }
        return try await fetcher.beginning(of: url, count: count)
    }

    /// Reads what is at an s3 address in pieces.
    static func reader(of address: String) throws -> ObjectReader {
        ObjectReader(try ObjectAddress(parsing: address), in: storage)
    }

    /// As many connections as `batch` can have jobs under way.
    private static let connections = 256

    private static let fetcher = PictureFetcher(
        transport: ServiceAddress.transport(connections: connections), clock: .system)

    private static let storage = ObjectStorage(userAgent: ServiceAddress.userAgent, connections: connections)

    /// Keeps results in buckets.
    static var store: any ByteStore { storage }
}

extension ImageError {
    /// Does what may fail, with the file's name in the error.
    static func naming<Value>(_ input: String, _ body: () throws(ImageError) -> Value) throws(ImageError) -> Value {
        do { return try body() } catch { throw error.naming(PictureInput.name(of: input)) }
    }
}

extension DecodedImage {
    /// Decodes, with the file's name in the error.
    init(_ bytes: [UInt8], options: DecodingOptions, named name: String) throws {
        self = try ImageError.naming(name) { () throws(ImageError) in try DecodedImage(bytes, options: options) }
    }
}
