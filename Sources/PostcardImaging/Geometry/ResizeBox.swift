/// The size of a result as text: `800` for a square box, `1200x630`, `800x` or `x630` to limit only one side, or `50%` of each side.
package struct ResizeBox: Hashable, Sendable {
    /// The width in pixels; `nil` if the width is unlimited.
    package let width: Int?
    /// The height in pixels; `nil` if the height is unlimited.
    package let height: Int?
    /// The percentage of the picture's sides; `nil` for a box of pixels.
    package let percent: Double?

    /// The maximum side in pixels, unless a caller allows more.
    package static let maximumSide = 20_000

    /// Makes a box of pixels.
    package init(width: Int?, height: Int?) {
        self.width = width
        self.height = height
        percent = nil
    }

    /// Reads a string; `nil` for other text, and for sides below 1 or above `maximumSide`.
    ///
    /// - Parameters:
    ///   - text: both sides, the width or the height alone, one side of a square, or a percentage above 0.
    ///   - maximumSide: the maximum side in pixels.
    package init?(_ text: some StringProtocol, maximumSide: Int = maximumSide) {
        if text.hasSuffix("%") {
            guard let percent = Double(text.dropLast()), percent > 0, percent.isFinite else { return nil }
            (width, height, self.percent) = (nil, nil, percent)
            return
        }
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        let numbers = sides.map { Int($0) }
        guard 1...2 ~= sides.count, sides.contains(where: { !$0.isEmpty }),
            zip(sides, numbers).allSatisfy({ $0.isEmpty || $1.map { $0 > 0 && $0 <= maximumSide } ?? false })
        else { return nil }
        (width, height, percent) = (numbers[0], numbers[numbers.count - 1], nil)
    }

    /// The box in pixels. An unlimited side is longer than the side of any picture.
    package var size: PixelSize { PixelSize(width: width ?? Int(Int32.max), height: height ?? Int(Int32.max)) }

    /// True if both sides are set.
    package var isClosed: Bool { width != nil && height != nil }

    /// Returns the rule for a result of this size. A percentage keeps the aspect ratio and can enlarge the picture.
    package func resize(_ fit: Resize.Fit = .inside, enlarges: Bool = false) -> Resize {
        percent.map { Resize(scaledBy: $0 / 100) } ?? Resize(into: size, fit: fit, enlarges: enlarges)
    }
}

extension ResizeBox: CustomStringConvertible {
    /// The shortest text for this box.
    package var description: String {
        if let percent { return (Int(exactly: percent).map { "\($0)" } ?? "\(percent)") + "%" }
        return width == height ? "\(size.width)" : "\(width.map(String.init) ?? "")x\(height.map(String.init) ?? "")"
    }
}
