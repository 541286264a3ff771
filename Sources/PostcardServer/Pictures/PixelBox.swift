internal import PostcardImaging

/// A box in pixels as text: `800` for a square, or `1200x630`.
struct PixelBox: Sendable, Equatable {
    /// As it was written.
    let text: String
    let box: PixelSize

    /// - Returns: `nil` for sides that are not 1 to 20 000.
    init?(_ text: String) {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard 1...2 ~= sides.count, let width = sides[0], let height = sides[sides.count - 1],
            1...20_000 ~= width, 1...20_000 ~= height
        else { return nil }
        self.text = text
        box = PixelSize(width: width, height: height)
    }
}
