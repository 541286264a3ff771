import PostcardImaging
import PostcardLibrary
import SystemPackage

/// Where a command reads a picture from.
enum PictureInput {
    /// The bytes of a file, or of standard input for `-`.
    static func bytes(of input: String, limits: DecodingLimits) throws -> [UInt8] {
        input == "-"
            ? try PictureFile.readStandardInput(maximumBytes: limits.bytes)
            : try PictureFile.read(FilePath(input), maximumBytes: limits.bytes)
    }
}

extension DecodedImage {
    /// Decodes, with the file's name in the error.
    init(_ bytes: [UInt8], options: DecodingOptions, named name: String) throws {
        do {
            try self.init(bytes, options: options)
        } catch {
            throw ImageError(error.code, "\(name == "-" ? "standard input" : name): \(error.message)")
        }
    }
}
