/// Brackets, quotation marks, commas and periods as wide as a Han character, with ink on one side only. Two of them leave a gap in a line,
/// so one becomes half as wide, as in CSS (`text-spacing-trim`). At the start or end of a text, the empty half would put it off center.
enum FullWidthPunctuation {
    private enum Kind {
        case opening
        case closing
        /// A colon, semicolon, middle dot or space.
        case middle
    }

    /// Returns the indices of the characters that become half as wide.
    static func narrowed(in scalars: [UInt32]) -> [Int] {
        let kinds = scalars.map(kind)
        return kinds.indices.filter { index in
            let (before, after) = (index - 1, index + 1)
            return switch kinds[index] {
            case .opening: before < 0 || scalars[before] == 0x0A || kinds[before] != nil
            case .closing: after == kinds.count || scalars[after] == 0x0A || [.closing, .middle].contains(kinds[after])
            case .middle, nil: false
            }
        }
    }

    private static func kind(_ scalar: UInt32) -> Kind? {
        switch scalar {
        case 0x3001, 0x3002, 0xFF0C, 0xFF0E: .closing
        case 0x3000, 0x30FB, 0xFF1A, 0xFF1B: .middle
        case 0x2018...0x201D, 0x3008...0x301F, 0xFF01...0xFF60:
            switch Unicode.Scalar(scalar)?.properties.generalCategory {
            case .openPunctuation, .initialPunctuation: .opening
            case .closePunctuation, .finalPunctuation: .closing
            default: nil
            }
        default: nil
        }
    }
}
