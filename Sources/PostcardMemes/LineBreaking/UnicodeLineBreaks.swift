import CText

/// The line breaks that UAX #14 (revision 49, Unicode 15.0) allows, with numbers treated as in example 7 of that document.
struct UnicodeLineBreaks {
    /// A character with its marks and joiners (LB9).
    private struct Unit {
        var type: LineBreakClass
        let scalar: UInt32
        let start: Int
        var endsWithJoiner = false
    }

    private let units: [Unit]

    /// Returns true for each scalar before which a line may or must end. `classes` contains the class of each scalar.
    static func breaks(in scalars: [UInt32], _ classes: [LineBreakClass]) -> [Bool] {
        var breaks = [Bool](repeating: false, count: scalars.count)
        let rules = UnicodeLineBreaks(scalars, classes)
        var number = NumberState()
        for index in rules.units.indices {
            let inNumber = number.joins(rules.units, index)
            guard index > 0 else { continue }
            breaks[rules.units[index].start] = rules.isBreak(before: index, inNumber: inNumber)
        }
        return breaks
    }

    private init(_ scalars: [UInt32], _ classes: [LineBreakClass]) {
        var units: [Unit] = []
        units.reserveCapacity(scalars.count)
        for (index, scalar) in scalars.enumerated() {
            var type = classes[index].resolved(of: scalar)
            let isJoiner = type == .zwj
            if type == .cm || isJoiner {
                switch units.last?.type {
                case nil, .bk, .cr, .lf, .nl, .sp, .zw: type = .al
                default:
                    units[units.count - 1].endsWithJoiner = isJoiner
                    continue
                }
            }
            units.append(Unit(type: type, scalar: scalar, start: index, endsWithJoiner: isJoiner))
        }
        self.units = units
    }

    private func isBreak(before index: Int, inNumber: Bool) -> Bool {
        let (last, next) = (units[index - 1].type, units[index].type)
        // LB4 to LB7.
        switch (last, next) {
        case (.cr, .lf): return false
        case (.bk, _), (.cr, _), (.lf, _), (.nl, _): return true
        case (_, .bk), (_, .cr), (_, .lf), (_, .nl), (_, .sp), (_, .zw): return false
        default: break
        }
        // The class of the last unit before any spaces.
        let word = units[..<index].last { $0.type != .sp }?.type ?? .sp
        // LB8, LB8a.
        if word == .zw { return true }
        if units[index - 1].endsWithJoiner { return false }
        // LB11 to LB18: joiners, and signs that bind across spaces.
        switch (last, next) {
        case (_, .wj), (.wj, _), (.gl, _): return false
        case (.sp, .gl), (.ba, .gl), (.hy, .gl): break
        case (_, .gl), (_, .cl), (_, .cp), (_, .ex), (_, .is), (_, .sy): return false
        default: break
        }
        switch (word, next) {
        case (.op, _), (.qu, .op), (.cl, .ns), (.cp, .ns), (.b2, .b2): return false
        default: return last == .sp || isBreakBetween(index, last, next, inNumber: inNumber)
        }
    }

    /// LB19 to LB31: pairs without a space between them.
    private func isBreakBetween(_ index: Int, _ last: LineBreakClass, _ next: LineBreakClass, inNumber: Bool) -> Bool {
        switch (last, next) {
        case (_, .qu), (.qu, _): return false
        case (_, .cb), (.cb, _): return true
        case (_, .ba), (_, .hy), (_, .ns), (.bb, _), (.sy, .hl), (_, .in): return false
        case (.hy, _) where isAfterHebrew(index - 1), (.ba, _) where isAfterHebrew(index - 1): return false
        case (.pr, _) where next.isIdeographic, (_, .po) where last.isIdeographic: return false
        default: break
        }
        if inNumber { return false }
        // From here on, Hebrew letters are treated like other letters.
        switch (last == .hl ? .al : last, next == .hl ? .al : next) {
        case (.al, .nu), (.nu, .al), (.pr, .al), (.po, .al), (.al, .pr), (.al, .po), (.al, .al), (.is, .al):
            return false
        case (.jl, .jl), (.jl, .jv), (.jl, .h2), (.jl, .h3), (.jv, .jv), (.jv, .jt), (.h2, .jv), (.h2, .jt), (.jt, .jt),
            (.h3, .jt):
            return false
        case (.al, .op), (.nu, .op): return isEastAsian(index)
        case (.cp, .al), (.cp, .nu): return isEastAsian(index - 1)
        // LB30a: pairs of regional indicators.
        case (.ri, .ri): return units[..<index].reversed().prefix { $0.type == .ri }.count.isMultiple(of: 2)
        case (.eb, .em): return false
        case (_, .em): return !isFutureEmoji(index - 1)
        default: return true
        }
    }

    private func isAfterHebrew(_ index: Int) -> Bool { index > 0 && units[index - 1].type == .hl }

    /// True for the widths F, W and H in UAX #11.
    private func isEastAsian(_ index: Int) -> Bool {
        let scalar = units[index].scalar
        return textLibrary.g_unichar_iswide(scalar) != 0 || 0xFF61...0xFFDC ~= scalar
    }

    /// True for a code point that is reserved for future emoji (LB30b).
    private func isFutureEmoji(_ index: Int) -> Bool {
        switch units[index].scalar {
        case 0x1F000...0x1FAFF, 0x1FC00...0x1FFFD:
            Unicode.Scalar(units[index].scalar)?.properties.generalCategory == .unassigned
        default: false
        }
    }

    /// The numbers of LB25, matched by the expression in example 7 of UAX #14, section 8.2: `(PR | PO)? (OP | HY)? NU (NU | SY | IS)* (CL |
    /// CP)? (PR | PO)?`
    private struct NumberState {
        private enum Place { case outside, digits, closed }

        private var place = Place.outside

        /// Returns true if the unit at `index` belongs to the same number as the previous unit. Call this function for all units in order.
        mutating func joins(_ units: [Unit], _ index: Int) -> Bool {
            let last = index > 0 ? units[index - 1].type : nil
            let before = place
            place = .outside
            switch (before, units[index].type) {
            case (_, .nu):
                place = .digits
                return before == .digits || [.pr, .po, .op, .hy].contains(last)
            case (.digits, .sy), (.digits, .is): place = .digits
            case (.digits, .cl), (.digits, .cp): place = .closed
            case (.digits, .pr), (.digits, .po), (.closed, .pr), (.closed, .po): break
            case (_, .op), (_, .hy):
                return (last == .pr || last == .po) && units.dropFirst(index + 1).first?.type == .nu
            default: return false
            }
            return true
        }
    }
}
