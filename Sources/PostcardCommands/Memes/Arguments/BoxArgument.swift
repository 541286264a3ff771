import ArgumentParser
import PostcardImaging
import PostcardMemes

/// A box with its left and top edges, its width and its height. Each is a fraction of the picture such as `0.1`, or pixels such as `120px`.
struct BoxArgument: ExpressibleByArgument {
    private let text: String
    /// The four values, and whether each is in pixels.
    private let values: [(value: Double, isPixels: Bool)]

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        values = words.compactMap { word in
            let isPixels = word.hasSuffix("px")
            guard let value = Double(isPixels ? word.dropLast(2) : word),
                (isPixels ? -100_000...100_000 : -20...20).contains(value)
            else { return nil }
            return (value, isPixels)
        }
        text = argument
        guard words.count == 4, values.count == 4, values[2].value > 0, values[3].value > 0 else { return nil }
    }

    /// Returns the box on a picture.
    ///
    /// - Parameter size: the size of the picture; `nil` if it is unknown.
    /// - Throws: `ValidationError` for pixels on a picture of unknown size.
    func box(on size: PixelSize?) throws(ValidationError) -> UnitBox {
        try require(
            size != nil || !values.contains(where: \.isPixels),
            "--box \(text): pixels can't be used with --crop or for a video. Use fractions of the picture.")
        let sides = size.map { [$0.width, $0.height] } ?? [1, 1]
        let parts = values.indices.map {
            values[$0].isPixels ? values[$0].value / Double(sides[$0 % 2]) : values[$0].value
        }
        return UnitBox(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
    }
}
