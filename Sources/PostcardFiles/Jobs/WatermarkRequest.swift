import PostcardImaging
import SystemPackage

/// A watermark whose picture has not been read.
///
///     {"picture": "logo.png", "x": 1, "y": 1, "margin": 0.02, "share": 0.25, "opacity": 0.5}
package struct WatermarkRequest: Decodable, Sendable {
    /// The source of the picture.
    package var picture: PictureJob.Input
    private(set) var opacity: Double?
    private var x, y, margin, share: Double?

    /// Decodes an object.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.members(["picture", "x", "y", "margin", "share", "opacity"])
        picture = try members.value("picture")
        (x, y) = (try members.optional("x"), try members.optional("y"))
        (margin, share) = (try members.optional("margin"), try members.optional("share"))
        opacity = try members.optional("opacity")
    }

    /// Parses `FILE` or `FILE,OPACITY`. The file name can contain commas.
    init?(words: [String]) {
        opacity = words.count > 1 ? words.last.flatMap { Double($0) } : nil
        let file = (opacity == nil ? words : words.dropLast()).joined(separator: ",")
        guard !file.isEmpty, opacity.map({ 0...1 ~= $0 }) ?? true else { return nil }
        picture = .source(PictureSource.isAddress(file) ? .address(file) : .file(FilePath(file)))
    }

    /// Reads the picture, and returns the watermark.
    ///
    /// - Throws: `ImageError`, or `FileError` for an unreadable file.
    func watermark(
        limits: DecodingLimits, cache: WatermarkCache, fetch: PictureSource.Fetch
    ) async throws -> Watermark {
        let bytes =
            switch picture {
            case .bytes(let bytes): bytes
            case .source(let source): try await PictureFile.read(source, maximumBytes: limits.bytes, fetch: fetch)
            }
        var mark = Watermark(try cache.image(of: bytes, limits: limits))
        mark.x = x ?? mark.x
        mark.y = y ?? mark.y
        mark.margin = margin ?? mark.margin
        mark.relativeSize = share ?? mark.relativeSize
        mark.opacity = opacity ?? mark.opacity
        return mark
    }
}
