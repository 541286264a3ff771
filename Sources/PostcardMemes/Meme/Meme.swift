public import PostcardImaging

/// Captions and overlays on a base image, and captions on a surround above and below the image.
///
/// ```swift
/// var meme = Meme.classic(top: "One does not simply", bottom: "ship on Friday")
/// meme.captions[1].fill = Color(red: 255, green: 214, blue: 10)
/// let (image, reports) = try meme.rendered(on: photo)
/// for warning in reports.flatMap(\.warnings) { print(warning) }
/// ```
public struct Meme: Hashable, Sendable, Codable, DefaultedDecodable {
    /// The captions on the picture, in drawing order.
    public var captions: [Caption]
    /// The captions above the picture from top to bottom. Box sizes set the width and the maximum height; box positions are ignored.
    public var above: [Caption]
    /// The captions below the picture from top to bottom. Their boxes are used like the boxes of `above`.
    public var below: [Caption]
    /// The surround of the base image; `nil` for no surround or, if there are captions above or below the image, for a white surround.
    public var surround: Surround?
    /// The pictures on the base image, in drawing order.
    public var overlays: [Overlay]
    /// Lines, arrows, rectangles and ellipses, in drawing order. Shapes are drawn over overlays of level `below` and under captions.
    public var shapes: [MemeShape]
    /// True to draw all captions at the same size, the largest size at which all captions fit.
    public var usesUniformTextSize: Bool
    /// An effect on the whole picture with its captions; `nil` for none.
    public var effect: Effect?

    private enum CodingKeys: String, CodingKey {
        case captions, above, below, surround, overlays, shapes, effect
        case usesUniformTextSize = "sameSize"
    }

    /// Makes a meme. Captions on the picture that have the same box share the box, one below the other.
    public init(
        captions: [Caption] = [], above: [Caption] = [], below: [Caption] = [], surround: Surround? = nil,
        overlays: [Overlay] = [], shapes: [MemeShape] = [], usesUniformTextSize: Bool = false
    ) {
        self.captions = captions
        self.above = above
        self.below = below
        self.surround = surround
        self.overlays = overlays
        self.shapes = shapes
        self.usesUniformTextSize = usesUniformTextSize
    }

    /// Returns an image with the meme drawn on it, and a report for each caption, in this order: above, on and below the image.
    ///
    /// The function blocks its thread. To make a file from a base image file, use a ``MemeFile/Job``.
    ///
    /// - Parameters:
    ///   - image: the base image. If nothing else references the image, the meme is drawn on it without a copy.
    ///   - fonts: the source of fonts.
    ///   - limits: the maximum number of pixels in the result, including its surround, and the limits for overlays.
    /// - Throws: `MemeError`, including code `invalidCaption` if the result would be too large. `ImageError` with code `limitExceeded`
    ///   if a side would be too long, or `outOfMemory`. `CancellationError` if the task is canceled within `MemoryBudget.run`.
    public func rendered(
        on image: consuming Image, fonts: FontLibrary = .shared, limits: DecodingLimits = .default
    ) throws -> (image: Image, reports: [CaptionReport]) {
        try render(onto: image, fonts: fonts, pixelLimit: limits.pixels, isolation: limits.isolation)
    }

    /// Draws the meme on an image, as ``rendered(on:fonts:limits:)`` does.
    ///
    /// - Parameters:
    ///   - pixelLimit: the maximum number of pixels in the result, including its surround.
    ///   - isolation: the process that decodes overlays; `nil` for this process.
    /// - Throws: `MemeError`, including code `invalidCaption` if the result would be too large. `ImageError` with code `limitExceeded` if a
    ///   side would be too long, `outOfMemory` or, within `ImageWork`, `interrupted`: the checkpoint is called before each caption and
    ///   overlay.
    package func render(
        onto image: consuming Image, fonts: FontLibrary = .shared, pixelLimit: Int = .max, isolation: Isolation? = nil
    ) throws -> (image: Image, reports: [CaptionReport]) {
        let size = image.size
        let meme = try avoidingDetail(of: [copy image], on: size, fonts: fonts)
        return try MemeRenderer(meme, on: size, fonts: fonts, pixelLimit: pixelLimit, isolation: isolation)
            .picture(on: image)
    }

    /// Draws the text once for pictures of `size`, so that the text can be composited onto several pictures, such as the frames of an
    /// animation. Captions that avoid detail stay in their boxes; use the meme that ``avoidingDetail(of:on:fonts:)`` returns.
    ///
    /// - Parameters:
    ///   - pixelLimit: the maximum number of pixels in a result, including its surround. The drawn captions may take eight bytes per pixel.
    ///   - isolation: the process that decodes overlays; `nil` for this process.
    /// - Throws: the errors that ``rendered(on:fonts:limits:)`` throws; `MemeError` with code `invalidCaption` if the captions cover too
    ///   much of the picture to keep in memory.
    package func lettering(
        on size: PixelSize, fonts: FontLibrary = .shared, pixelLimit: Int = .max, isolation: Isolation? = nil
    ) throws -> MemeLettering {
        let renderer = MemeRenderer(self, on: size, fonts: fonts, pixelLimit: pixelLimit, isolation: isolation)
        guard let lettering = try renderer.lettering(byteLimit: 8 * min(pixelLimit, 1 << 40)) else {
            throw MemeError(
                .invalidCaption,
                "The captions cover too much of the picture for an animation. Use fewer or smaller captions.")
        }
        return lettering
    }

    init(defaultedFrom decoder: any Decoder) throws {
        self.init()
        try decoder.update(
            &self, (CodingKeys.captions, \.captions), (.above, \.above), (.below, \.below), (.surround, \.surround),
            (.overlays, \.overlays), (.shapes, \.shapes), (.usesUniformTextSize, \.usesUniformTextSize),
            (.effect, \.effect))
    }
}

extension Meme {
    /// Returns a classic meme: white capitals with a black outline at the top and bottom. Empty strings are omitted.
    public static func classic(top: String = "", bottom: String = "") -> Meme {
        MemeStyle.classic.meme(filling: [top, bottom])
    }

    /// All captions, in this order: above, on and below the base image.
    package var allCaptions: [Caption] { above + captions + below }

    /// Edits all captions, numbered in this order: above, on and below the base image.
    package mutating func editCaptions(_ edit: (_ caption: inout Caption, _ number: Int) throws -> Void) rethrows {
        var number = 0
        for list in [\Meme.above, \.captions, \.below] {
            for index in self[keyPath: list].indices {
                try edit(&self[keyPath: list][index], number)
                number += 1
            }
        }
    }
}
