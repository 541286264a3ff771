import PostcardImaging

/// The layout of a type of meme: a box and a look for each text.
///
/// ```swift
/// var style = MemeStyle.classic
/// style.slots[0].caption.fill = Color(red: 255, green: 221, blue: 0)
/// let meme = try style.meme(of: ["One does not simply", "walk into Mordor"])
/// let (image, reports) = try meme.rendered(on: photo)
/// ```
public struct MemeStyle: Hashable, Sendable, Codable {
    /// The slot for one text.
    public struct Slot: Hashable, Sendable, Codable, DefaultedDecodable {
        /// The position of a text in a meme.
        public enum Placement: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
            /// On the surround above the picture.
            case above
            /// On the picture.
            case picture
            /// On the surround below the picture.
            case below
        }

        /// The name of the text, for example `top`.
        public var name: String
        /// The look and box of the text, and the default text.
        public var caption: Caption
        /// The position of the text in the meme.
        public var placement: Placement

        private enum CodingKeys: String, CodingKey {
            case name, caption
            case placement = "ground"
        }

        /// Makes a slot.
        public init(_ name: String, _ caption: Caption, on placement: Placement = .picture) {
            self.name = name
            self.caption = caption
            self.placement = placement
        }

        init(defaultedFrom decoder: any Decoder) throws {
            self.init(try decoder.value(CodingKeys.name), try decoder.value(CodingKeys.caption))
            try decoder.update(&self, (CodingKeys.placement, \.placement))
        }
    }

    /// The name of the style, for example `classic`.
    public var name: String
    /// The slots, in the order of the texts.
    public var slots: [Slot]
    /// The surround of the base image; `nil` for none.
    public var surround: Surround?

    /// Makes a style.
    public init(name: String, slots: [Slot], surround: Surround? = nil) {
        self.name = name
        self.slots = slots
        self.surround = surround
    }

    /// Returns a meme with a text for each slot, in slot order. Slots without a text are omitted.
    ///
    /// - Throws: `MemeError` with code `invalidCaption` if there are more texts than slots.
    public func meme(of texts: [String]) throws(MemeError) -> Meme {
        try check(texts, of: "style")
        return meme(filling: texts)
    }

    /// Checks that there are no more texts than slots. `kind` is “style” or “template”.
    func check(_ texts: [String], of kind: String) throws(MemeError) {
        guard texts.count > slots.count else { return }
        let names = slots.map(\.name).joined(separator: ", ")
        let advice = slots.count == 1 ? " For several lines, write \\n in the text." : ""
        throw MemeError(
            .invalidCaption,
            "The \(kind) “\(name)” takes \(slots.count == 1 ? "1 text" : "\(slots.count) texts") (\(names)), not \(texts.count).\(advice)"
        )
    }

    /// Returns captions with the looks of the slots on the picture; `nil` if the picture has no slots. The last slot is used for all
    /// remaining texts.
    package func captions(of texts: [String]) -> [Caption]? {
        let slots = slots.filter { $0.placement == .picture }
        guard let last = slots.last else { return nil }
        return texts.enumerated().map { index, text in
            var caption = slots.dropFirst(index).first?.caption ?? last.caption
            caption.text = text
            return caption
        }
    }

    func meme(filling texts: [String]) -> Meme {
        var meme = Meme(surround: surround)
        for (index, slot) in slots.enumerated() {
            var caption = slot.caption
            if texts.indices.contains(index) { caption.text = texts[index] }
            guard !Caption.isBlank(caption.text) else { continue }
            // Left-aligned text in a right-to-left script is aligned to the right, where its lines start.
            if caption.alignment == .left, BidiLevels.isRightToLeft(caption.text) { caption.alignment = .right }
            switch slot.placement {
            case .above: meme.above.append(caption)
            case .picture: meme.captions.append(caption)
            case .below: meme.below.append(caption)
            }
        }
        return meme
    }
}

extension MemeStyle {
    /// All built-in styles.
    public static let all: [MemeStyle] = [.classic, .band, .bandBelow, .subtitle, .poster, .label, .credit]

    /// Finds a style by its name, ignoring case and hyphens (`bandBelow` or `band-below`); `nil` for an unknown name.
    public init?(named name: String) {
        func spelling(_ name: String) -> String { name.replacing("-", with: "").lowercased() }
        guard let style = Self.all.first(where: { spelling($0.name) == spelling(name) }) else { return nil }
        self = style
    }

    /// White capitals with a black outline at the top and bottom of the picture.
    public static let classic: MemeStyle = {
        var top = Caption("", in: UnitBox(x: 0.02, y: 0.02, width: 0.96, height: 0.27))
        top.letterCase = .upper
        top.verticalAlignment = .top
        top.avoidance = .subject
        var bottom = top
        bottom.box.y = 0.71
        bottom.verticalAlignment = .bottom
        return MemeStyle(name: "classic", slots: [Slot("top", top), Slot("bottom", bottom)])
    }()

    /// A white band with dark text above the picture.
    public static let band = MemeStyle(
        name: "band", slots: [Slot("text", bandCaption, on: .above)], surround: Surround(spacing: 0.035))

    /// A white band with dark text below the picture.
    public static let bandBelow = MemeStyle(
        name: "band-below", slots: [Slot("text", bandCaption, on: .below)], surround: Surround(spacing: 0.035))

    /// Small text at the bottom edge, as in films.
    public static let subtitle: MemeStyle = {
        var caption = Caption("", in: UnitBox(x: 0.08, y: 0.7, width: 0.84, height: 0.26))
        caption.verticalAlignment = .bottom
        caption.maximumSize = .fraction(0.06)
        caption.outline?.width = 0.05
        caption.shadow = Caption.Shadow()
        caption.avoidance = .subject
        return MemeStyle(name: "subtitle", slots: [Slot("text", caption)])
    }()

    /// A black frame with a title and a line of text below the picture, as on motivational posters.
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

    /// Dark text on a white label with rounded corners.
    public static let label: MemeStyle = {
        var caption = Caption("", in: UnitBox(x: 0.05, y: 0.05, width: 0.6, height: 0.35))
        caption.alignment = .left
        caption.verticalAlignment = .top
        caption.maximumSize = .fraction(0.065)
        caption.fill = Color(red: 17, green: 17, blue: 17)
        caption.outline = nil
        caption.backdrop = Caption.Backdrop(color: .white, padding: 0.45, cornerRadius: 0.5)
        caption.avoidance = .subject
        return MemeStyle(name: "label", slots: [Slot("text", caption)])
    }()

    /// A small credit line for the photographer in the lower right corner.
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
