public import PostcardImaging

/// The captions and overlays of a base image: on it, and captions above and below it on a surround.
///
/// ```swift
/// var meme = Meme.classic(top: "One does not simply", bottom: "ship on Friday")
/// meme.captions[1].fill = Color(red: 255, green: 214, blue: 10)
/// let (image, reports) = try meme.rendered(on: photo)
/// for warning in reports.flatMap(\.warnings) { print(warning) }
/// ```
public struct Meme: Hashable, Sendable, Codable, DefaultedDecodable {
    /// The captions on the picture, in the order they are drawn.
    public var captions: [Caption]
    /// The captions above the picture from top to bottom. The box of such a caption gives its width and its maximum height; its
    /// position is ignored.
    public var above: [Caption]
    /// The captions below the picture from top to bottom, with boxes as those of `above`.
    public var below: [Caption]
    /// The surround of the base image; `nil` for none. Captions above and below get a white one.
    public var surround: Surround?
    /// Pictures on the base image, in the order they are drawn.
    public var overlays: [Overlay]
    /// Lines, arrows, rectangles and ellipses, in the order they are drawn: over overlays of level `below`, under captions.
    public var shapes: [MemeShape]
    /// True to draw all captions in one size, the largest that all of them fit at.
    public var usesUniformTextSize: Bool
    /// An effect on the whole picture with its captions; `nil` for none.
    public var effect: Effect?

    private enum CodingKeys: String, CodingKey {
        case captions, above, below, surround, overlays, shapes, effect
        case usesUniformTextSize = "sameSize"
    }

    /// Makes a meme. Captions on the picture that have the same box share it, one below the other.
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

    /// Returns an image with the meme drawn on it, and a report for each caption: those above, those on the image, those below.
    ///
    /// The function blocks its thread. A ``MemeFile/Job`` makes a file from a file.
    ///
    /// - Parameters:
    ///   - image: the base image. It is drawn on without a copy if nothing else holds it.
    ///   - fonts: the source of fonts.
    ///   - limits: the maximum of pixels of the result with its surround, and the limits for overlays.
    /// - Throws: `MemeError`, with code `invalidCaption` also if the result would be too large. `ImageError` with code `limitExceeded` if a side
    ///   would be too long, or `outOfMemory`. `CancellationError` if the task is canceled within `MemoryBudget.run`.
    public func rendered(
        on image: consuming Image, fonts: FontLibrary = .shared, limits: DecodingLimits = .default
    ) throws -> (image: Image, reports: [CaptionReport]) {
        try render(onto: image, fonts: fonts, pixelLimit: limits.pixels, isolation: limits.isolation)
    }

    /// Draws the meme on an image as ``rendered(on:fonts:limits:)`` does.
    ///
    /// - Parameters:
    ///   - pixelLimit: the most pixels that the result may have with its surround.
    ///   - isolation: the process that overlays are decoded in; `nil` for this one.
    /// - Throws: `MemeError`; code `invalidCaption` also when the result would be too large. `ImageError` with code `limitExceeded` when
    ///   a side would be too long, `outOfMemory` or, within `ImageWork`, `interrupted`: its checkpoint is called before each caption and
    ///   overlay.
    package func render(
        onto image: consuming Image, fonts: FontLibrary = .shared, pixelLimit: Int = .max, isolation: Isolation? = nil
    ) throws -> (image: Image, reports: [CaptionReport]) {
        let size = image.size
        let meme = try avoidingDetail(of: [copy image], on: size, fonts: fonts)
        return try MemeRenderer(meme, on: size, fonts: fonts, pixelLimit: pixelLimit, isolation: isolation)
            .picture(on: image)
    }

    /// Draws the lettering for pictures of `size`, for laying it on several, such as the frames of an animation. Captions that avoid detail
    /// stay in their boxes; use the meme that ``avoidingDetail(of:on:fonts:)`` returns.
    ///
    /// - Parameters:
    ///   - pixelLimit: the most pixels that a result may have with its surround. What is kept of the captions may take eight
    ///     bytes for each of them.
    ///   - isolation: the process that overlays are decoded in; `nil` for this one.
    /// - Throws: as ``rendered(on:fonts:limits:)``; `MemeError` with code `invalidCaption` also when the captions cover more than
    ///   can be kept at a time.
    package func lettering(
        on size: PixelSize, fonts: FontLibrary = .shared, pixelLimit: Int = .max, isolation: Isolation? = nil
    ) throws -> MemeLettering {
        let renderer = MemeRenderer(self, on: size, fonts: fonts, pixelLimit: pixelLimit, isolation: isolation)
        guard let lettering = try renderer.lettering(byteLimit: 8 * min(pixelLimit, 1 << 40)) else {
            throw MemeError(
                .invalidCaption,
                "The captions cover too much of the picture to be kept for all frames. Take fewer or smaller ones.")
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
    /// The classic meme: white capitals with a black outline at the top and at the bottom. Empty texts are left out.
    public static func classic(top: String = "", bottom: String = "") -> Meme {
        MemeStyle.classic.meme(filling: [top, bottom])
    }

    /// All captions: those above, those on the base image, those below.
    package var allCaptions: [Caption] { above + captions + below }

    /// Changes all captions, numbered from those above to those on the base image and those below.
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
