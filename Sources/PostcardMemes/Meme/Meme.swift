public import PostcardImaging

/// A picture's lettering.
public struct Meme: Hashable, Sendable {
    /// In the order they are drawn.
    public var captions: [Caption]

    /// Makes a meme of captions.
    public init(captions: [Caption]) {
        self.captions = captions
    }

    /// The picture with the captions on it.
    ///
    /// - Throws: `MemeError`.
    public func render(
        onto image: Image, fonts: FontLibrary = .shared
    ) throws(MemeError) -> (image: Image, reports: [CaptionReport]) {
        var result = image
        var reports: [CaptionReport] = []
        for caption in captions { reports.append(try result.draw(caption, fonts: fonts)) }
        return (result, reports)
    }
}

extension Meme {
    /// The classic meme: white capitals with a black outline at the top and at the bottom. Empty texts are left out.
    public static func classic(top: String = "", bottom: String = "") -> Meme {
        var captions: [Caption] = []
        if !top.isEmpty {
            var caption = Caption(top, in: UnitBox(x: 0.03, y: 0.03, width: 0.94, height: 0.25))
            caption.verticalAlignment = .top
            caption.letterCase = .upper
            captions.append(caption)
        }
        if !bottom.isEmpty {
            var caption = Caption(bottom, in: UnitBox(x: 0.03, y: 0.72, width: 0.94, height: 0.25))
            caption.verticalAlignment = .bottom
            caption.letterCase = .upper
            captions.append(caption)
        }
        return Meme(captions: captions)
    }
}
