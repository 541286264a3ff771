import PostcardImaging
import PostcardMemes

/// A picture that shows an error, for pages and chats that embed the URL of a meme.
struct ErrorPicture {
    static let size = PixelSize(width: 600, height: 400)
    private static let background = Color(red: 38, green: 40, blue: 48)

    let title: String
    let detail: String

    /// Renders the picture, within `ImageWork`.
    func encoded(as format: ImageFormat) throws -> [UInt8] {
        var heading = Caption(title, in: UnitBox(x: 0.06, y: 0.08, width: 0.88, height: 0.2))
        heading.fill = Color(red: 255, green: 196, blue: 64)
        var text = Caption(detail, in: UnitBox(x: 0.06, y: 0.34, width: 0.88, height: 0.58))
        text.maximumSize = .fraction(0.08)
        heading.outline = nil
        text.outline = nil
        (heading.isPlain, text.isPlain) = (true, true)
        let image = try Image(size: Self.size, fill: Self.background)
        let picture = try Meme(captions: [heading, text]).render(onto: image).image
        return try picture.encoded(as: try EncodingOptions(format: format, quality: MemeFile.defaultQuality))
    }
}
