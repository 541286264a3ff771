public import PostcardImaging

/// A place where memes go, with the rules that it publishes for pictures.
public struct MemeDestination: Sendable, Hashable {
    /// The pixels that a place takes.
    public enum Shape: Sendable, Hashable {
        /// Exactly this size; the rest of it is transparent.
        case sticker(PixelSize)
        /// Exactly this size; the rest of it shows the meme itself, blurred.
        case screen(PixelSize)
        /// The longer side has exactly this many pixels.
        case longEdge(Int)
        /// No larger than this.
        case within(PixelSize)
    }

    /// The format and the most bytes of a file.
    public struct Rule: Sendable, Hashable {
        /// The format.
        public let format: ImageFormat
        /// The most bytes.
        public let bytes: Int
    }

    /// The name by which it is asked for.
    public let name: String
    /// The pixels that it takes.
    public let shape: Shape
    /// The rule for pictures that stand still.
    public let still: Rule
    /// The rule for pictures that move; `nil` where they are shown as stills, or have a format that Postcard does not write.
    public let moving: Rule?
    /// The most milliseconds that a picture that moves lasts; `nil` where there is no limit.
    public let duration: Int?
    /// The address of the page that the rules are from.
    public let source: String

    private init(
        _ name: String, _ shape: Shape, still: (ImageFormat, Int), moving: (ImageFormat, Int)? = nil,
        duration: Int? = nil, source: String
    ) {
        self.name = name
        self.shape = shape
        self.still = Rule(format: still.0, bytes: still.1)
        self.moving = moving.map { Rule(format: $0.0, bytes: $0.1) }
        self.duration = duration
        self.source = source
    }

    /// All places that are known, by name.
    public static let all = [
        MemeDestination(
            "discord-emoji", .sticker(.square(128)), still: (.png, 256 << 10), moving: (.gif, 256 << 10),
            source: "https://support.discord.com/hc/en-us/articles/360036479811-Custom-Emojis"),
        MemeDestination(
            "discord-sticker", .sticker(.square(320)), still: (.png, 512 << 10),
            moving: (.gif, 512 << 10),
            source: "https://support.discord.com/hc/en-us/articles/4402687377815"),
        MemeDestination(
            "instagram-story", .screen(PixelSize(width: 1_080, height: 1_920)), still: (.jpeg, 8_000_000),
            source:
                "https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media"
        ),
        MemeDestination(
            "slack-emoji", .sticker(.square(128)), still: (.png, 128 << 10), moving: (.gif, 128 << 10),
            source:
                "https://slack.com/help/articles/206870177-Add-custom-emoji-and-aliases-to-your-workspace"),
        // What moves there is a WebM of VP9.
        MemeDestination(
            "telegram-sticker", .longEdge(512), still: (.webp, 512 << 10),
            source: "https://core.telegram.org/stickers"),
        MemeDestination(
            "whatsapp-sticker", .sticker(.square(512)), still: (.webp, 100 << 10),
            moving: (.webp, 500 << 10),
            duration: 10_000, source: "https://github.com/WhatsApp/stickers"),
        MemeDestination(
            "x", .within(PixelSize(width: 8_192, height: 8_192)), still: (.jpeg, 5_000_000),
            moving: (.gif, 15_000_000),
            source: "https://docs.x.com/x-api/media/quickstart/best-practices"),
    ]

    /// The place of a name; `nil` for one that is not known.
    public init?(named name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// The framing of a meme for it.
    ///
    /// - Parameter crop: the part of the base image that is kept; `nil` for all of it.
    /// - Returns: the framing.
    public func framing(crop: MemeFile.Crop? = nil) -> MemeFile.Framing {
        switch shape {
        case .sticker(let size):
            .init(crop: crop, resize: Resize(into: size, enlarges: true), box: size, rest: .clear)
        case .screen(let size): .init(crop: crop, resize: Resize(into: size, enlarges: true), box: size)
        case .longEdge(let side):
            .init(
                crop: crop, resize: Resize(into: .square(side), enlarges: true), box: .square(side),
                rest: .none)
        case .within(let size): .init(crop: crop, resize: Resize(into: size), box: size, rest: .none)
        }
    }

    /// The rule for a file.
    ///
    /// - Parameter moves: whether the meme moves.
    /// - Returns: the rule.
    public func rule(moves: Bool) -> Rule { moves ? moving ?? still : still }
}
