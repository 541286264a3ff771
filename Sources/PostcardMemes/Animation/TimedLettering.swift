package import PostcardImaging

/// The drawn text of a meme at each point in time. The text is redrawn only when it changes.
package struct TimedLettering {
    private let meme: Meme
    private let size: PixelSize
    private let pixelLimit: Int
    private let isolation: Isolation?
    private let fonts: FontLibrary
    private var drawn: (seen: [Int?], lettering: MemeLettering)?
    /// The times at which text appears and disappears; `nil` for a meme whose text is always fully visible.
    let timeline: MemeTimeline?

    /// `size` is the size of the base image. `length` is the base image's duration in milliseconds; `nil` for a still image.
    ///
    /// - Throws: the errors that `Meme.lettering` throws.
    package init(
        _ meme: Meme, on size: PixelSize, length: Int?, pixelLimit: Int, isolation: Isolation?,
        fonts: FontLibrary = .shared
    ) throws {
        self.meme = meme
        self.size = size
        self.pixelLimit = pixelLimit
        self.isolation = isolation
        self.fonts = fonts
        guard meme.isTimed else {
            timeline = nil
            return
        }
        let whole = try meme.lettering(on: size, fonts: fonts, pixelLimit: pixelLimit, isolation: isolation)
        timeline = MemeTimeline(meme, whole.reports.map(\.layout), length: length)
        drawn = (Array(repeating: nil, count: whole.reports.count), whole)
    }

    /// The times in milliseconds at which a caption changes after the start of the animation.
    package var changes: [Int] { timeline?.changes ?? [] }

    /// One report per caption; empty until the meme is first drawn.
    var reports: [CaptionReport] { drawn?.lettering.reports ?? [] }

    /// The drawn text at `time`, in milliseconds. `visible` has one flag per caption; captions without a flag are visible.
    package mutating func lettering(at time: Int, visible: [Bool] = []) throws -> MemeLettering {
        var seen = timeline?.visibleParts(at: time) ?? Array(repeating: nil, count: meme.allCaptions.count)
        for (index, isVisible) in visible.prefix(seen.count).enumerated() where !isVisible { seen[index] = 0 }
        if let drawn, drawn.seen == seen { return drawn.lettering }
        var meme = meme
        meme.editCaptions { caption, number in caption.visiblePartCount = seen[number] }
        let lettering = try meme.lettering(on: size, fonts: fonts, pixelLimit: pixelLimit, isolation: isolation)
        drawn = (seen, lettering)
        return lettering
    }
}
