import Foundation
import PostcardImaging
import PostcardLibrary
import PostcardSources
import SystemPackage

/// The sources of pictures: files, standard input, addresses.
enum PictureInput {
    /// The bytes of a file, or of standard input for `-`.
    static func bytes(of input: String, limits: DecodingLimits) throws -> [UInt8] {
        input == "-"
            ? try PictureFile.readStandardInput(maximumBytes: limits.bytes)
            : try PictureFile.read(FilePath(argument: input), maximumBytes: limits.bytes)
    }

    /// The bytes of a file, of standard input for `-`, or of what is at an http or https address.
    static func picture(named input: String, limits: DecodingLimits) async throws -> [UInt8] {
        try await PictureSource(bytes: CommandArguments.bytes(of: input)).bytes(
            maximumBytes: limits.bytes, fetch: fetch)
    }

    /// The bytes of a picture on the web.
    @Sendable
    static func fetch(_ address: String, maximumBytes: Int) async throws -> [UInt8] {
        guard let url = URL(string: address) else {
            throw SourceError(.badQuery, "\(address) is not an http or https address.")
        }
        return try await fetcher.picture(at: url, maximumBytes: maximumBytes)
    }

    private static let fetcher = PictureFetcher(transport: ServiceAddress.transport(), clock: .system)
}

extension ImageError {
    /// Does what may fail, with the file's name in the error.
    static func naming<Value>(
        _ input: String, _ body: () throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
        do {
            return try body()
        } catch {
            throw ImageError(error.code, "\(input == "-" ? "standard input" : input): \(error.message)")
        }
    }
}

extension DecodedImage {
    /// Decodes, with the file's name in the error.
    init(_ bytes: [UInt8], options: DecodingOptions, named name: String) throws {
        self = try ImageError.naming(name) { () throws(ImageError) in try DecodedImage(bytes, options: options) }
    }
}
