import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// The format of results: one for all, or that of each picture.
struct ResultFormat {
    /// `nil` for each picture's own.
    private let fixed: EncodingOptions?
    private let quality: Int

    init(_ name: String, quality: Int) throws {
        self.quality = quality
        guard name != "auto" else {
            fixed = nil
            return
        }
        guard let format = ImageFormat(fileExtension: name) else {
            throw ValidationError("--format is \(name); it can be jpg, png, gif, webp, avif or auto.")
        }
        do {
            fixed = try EncodingOptions(format: format, quality: quality)
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// For a picture of a format that Postcard does not write, and one that cannot be read, JPEG.
    func encoding(for picture: FilePath) -> EncodingOptions {
        if let fixed { return fixed }
        let head = try? PictureFile.head(of: picture, count: 32)
        let format = head.flatMap { ImageFormat(sniffing: $0.span.bytes) } ?? .jpeg
        return (try? EncodingOptions(format: format, quality: quality)) ?? .jpeg(quality: quality)
    }
}
