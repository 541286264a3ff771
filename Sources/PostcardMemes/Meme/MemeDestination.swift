package import PostcardImaging

/// A service that memes are posted to, with its published rules for pictures and videos.
public struct MemeDestination: Sendable, Hashable {
    /// The pixel size of the pictures that a service accepts.
    package enum Shape: Sendable, Hashable {
        /// Exactly this size. Opaque pictures are cropped, and others are padded with transparency.
        case sticker(PixelSize)
        /// Exactly this size, padded with the blurred meme.
        case screen(PixelSize)
        /// Exactly this width, with an aspect ratio (width divided by height) in this range, padded with the blurred meme.
        case post(width: Int, ratios: ClosedRange<Double>)
        /// The longer side has exactly this many pixels.
        case longEdge(Int)
        /// At most this size.
        case within(PixelSize)
    }

    /// The size, format and limits of a file.
    package struct Rule: Sendable, Hashable {
        /// The pixels.
        package let shape: Shape
        /// The format.
        package let format: ImageFormat
        /// The maximum size of the file in bytes.
        package let bytes: Int
        /// The maximum number of frames; `nil` for no limit.
        package private(set) var frames: Int?
        /// The maximum number of pixels in all frames combined; `nil` for no limit.
        package private(set) var framePixels: Int?
        /// The maximum duration in milliseconds; `nil` for no limit.
        package private(set) var milliseconds: Int?
    }

    /// The size, format and limits of a video.
    package struct VideoRule: Sendable, Hashable {
        /// The pixels.
        package let shape: Shape
        /// The file extension: `mp4` for H.264 and AAC, or `webm` for VP9 without sound.
        package private(set) var fileExtension = "mp4"
        /// The maximum size of the file in bytes.
        package let bytes: Int
        /// The duration in seconds.
        package let seconds: ClosedRange<Double>
        /// The number of frames per second.
        package let framesPerSecond: ClosedRange<Double>
    }

    /// The name, for example `discord-emoji`.
    public let name: String
    /// The rule for still images.
    package let still: Rule
    /// The rule for animated pictures; `nil` if the service shows them as still images, or requires videos.
    package private(set) var moving: Rule?
    /// The rule for videos; `nil` if the service does not accept videos.
    package private(set) var video: VideoRule?

    private static let phoneScreen = Shape.screen(PixelSize(width: 1_080, height: 1_920))

    /// All known services, sorted by name. The rules are as of 2026-11-30.
    public static let all = [
        // https://discord.com/developers/docs/resources/emoji
        MemeDestination(
            name: "discord-emoji", still: Rule(shape: .sticker(.square(128)), format: .png, bytes: 256 << 10),
            moving: Rule(shape: .sticker(.square(128)), format: .gif, bytes: 256 << 10)),
        // https://discord.com/developers/docs/resources/sticker
        MemeDestination(
            name: "discord-sticker", still: Rule(shape: .sticker(.square(320)), format: .png, bytes: 512 << 10),
            moving: Rule(shape: .sticker(.square(320)), format: .gif, bytes: 512 << 10, milliseconds: 5_000)),
        // https://developers.facebook.com/docs/instagram-api/reference/ig-user/media: the page allows widths from 320 to 1440
        MemeDestination(
            name: "instagram-post",
            still: Rule(shape: .post(width: 1_080, ratios: 0.8...1.91), format: .jpeg, bytes: 8_000_000)),
        // The same page: reels are H.264 or HEVC with AAC in MP4, and have a JPEG as their cover
        MemeDestination(
            name: "instagram-reel", still: Rule(shape: phoneScreen, format: .jpeg, bytes: 8_000_000),
            video: VideoRule(shape: phoneScreen, bytes: 300_000_000, seconds: 3...900, framesPerSecond: 23...60)),
        // The same page: 1080 × 1920 pixels
        MemeDestination(
            name: "instagram-story", still: Rule(shape: phoneScreen, format: .jpeg, bytes: 8_000_000),
            video: VideoRule(shape: phoneScreen, bytes: 100_000_000, seconds: 3...60, framesPerSecond: 23...60)),
        // https://slack.com/help/articles/206870177-Add-custom-emoji-and-aliases-to-your-workspace: the page recommends a square
        MemeDestination(
            name: "slack-emoji", still: Rule(shape: .sticker(.square(128)), format: .png, bytes: 128_000),
            moving: Rule(shape: .sticker(.square(128)), format: .gif, bytes: 128_000, frames: 50)),
        // https://core.telegram.org/stickers: the page states no limit for still stickers and emoji
        MemeDestination(
            name: "telegram-emoji", still: Rule(shape: .sticker(.square(100)), format: .webp, bytes: 512_000),
            video: VideoRule(
                shape: .sticker(.square(100)), fileExtension: "webm", bytes: 256_000, seconds: 0...3,
                framesPerSecond: 1...30)),
        MemeDestination(
            name: "telegram-sticker", still: Rule(shape: .longEdge(512), format: .webp, bytes: 512_000),
            video: VideoRule(
                shape: .longEdge(512), fileExtension: "webm", bytes: 256_000, seconds: 0...3, framesPerSecond: 1...30)),
        // WhatsApp publishes no rules for Status. Videos of up to a minute and 16 MB are commonly reported to be accepted
        MemeDestination(
            name: "whatsapp-status", still: Rule(shape: phoneScreen, format: .jpeg, bytes: 5_000_000),
            video: VideoRule(shape: phoneScreen, bytes: 16_000_000, seconds: 0...60, framesPerSecond: 1...60)),
        // https://github.com/WhatsApp/stickers/tree/main/Android
        MemeDestination(
            name: "whatsapp-sticker", still: Rule(shape: .sticker(.square(512)), format: .webp, bytes: 100_000),
            moving: Rule(shape: .sticker(.square(512)), format: .webp, bytes: 500_000, milliseconds: 10_000)),
        // https://docs.x.com/x-api/media/quickstart/best-practices: 8192 × 8192 pixels for a still image; 20 minutes and 8 GB for a video
        MemeDestination(
            name: "x", still: Rule(shape: .within(.square(8_192)), format: .jpeg, bytes: 5_000_000),
            moving: Rule(
                shape: .within(PixelSize(width: 1_280, height: 1_080)), format: .gif, bytes: 15_000_000, frames: 350,
                framePixels: 300_000_000),
            video: VideoRule(
                shape: .within(PixelSize(width: 1_280, height: 1_024)), bytes: 8_000_000_000, seconds: 0.5...1_200,
                framesPerSecond: 1...60)),
    ]
}

extension MemeDestination {
    /// Returns the service with the given name; `nil` for an unknown name.
    public init?(named name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Returns the rule for a file.
    package func rule(moves: Bool) -> Rule { moves ? moving ?? still : still }
}

extension MemeDestination.Shape {
    /// Returns the framing of a meme.
    ///
    /// - Parameters:
    ///   - size: the size of the base image in pixels.
    ///   - crop: the part of the image to keep; `nil` for the whole image.
    ///   - scale: the fraction of the maximum size to use if the shape allows several sizes, above 0 and at most 1.
    package func framing(of size: PixelSize, crop: MemeFile.Crop? = nil, scale: Double = 1) -> MemeFile.Framing {
        func framing(_ box: PixelSize, enlarges: Bool = true, rest: MemeFile.Framing.Rest) -> MemeFile.Framing {
            MemeFile.Framing(crop: crop, resize: Resize(into: box, enlarges: enlarges), box: box, rest: rest)
        }
        let part = crop.map { $0.rect(in: size) }.map { PixelSize(width: $0.width, height: $0.height) } ?? size
        switch self {
        case .sticker(let box): return framing(box, rest: .clear)
        case .screen(let box): return framing(box, rest: .blurred)
        case .post(let width, let ratios):
            let ratio = Double(max(1, part.width)) / Double(max(1, part.height))
            let height = Double(width) / min(ratios.upperBound, max(ratios.lowerBound, ratio))
            // Round up so that the picture is not wider than allowed.
            return framing(PixelSize(width: width, height: Int((height - 1e-6).rounded(.up))), rest: .blurred)
        case .longEdge(let side): return framing(.square(side), rest: .none)
        case .within(let most):
            // The scale applies to the size of the fitted base image, which may be below the limit.
            let fitted = Resize(into: most).size(for: part)
            return framing(
                scale < 1 ? Resize(scaledBy: scale).size(for: fitted) : most, enlarges: false, rest: .none)
        }
    }
}

extension MemeDestination.Rule {
    /// Returns the maximum number of frames for a given size; `nil` for no limit.
    func maximumFrames(of size: PixelSize) -> Int? {
        let most = [frames, framePixels.map { max(1, $0 / max(1, size.area)) }].compactMap { $0 }
        return most.min()
    }
}
