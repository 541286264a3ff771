import PostcardImaging

extension MemeStyle {
    /// All styles that come with Postcard.
    public static let all: [MemeStyle] = [.classic, .band, .bandBelow, .subtitle, .poster, .label, .credit]

    /// The style of a name, however its capitals and hyphens are set: `bandBelow`, `band-below`; `nil` for other names.
    public init?(named name: String) {
        func spelling(_ name: String) -> String { name.replacing("-", with: "").lowercased() }
        guard let style = Self.all.first(where: { spelling($0.name) == spelling(name) }) else { return nil }
        self = style
    }

    /// White capitals with a black outline at the top and at the bottom of the picture.
    public static let classic: MemeStyle = {
        var top = Caption("", in: UnitBox(x: 0.03, y: 0.03, width: 0.94, height: 0.27))
        top.letterCase = .upper
        top.verticalAlignment = .top
        var bottom = top
        bottom.box.y = 0.7
        bottom.verticalAlignment = .bottom
        return MemeStyle(name: "classic", slots: [Slot("top", top), Slot("bottom", bottom)])
    }()

    /// A white band with dark text above the picture.
    public static let band = MemeStyle(
        name: "band", slots: [Slot("text", bandCaption, on: .above)], surround: Surround(spacing: 0.035))

    /// A white band with dark text below the picture.
    public static let bandBelow = MemeStyle(
        name: "band-below", slots: [Slot("text", bandCaption, on: .below)], surround: Surround(spacing: 0.035))

    /// Small letters at the bottom edge, as in films.
    public static let subtitle: MemeStyle = {
        var caption = Caption("", in: UnitBox(x: 0.08, y: 0.7, width: 0.84, height: 0.26))
        caption.verticalAlignment = .bottom
        caption.maximumSize = .fraction(0.06)
        caption.outline?.width = 0.05
        caption.shadow = Caption.Shadow()
        return MemeStyle(name: "subtitle", slots: [Slot("text", caption)])
    }()

    /// A black frame with a title and a line below the picture, as on posters that were meant to motivate.
    public static let poster: MemeStyle = {
        var title = Caption("", in: UnitBox(x: 0, y: 0, width: 0.96, height: 0.3))
        title.outline = nil
        title.letterCase = .upper
        title.maximumSize = .fraction(0.115)
        var line = title
        line.letterCase = .asTyped
        line.maximumSize = .fraction(0.05)
        return MemeStyle(
            name: "poster", slots: [Slot("title", title, on: .below), Slot("line", line, on: .below)],
            surround: Surround(color: .black, margin: 0.07, spacing: 0.04, keyline: Surround.Keyline()))
    }()

    /// Dark text on a white label with round corners.
    public static let label: MemeStyle = {
        var caption = Caption("", in: UnitBox(x: 0.05, y: 0.05, width: 0.6, height: 0.35))
        caption.alignment = .left
        caption.verticalAlignment = .top
        caption.maximumSize = .fraction(0.065)
        caption.fill = Color(red: 17, green: 17, blue: 17)
        caption.outline = nil
        caption.backdrop = Caption.Backdrop(color: .white, padding: 0.45, cornerRadius: 0.5)
        return MemeStyle(name: "label", slots: [Slot("text", caption)])
    }()

    /// A small line in the lower right corner that credits the photographer.
    public static let credit: MemeStyle = {
        var caption = Caption("", in: UnitBox(x: 0.02, y: 0.92, width: 0.96, height: 0.06))
        caption.alignment = .right
        caption.verticalAlignment = .bottom
        caption.maximumSize = .fraction(0.028)
        caption.outline?.width = 0.06
        caption.opacity = 0.85
        return MemeStyle(name: "credit", slots: [Slot("text", caption)])
    }()

    private static let bandCaption: Caption = {
        var caption = Caption("", in: UnitBox(x: 0, y: 0, width: 0.94, height: 0.5))
        caption.alignment = .left
        caption.maximumSize = .fraction(0.075)
        caption.fill = Color(red: 17, green: 17, blue: 17)
        caption.outline = nil
        return caption
    }()
}
