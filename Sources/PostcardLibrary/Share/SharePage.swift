import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardPhotos

/// The HTML page of a share. Its pictures are embedded, and nothing is loaded from the network; the pictures of a link are loaded from the
/// service when they are shown.
struct SharePage {
    let gallery: SharedGallery
    let settings: Settings
    /// The outline of the land on the map; `nil` for a map without land.
    let outline: MapOutline?
    /// True if the pictures are loaded from the service.
    var isLinked = false
    /// Returns the URL and size of a smaller version of an item, given the item's index.
    let picture: (Int, RenditionSize) -> Picture
    /// Returns the URL of an item's file, given the item's index; `nil` if the file is not shared.
    let url: (Int) -> String?

    /// A smaller version of an item.
    struct Picture {
        let url: String
        var size = PixelSize(width: 3, height: 2)

        init(url: String) { self.url = url }

        /// Embeds a JPEG file.
        init(embedding bytes: [UInt8]) {
            url = Base64.dataURL(bytes, mediaType: "image/jpeg")
            size = (try? ImageHeader(of: bytes).size) ?? size
        }
    }

    /// Returns the HTML of the page.
    func html() -> String {
        var number = 0
        var sections = ""
        for (index, section) in gallery.sections.enumerated() {
            sections += html(of: section, index: index, first: &number)
        }
        return PageFrame(
            title: gallery.title,
            // The service sends a stricter policy with the page of a link.
            policy: (isLinked
                ? "img-src http: https:; media-src http: https:" : "img-src data:; media-src data: 'self' file:")
                + "; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
            head: "<style>\(Self.style)\(Self.colors(for: settings.background))</style>",
            kind: settings.scroll.rawValue,
            body: """
                <header><h1>\(Markup.escaped(gallery.title))</h1>\(byline)\(cover)</header>
                <main>\(map)\(sections)</main>
                \(peeks)<footer>\(credits)</footer>
                <script>\(Self.script)</script>
                """
        ).html
    }

    private var byline: String {
        // A trip is named after its days.
        let isDated = gallery.title.hasSuffix(gallery.days.replacing(" – ", with: " to "))
        let parts = [isDated ? "" : gallery.days, gallery.owner.isEmpty ? "" : "by \(gallery.owner)"].filter {
            !$0.isEmpty
        }
        return parts.isEmpty ? "" : "<p class=\"byline\">\(parts.map(Markup.escaped).joined(separator: " · "))</p>"
    }

    /// The first wide picture of a page with several pictures. The script shows the picture, so the page contains its data only once.
    private var cover: String {
        let items = gallery.items
        let wide = items.firstIndex { item in
            guard item.kind == .picture, let width = item.width, let height = item.height else { return false }
            return width * 4 >= height * 5
        }
        // The first picture of a story is already large.
        guard items.count > 3, let index = wide, !largeItems.contains(0) else { return "" }
        return "<img class=\"cover\" data-item=\"\(index + 1)\" alt=\"\" hidden>"
    }

    private var map: String {
        let stops = gallery.places.map { place in
            RouteMap.Stop(
                coordinate: place.coordinate, title: name(of: place.section), link: "#s\(place.number + 1)")
        }
        return RouteMap(stops, tracks: gallery.tracks, hasRoute: true, outline: outline)?.svg ?? ""
    }

    /// Returns a section's title. For an untitled place, returns its coordinate if all positions are shared, otherwise its number.
    private func name(of section: SharedSection) -> String {
        guard section.title.isEmpty, let number = section.number else { return section.title }
        if gallery.positions == .all, let coordinate = section.coordinate { return "\(coordinate)" }
        return "Place \(number)"
    }

    // MARK: Sections

    private func html(of section: SharedSection, index: Int, first number: inout Int) -> String {
        var html = "<section id=\"s\(index + 1)\">"
        let name = name(of: section)
        // The name of a single album is already the page title.
        if !name.isEmpty, name != gallery.title || gallery.sections.count > 1 {
            // The title of a day is its date.
            let day = section.date.map { $0.day == name ? "" : $0.dayText } ?? ""
            let title = section.date?.day == name ? section.date?.dayText ?? name : name
            html += "<h2>\(Markup.escaped(title))\(day.isEmpty ? "" : " <time>\(day)</time>")</h2>"
        } else if index > 0, name.isEmpty {
            // A heading separates entries without a place from the preceding place.
            html += "<h2>\(section.knownDates == nil ? "More" : "Without a place")</h2>"
        }
        for block in section.blocks {
            let isStory = !block.text.isEmpty
            html += isStory ? "<article>" : "<div>"
            let figures = block.items.map { item in
                defer { number += 1 }
                return figure(of: item, number, isLarge: block.items.count == 1)
            }
            if !figures.isEmpty { html += "<div class=\"photos\">\(figures.joined())</div>" }
            if isStory {
                let time = block.date.map { "<time>\($0.minuteText)</time>" } ?? ""
                html += "<div class=\"text\">\(Markup.paragraphs(block.text))\(time)</div>"
            }
            html += isStory ? "</article>" : "</div>"
        }
        return html + "</section>"
    }

    private func figure(of item: SharedItem, _ number: Int, isLarge: Bool) -> String {
        let picture = picture(number, isLarge ? .peek : .thumbnail)
        let alternative = Self.alternative(for: item)
        return PageFigure(
            id: "i\(number + 1)", link: "#v\(number + 1)", label: "Look closer: \(alternative)",
            image: picture.url, size: picture.size, alternative: alternative,
            classes: isLarge ? " large" : "", badge: item.duration.map { Self.length($0) } ?? "", attributes: loading
        ).html
    }

    /// Returns the mark of a video, given its duration in seconds; `nil` if the duration is unknown.
    static func length(_ seconds: Double?) -> String {
        "<span class=\"length\">\(seconds.map(Medium.clock) ?? "▶")</span>"
    }

    // MARK: Peeks

    private var peeks: String {
        let (items, large) = (gallery.items, largeItems)
        return items.enumerated().map { index, item in
            let number = index + 1
            let last = items.count
            let back = number > 1 ? "<a class=\"back\" href=\"#v\(number - 1)\" aria-label=\"Previous\">‹</a>" : ""
            let next = number < last ? "<a class=\"next\" href=\"#v\(number + 1)\" aria-label=\"Next\">›</a>" : ""
            let title = item.title.isEmpty ? "" : "<strong>\(Markup.escaped(item.title))</strong>"
            let caption = [title, credit(of: item), original(index, item)]
                .filter { !$0.isEmpty }.joined(separator: " · ")
            return """
                <dialog class="peek" id="v\(number)" aria-label="\(Markup.escaped(Self.alternative(for: item)))">\
                \(view(of: item, index, isInPage: large.contains(index)))<p>\(caption)</p>\
                <a class="close" href="#i\(number)" aria-label="Close">×</a>\(back)\(next)</dialog>

                """
        }.joined()
    }

    /// The indices of single items, which a section shows at peek size. The peek dialogs reuse these pictures, so the page embeds each picture once.
    private var largeItems: Set<Int> {
        var result: Set<Int> = []
        var number = 0
        for block in gallery.sections.flatMap(\.blocks) {
            if block.items.count == 1 { result.insert(number) }
            number += block.items.count
        }
        return result
    }

    /// The attribute of pictures that are loaded only when they are shown.
    private var loading: String { isLinked ? "loading=\"lazy\" " : "" }

    private func view(of item: SharedItem, _ index: Int, isInPage: Bool) -> String {
        // The poster is made only when needed, because most pictures on a long page do not need one.
        func poster() -> String { picture(index, .peek).url }
        if item.kind == .video, let url = url(index) {
            return
                "<video controls playsinline preload=\"none\" poster=\"\(poster())\" src=\"\(Markup.escaped(url))\"></video>"
        }
        return isInPage
            ? "<img data-of=\"i\(index + 1)\" alt=\"\">"
            : "<img src=\"\(poster())\" alt=\"\" \(loading)decoding=\"async\">"
    }

    private func original(_ index: Int, _ item: SharedItem) -> String {
        let megabytes = Markup.number(Double(item.bytes) / 1_000_000)
        guard let url = url(index) else {
            return item.kind == .video ? "The video (\(megabytes) MB) is not included in this page" : ""
        }
        guard !url.hasPrefix("data:"), !isLinked else { return "" }
        return "<a href=\"\(Markup.escaped(url))\">Original, \(megabytes) MB</a>"
    }

    // MARK: Credits

    private func credit(of item: SharedItem) -> String {
        guard let license = item.license else { return item.credit.map(Markup.escaped) ?? "" }
        let by = item.creator.map { "by \(Markup.escaped($0))" }
        let terms = Markup.link(license.url?.absoluteString, license.name)
        let page = item.page.map { Markup.link($0, "source") }
        // A picture or video in an entry has only a credit line. If the line comes from the imported file, it does not name the license.
        guard by != nil || page != nil else {
            guard let credit = item.credit, !license.name.contains(credit) else { return terms }
            return credit.contains(license.name)
                ? Markup.escaped(credit) : "\(Markup.escaped(credit)), \(terms)"
        }
        return [by, terms, page].compactMap(\.self).joined(separator: ", ")
    }

    private var credits: String {
        let lines = gallery.items.enumerated().compactMap { index, item in
            let credit = credit(of: item)
            let title = Markup.escaped(item.title.isEmpty ? "Picture \(index + 1)" : item.title)
            return credit.isEmpty ? nil : "<li><a href=\"#i\(index + 1)\">\(title)</a> \(credit)</li>"
        }
        let list = lines.isEmpty ? "" : "<h2>Credits</h2><ol>\(lines.joined())</ol>"
        let notices = gallery.notices.map { "<p>\(Markup.escaped($0))</p>" }.joined()
        return "\(list)\(notices)<p>Made with Postcard.</p>"
    }

    /// Returns the alt text of a picture: its title, or its kind and date.
    private static func alternative(for item: SharedItem) -> String {
        let kind = item.kind == .video ? "Video" : "Picture"
        if !item.title.isEmpty { return item.kind == .video ? "Video: \(item.title)" : item.title }
        return item.date.map { "\(kind) of \($0.minuteText)" } ?? kind
    }
}
