extension ClosedRange where Bound: CustomStringConvertible {
    /// The range for messages: `0 to 100`, or `1 or more` where it has no end that matters.
    var words: String {
        func text(_ bound: Bound) -> Substring {
            let text = bound.description
            return text.hasSuffix(".0") ? text.dropLast(2) : text[...]
        }
        let isOpen = ["\(Int.max)", "\(Int32.max)"].contains { text(upperBound) == $0 }
        return isOpen ? "\(text(lowerBound)) or more" : "\(text(lowerBound)) to \(text(upperBound))"
    }
}
