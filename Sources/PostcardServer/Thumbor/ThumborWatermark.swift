/// The arguments of thumbor's `watermark` filter.
struct ThumborWatermark: Sendable, Equatable {
    /// The position along one axis.
    enum Position: Sendable, Equatable {
        case center
        case `repeat`
        /// From the left or top edge, or from the other one.
        case pixels(Int, fromEnd: Bool)
        /// The same, in percent of the picture's side.
        case percent(Int, fromEnd: Bool)

        init?(_ text: String) {
            if text == "center" {
                self = .center
            } else if text == "repeat" {
                self = .repeat
            } else {
                let fromEnd = text.hasPrefix("-")
                let isPercent = text.hasSuffix("p")
                let digits = text.dropFirst(fromEnd ? 1 : 0).dropLast(isPercent ? 1 : 0)
                guard let number = Int(digits), (0...1_000_000).contains(number) else { return nil }
                self = isPercent ? .percent(number, fromEnd: fromEnd) : .pixels(number, fromEnd: fromEnd)
            }
        }
    }

    /// The name of the picture, like that of the request.
    var image: String
    var x: Position
    var y: Position
    /// 0 (as it is) to 100 (invisible).
    var transparency: Int
    /// The widest that it may be, in percent of the picture's width.
    var widthPercent: Int?
    /// The highest that it may be, in percent of the picture's height.
    var heightPercent: Int?
}
