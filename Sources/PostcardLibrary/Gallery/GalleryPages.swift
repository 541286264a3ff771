import PostcardCore
import PostcardImaging
import PostcardPhotos

/// The pages of a gallery: one or more for each album, and one for each picture. The pages work without a script.
struct GalleryPages {
    let tree: GalleryTree
    let options: GalleryOptions

    /// The maximum number of albums and pictures on a page. Without its pictures, a page is at most 60 kB.
    private static let tilesPerPage = 100
    /// The maximum number of albums on a map.
    private static let maximumPlaces = 40
    /// The maximum length of a title on an album's pages, in characters.
    private static let maximumTitle = 100

    private static let policy =
        "img-src 'self' file:; media-src 'self' file:; style-src 'self' file: 'unsafe-inline'; script-src 'self' file:"

    // MARK: Albums

    /// Returns the pages of an album with their names.
    func pages(of index: Int) -> [(name: String, html: String)] {
        let album = tree.albums[index]
        let count = album.albums.count + album.items.count
        let pages = (count + Self.tilesPerPage - 1) / Self.tilesPerPage
        return (0..<pages).map { page in
            let tiles = page * Self.tilesPerPage..<min(count, (page + 1) * Self.tilesPerPage)
            let albums = album.albums[tiles.clamped(to: album.albums.indices)]
            let items = tiles.clamped(to: album.albums.count..<count)
                .map { album.items[$0 - album.albums.count] }
            let hasBoth = !albums.isEmpty && !items.isEmpty
            let albumTiles = albums.map { tile(ofAlbum: $0, in: album) }
            let main = [
                page == 0 ? album.settings.description.map(Self.text) ?? "" : "",
                section(hasBoth ? "Albums" : nil, "albums", albumTiles), map(of: albums),
                section(hasBoth ? "Pictures" : nil, "photos", items.map(tile)), pager(page, of: pages),
            ]
            let body = """
                <header>\(crumbs(of: index))<h1 dir="auto">\(Markup.escaped(album.title))</h1>\
                <p class="byline">\(Self.summary(of: album))</p></header>
                <main>\(main.joined())</main>
                <footer><p>Made with Postcard.</p></footer>
                """
            return (Self.name(ofPage: page), frame(album.title, in: album, kind: "vertical", body: body))
        }
    }

    private static func name(ofPage page: Int) -> String { page == 0 ? "index.html" : "index-\(page + 1).html" }

    private static func text(_ text: String) -> String {
        "<div class=\"text\" dir=\"auto\">\(Markup.paragraphs(text))</div>"
    }

    private func section(_ title: String?, _ kind: String, _ tiles: [String]) -> String {
        guard !tiles.isEmpty else { return "" }
        let heading = title.map { "<h2>\($0)</h2>" } ?? ""
        return "<section>\(heading)<div class=\"\(kind)\">\(tiles.joined(separator: "\n"))</div></section>"
    }

    private func crumbs(of index: Int) -> String {
        var links: [String] = []
        var parent = tree.albums[index].parent
        var url = "../"
        while let number = parent {
            let name = Markup.escaped(tree.albums[number].title.clipped(to: Self.maximumTitle))
            links.append("<a href=\"\(url)index.html\"><bdi>\(name)</bdi></a>")
            (parent, url) = (tree.albums[number].parent, url + "../")
        }
        let path = links.reversed().joined(separator: " › ")
        return links.isEmpty ? "" : "<nav class=\"crumbs\" aria-label=\"Parent albums\">\(path)</nav>"
    }

    private func pager(_ page: Int, of pages: Int) -> String {
        guard pages > 1 else { return "" }
        func link(_ other: Int, _ text: String, _ relation: String) -> String {
            guard 0..<pages ~= other else { return "" }
            return "<a rel=\"\(relation)\" href=\"\(Self.name(ofPage: other))\">\(text)</a>"
        }
        return """
            <nav class="pager" aria-label="Pages">\(link(page - 1, "‹ Previous page", "prev"))\
            <span>Page \(page + 1) of \(pages)</span>\(link(page + 1, "Next page ›", "next"))</nav>
            """
    }

    private func tile(ofAlbum index: Int, in parent: GalleryAlbum) -> String {
        let album = tree.albums[index]
        guard let cover = album.cover else { return "" }
        let folder = tree.albums[cover.album].path.components.dropFirst(parent.path.components.count)
        let base = folder.map { "\($0.string)/" }.joined()
        let item = tree.albums[cover.album].items[cover.item]
        let name = album.path.lastComponent?.string ?? ""
        let title = Markup.escaped(album.title.clipped(to: Self.maximumTitle))
        return PageFigure(
            // The slash distinguishes the id from the ids of pictures.
            id: "\(name)/", link: "\(name)/index.html", image: base + item.file("small", .jpeg),
            webP: options.hasWebP ? base + item.file("small", .webp) : nil, size: PixelSize(width: 3, height: 2),
            alternative: "",
            badge: "<span class=\"about\"><strong dir=\"auto\">\(title)</strong> \(Self.summary(of: album))</span>",
            attributes: "loading=\"lazy\" "
        ).html
    }

    private func tile(_ item: GalleryAlbum.Item) -> String {
        guard let facts = item.facts else { return "" }
        let badge = item.isVideo ? SharePage.length(facts.duration) : ""
        return PageFigure(
            id: item.name, link: "\(item.name).html", image: item.file("small", .jpeg),
            webP: options.hasWebP ? item.file("small", .webp) : nil,
            size: FolderGallery.small.size(for: facts.size),
            alternative: Self.alternative(for: item).clipped(to: Self.maximumTitle), badge: badge,
            attributes: "loading=\"lazy\" "
        ).html
    }

    private func map(of albums: ArraySlice<Int>) -> String {
        let stops = albums.lazy.map { tree.albums[$0] }.compactMap { album in
            album.coordinate.map { coordinate in
                RouteMap.Stop(
                    coordinate: coordinate, title: album.title,
                    link: "\(album.path.lastComponent?.string ?? "")/index.html")
            }
        }
        return RouteMap(Array(stops.prefix(Self.maximumPlaces)), hasRoute: false, outline: options.outline)?.svg ?? ""
    }

    /// Returns an album's days and its numbers of pictures and videos, such as `9 – 14 June 2024 · 24 pictures`.
    private static func summary(of album: GalleryAlbum) -> String {
        let days = album.days.map { WallTime.text(from: $0.lowerBound, to: $0.upperBound) }
        let counts = [(album.pictures, "picture"), (album.videos, "video")].filter { $0.0 > 0 }
            .map { number, noun in "\(number) \(noun)\(number == 1 ? "" : "s")" }
        return ([days].compactMap(\.self) + counts).joined(separator: " · ")
    }

    // MARK: Pictures

    /// Returns the page of a picture or video, given its index in an album.
    func page(of number: Int, in index: Int) -> String {
        let album = tree.albums[index]
        let item = album.items[number]
        guard let facts = item.facts else { return "" }
        let page = Self.name(ofPage: (album.albums.count + number) / Self.tilesPerPage)
        func link(_ other: Int, _ kind: String, _ relation: String, _ sign: String, _ name: String) -> String {
            guard album.items.indices.contains(other) else { return "" }
            let item = album.items[other]
            return """
                <a class="\(kind)" rel="\(relation)" href="\(item.name).html" data-image="\(item.file("large", .jpeg))" \
                aria-label="\(name)">\(sign)</a>
                """
        }
        let title = facts.title ?? facts.date?.minuteText ?? item.file.stem ?? item.name
        let caption = facts.caption.map { "<div dir=\"auto\">\(Markup.paragraphs($0))</div>" } ?? ""
        let about = about(item, facts, hasDate: facts.title != nil)
        let body = """
            <main class="peek\(facts.caption == nil ? "" : " story")">\(view(of: item, facts))
            <div class="text"><h1 dir="auto">\(Markup.escaped(title))</h1>\(caption)\
            \(about.isEmpty ? "" : "<p>\(about)</p>")</div>
            <nav aria-label="Pictures"><a class="close" rel="up" href="\(page)#\(item.name)" \
            aria-label="Back to the album">×</a>\(link(number - 1, "back", "prev", "‹", "Previous"))\
            \(link(number + 1, "next", "next", "›", "Next"))</nav></main>
            <script src="\(album.root)gallery.js"></script>
            """
        return frame(title, in: album, kind: "viewer", body: body)
    }

    private func view(of item: GalleryAlbum.Item, _ facts: GalleryFacts) -> String {
        let image = item.file("large", .jpeg)
        let size = FolderGallery.large.size(for: facts.size)
        if item.isVideo, let original = item.original {
            return """
                <video controls playsinline preload="none" poster="\(image)" width="\(size.width)" height="\(size.height)" \
                src="\(original)"></video>
                """
        }
        return Markup.picture(
            image, webP: options.hasWebP ? item.file("large", .webp) : nil, size,
            "alt=\"\(Markup.escaped(Self.alternative(for: item)))\"")
    }

    /// Returns the line with the date, camera, position, copyright and original of a picture.
    private func about(_ item: GalleryAlbum.Item, _ facts: GalleryFacts, hasDate: Bool) -> String {
        let isOpen = options.positions == .all
        let length = item.isVideo ? facts.duration.map { "Video, \(Medium.clock($0))" } ?? "Video" : nil
        let place = facts.coordinate.flatMap { isOpen ? $0 : nil }.map { point in
            let (north, east) = point.texts
            return Markup.link(
                "https://www.openstreetmap.org/?mlat=\(north)&mlon=\(east)#map=15/\(north)/\(east)", "\(north), \(east)"
            )
        }
        let texts = [
            hasDate ? facts.date?.minuteText : nil, length, options.positions == .none ? nil : facts.camera,
            facts.copyright,
        ]
        let original = item.original.map { "<a href=\"\($0)\">Original</a>" }
        let parts = texts.map { $0.map { "<bdi>\(Markup.escaped($0))</bdi>" } } + [place, original]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// Returns the alternative text of a picture: the title if known, otherwise the date or name.
    private static func alternative(for item: GalleryAlbum.Item) -> String {
        let kind = item.isVideo ? "Video" : "Picture"
        guard let title = item.facts?.title else {
            return item.facts?.date.map { "\(kind) of \($0.minuteText)" } ?? "\(kind) \(item.file.stem ?? item.name)"
        }
        return item.isVideo ? "Video: \(title)" : title
    }

    private func frame(_ title: String, in album: GalleryAlbum, kind: String, body: String) -> String {
        PageFrame(
            title: title, policy: Self.policy,
            head: "<link rel=\"stylesheet\" href=\"\(album.root)gallery.css\">", kind: kind, body: body
        ).html
    }
}

extension String {
    /// Returns the text, cut to at most `length` characters.
    fileprivate func clipped(to length: Int) -> String {
        count <= length ? self : "\(prefix(length - 1))…"
    }
}
