import PostcardImaging

/// A picture in a row on a page, with a link to its larger view.
struct PageFigure {
    /// The id of the element. Links back from the larger view lead to this element.
    let id: String
    /// The URL of the larger view.
    let link: String
    /// The accessible name of the link; `nil` to use the picture's alternative text or the text in the link.
    var label: String?
    /// The URL of the picture.
    let image: String
    /// The URL of the picture's WebP version; `nil` if there is no WebP version.
    var webP: String?
    /// The size of the picture in pixels. The aspect ratio determines the width in the row.
    let size: PixelSize
    /// The alternative text.
    let alternative: String
    /// Additional classes of the element, each preceded by a space.
    var classes = ""
    /// The HTML below or on the picture, such as the duration of a video.
    var badge = ""
    /// Additional attributes of the picture, each followed by a space.
    var attributes = ""

    /// The HTML of the figure.
    var html: String {
        let ratio = (Double(size.width) / Double(size.height) * 1_000).rounded() / 1_000
        let name = label.map { " aria-label=\"\(Markup.escaped($0))\"" } ?? ""
        let picture = Markup.picture(
            image, webP: webP, size, "alt=\"\(Markup.escaped(alternative))\" \(attributes)decoding=\"async\"")
        return """
            <figure id="\(id)" class="photo\(classes)" style="--r:\(ratio)">\
            <a href="\(link)"\(name)>\(picture)\(badge)</a></figure>
            """
    }
}
