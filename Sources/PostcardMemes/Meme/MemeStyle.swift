/// The layout of a kind of meme: a box and a look for each text.
///
/// ```swift
/// var style = MemeStyle.classic
/// style.slots[0].caption.fill = Color(red: 255, green: 221, blue: 0)
/// let meme = try style.meme(of: ["One does not simply", "walk into Mordor"])
/// let (image, reports) = try meme.render(onto: photo)
/// ```
public struct MemeStyle: Hashable, Sendable, Codable {
    /// The place of one text.
    public struct Slot: Hashable, Sendable, Codable {
        /// The part of a meme that a text stands on.
        public enum Placement: String, Hashable, Sendable, CaseIterable, Codable {
            /// On the surround above the picture.
            case above
            /// On the picture.
            case picture
            /// On the surround below the picture.
            case below

            /// Reads a name.
            public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }
        }

        /// The name of the text, for example `top`.
        public var name: String
        /// Looks and box; its text is what is written when none is given.
        public var caption: Caption
        /// The part of the meme that it stands on.
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

        /// Reads JSON; missing keys keep their default values.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                try values.decode(String.self, forKey: .name), try values.decode(Caption.self, forKey: .caption),
                on: try values.decodeIfPresent(Placement.self, forKey: .placement) ?? .picture)
        }
    }

    /// The name of the style, for example `classic`.
    public var name: String
    /// The slots, in the order in which texts are given.
    public var slots: [Slot]
    /// The surround of the base image; `nil` for none.
    public var surround: Surround?

    /// Makes a style.
    public init(name: String, slots: [Slot], surround: Surround? = nil) {
        self.name = name
        self.slots = slots
        self.surround = surround
    }

    /// A meme of texts, one for each slot in their order. Slots without a text are left out.
    ///
    /// - Throws: `MemeError` with code `invalidCaption` when there are more texts than slots.
    public func meme(of texts: [String]) throws(MemeError) -> Meme {
        try check(texts, of: "style")
        return meme(filling: texts)
    }

    /// Checks that there are not more texts than slots. `kind` is what has the slots.
    func check(_ texts: [String], of kind: String) throws(MemeError) {
        guard texts.count > slots.count else { return }
        let names = slots.map(\.name).joined(separator: ", ")
        throw MemeError(
            .invalidCaption,
            "The \(kind) “\(name)” has room for \(slots.count == 1 ? "1 text" : "\(slots.count) texts") (\(names)), not \(texts.count)."
        )
    }

    /// Captions in the looks of the slots on the picture, the last of which is used for all further texts; `nil` if there are no such slots.
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
            // Lines that begin at the left do so where reading does.
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
