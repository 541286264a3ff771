import PostcardImaging

/// A picture in a row of a page, with a link to its larger view.
struct PageFigure {
    /// The id of the element, to which pages return.
    let id: String
    /// The URL of the larger view.
    let link: String
    /// The name of the link; `nil` for the alternative text of the picture or the text in the link.
    var label: String?
    /// The URL of the picture, and that of its WebP version; `nil` for none.
    let image: String
    var webP: String?
    /// The size of the picture in pixels. Its ratio determines the width in the row.
    let size: PixelSize
    /// The alternative text.
    let alternative: String
    /// Other classes of the element, each after a space.
    var classes = ""
    /// The HTML below or on the picture, such as the length of a video.
    var badge = ""
    /// Other attributes of the picture, each before a space.
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
