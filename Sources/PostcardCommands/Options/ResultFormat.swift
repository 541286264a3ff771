import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// Sizes of results, with commas between them: `320x200,50%`.
struct BoxList: ExpressibleByArgument {
    let boxes: [ResizeBox]

    init(_ side: Int) { boxes = [ResizeBox(width: side, height: side)] }

    init?(argument: String) {
        let texts = argument.split(separator: ",", omittingEmptySubsequences: false)
        boxes = texts.compactMap { ResizeBox($0.trimmingPrefix(while: \.isWhitespace)) }
        guard boxes.count == texts.count, boxes.allSatisfy({ $0.percent ?? 0 <= 1_000 }) else { return nil }
    }

    var defaultValueDescription: String { boxes.map(\.description).joined(separator: ",") }
}

/// The format of results: one for all, or that of each picture.
struct ResultFormat {
    /// `nil` for each picture's own.
    private let fixed: EncodingOptions?
    private let quality: Int

    /// `name` is that of the option; `nil` for the format of the pattern's ending, else JPEG. `pattern` must not end in
    /// another format's ending.
    init(_ name: String?, named pattern: NamePattern?, quality: Int) throws {
        self.quality = quality
        let ending = pattern?.writtenExtension.flatMap { ImageFormat(fileExtension: $0) }
        guard name != "auto" else {
            fixed = nil
            return
        }
        let name = name ?? ending?.fileExtension ?? "jpg"
        guard let format = ImageFormat(fileExtension: name) else {
            throw ValidationError("--format is \(name); it can be jpg, png, gif, webp, avif or auto.")
        }
        try require(
            ending == nil || ending == format,
            "The names of --name do not end as \(format.displayName) files; write {ext} there.")
        fixed = try usage { try EncodingOptions(format: format, quality: quality) }
    }

    /// For a picture of a format that Postcard does not write, and one that cannot be read, JPEG.
    @Sendable
    func encoding(for picture: PictureSource) -> EncodingOptions {
        if let fixed { return fixed }
        guard case .file(let path) = picture else { return .jpeg(quality: quality) }
        let head = try? PictureFile.head(of: path, count: 32)
        let format = head.flatMap { ImageFormat(sniffing: $0.span.bytes) } ?? .jpeg
        return (try? EncodingOptions(format: format, quality: quality)) ?? .jpeg(quality: quality)
    }
}
