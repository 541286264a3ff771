import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// The format of results: either one format for all results, or each picture's own format.
struct ResultFormat {
    /// The format for all results; `nil` to use each picture's format.
    private let fixed: EncodingOptions?
    private let quality: Int

    /// Determines the format.
    ///
    /// - Parameters:
    ///   - name: the value of the option; `nil` for the format that the pattern's file extension specifies, or else JPEG.
    ///   - pattern: the pattern of names, whose extension must match the format.
    ///   - quality: the quality, from 1 to 100.
    init(_ name: String?, named pattern: NamePattern?, quality: Int) throws {
        self.quality = quality
        let patternFormat = pattern?.writtenExtension.flatMap { ImageFormat(fileExtension: $0) }
        guard name != "auto" else {
            fixed = nil
            return
        }
        let name = name ?? patternFormat?.fileExtension ?? "jpg"
        guard let format = ImageFormat(fileExtension: name) else {
            throw ValidationError("--format is \(name); it must be jpg, png, gif, webp, avif or auto.")
        }
        try require(
            patternFormat == nil || patternFormat == format,
            "The file extension in --name is not valid for \(format.displayName); use {ext}.")
        fixed = try usage { try EncodingOptions(format: format, quality: quality) }
    }

    /// Returns the encoding for a picture's results, which is JPEG if the picture's format is unknown or can't be written.
    @Sendable
    func encoding(for picture: PictureSource) -> EncodingOptions {
        if let fixed { return fixed }
        guard case .file(let path) = picture else { return .jpeg(quality: quality) }
        let head = try? PictureFile.head(of: path, count: 32)
        let format = head.flatMap { ImageFormat(sniffing: $0.span.bytes) } ?? .jpeg
        return (try? EncodingOptions(format: format, quality: quality)) ?? .jpeg(quality: quality)
    }
}
