package import PostcardImaging

/// The lettering of a meme at each time, drawn anew only where something else is seen.
package struct TimedLettering {
    private let meme: Meme
    private let size: PixelSize
    private let pixelLimit: Int
    private let isolation: Isolation?
    private let fonts: FontLibrary
    private var drawn: (seen: [Int?], lettering: MemeLettering)?
    /// `nil` for a meme that is always seen as a whole.
    let timeline: MemeTimeline?

    /// `size` is that of the base image. `length` is how long that moves, in milliseconds; `nil` for one that stands still.
    ///
    /// - Throws: as `Meme.lettering` does.
    package init(
        _ meme: Meme, on size: PixelSize, length: Int?, pixelLimit: Int, isolation: Isolation?,
        fonts: FontLibrary = .shared
    ) throws {
        self.meme = meme
        self.size = size
        self.pixelLimit = pixelLimit
        self.isolation = isolation
        self.fonts = fonts
        guard meme.hasTimes else {
            timeline = nil
            return
        }
        let whole = try meme.lettering(on: size, fonts: fonts, pixelLimit: pixelLimit, isolation: isolation)
        timeline = MemeTimeline(meme, whole.reports.map(\.layout), length: length)
        drawn = (Array(repeating: nil, count: whole.reports.count), whole)
    }

    /// The times after the beginning at which something else is seen, in milliseconds.
    package var changes: [Int] { timeline?.changes ?? [] }

    /// One report per caption; empty before anything is drawn.
    var reports: [CaptionReport] { drawn?.lettering.reports ?? [] }

    /// The lettering at `time`, in milliseconds. `visible` tells which captions are seen at all; the rest is.
    package mutating func lettering(at time: Int, visible: [Bool] = []) throws -> MemeLettering {
        var seen = timeline?.seen(at: time) ?? Array(repeating: nil, count: meme.allCaptions.count)
        for (index, isVisible) in visible.prefix(seen.count).enumerated() where !isVisible { seen[index] = 0 }
        if let drawn, drawn.seen == seen { return drawn.lettering }
        var meme = meme
        meme.editCaptions { caption, number in caption.visiblePartCount = seen[number] }
        let lettering = try meme.lettering(on: size, fonts: fonts, pixelLimit: pixelLimit, isolation: isolation)
        drawn = (seen, lettering)
        return lettering
    }
}
