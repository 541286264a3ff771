import PostcardImaging

extension Library {
    /// Returns the HTML of a link's page, with pictures and videos at URLs such as `base/ITEM/peek`. `ITEM` is the version of the item's file,
    /// and the last part is the name of a `RenditionSize`, or `video`.
    ///
    /// - Parameters:
    ///   - base: the URL that the page's pictures and videos are below.
    ///   - outline: the land on the map; `nil` for a map without land.
    /// - Throws: `LibraryError` with code `notFound` if the journal or album was deleted, or `blank` if it is empty.
    package func linkedPage(of link: ShareLink, below base: String, outline: MapOutline? = nil) throws -> String {
        var gallery = try gallery(of: [link.item])
        gallery.reveal(link.positions)
        guard gallery.sections.contains(where: { !$0.blocks.isEmpty }) else {
            throw LibraryError(.blank, "There is nothing to show in this journal or album.")
        }
        let items = gallery.items
        let page = SharePage(
            gallery: gallery, settings: try settings(), outline: outline, isLinked: true,
            picture: { index, size in
                let item = items[index]
                var picture = SharePage.Picture(url: "\(base)/\(item.blob.version)/\(size.rawValue)")
                if let width = item.width, let height = item.height {
                    picture.size = PixelSize(width: width, height: height)
                }
                return picture
            },
            url: { Self.isInPage(items[$0]) ? "\(base)/\(items[$0].blob.version)/video" : nil })
        return page.html()
    }
}
