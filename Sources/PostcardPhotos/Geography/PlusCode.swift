/// Parses plus codes such as `8FW4V75V+8Q`, which identify a small rectangle (Open Location Code specification).
enum PlusCode {
    private static let digits = Array("23456789CFGHJMPQRVWX")

    /// Returns true if a string has the form of a plus code, full or shortened.
    static func isCode(_ text: Substring) -> Bool {
        let code = text.prefix { !$0.isWhitespace && $0 != "," }
        guard let plus = code.firstIndex(of: "+"), code.distance(from: code.startIndex, to: plus) >= 2 else {
            return false
        }
        let letters = code.filter { $0 != "+" }
        return code.count(where: { $0 == "+" }) == 1
            && letters.uppercased().allSatisfy { digits.contains($0) || $0 == "0" }
            && (letters.contains { $0.isLetter } || code.distance(from: code.startIndex, to: plus) == 8)
    }

    /// Returns the center of the rectangle.
    ///
    /// - Throws: `CoordinateError` if the code is invalid, or if it is shortened and therefore depends on a reference point.
    static func coordinate(in text: Substring) throws(CoordinateError) -> Coordinate {
        guard let plus = text.firstIndex(of: "+"), text.distance(from: text.startIndex, to: plus) == 8 else {
            throw CoordinateError(
                .unreadable,
                "“\(text)” is a shortened plus code. Use the full code, with eight characters before the plus, such as 8FW4V75V+8Q."
            )
        }
        let code = text.uppercased().filter { $0 != "+" }
        let significant = code.prefix { $0 != "0" }
        let values = significant.compactMap { digits.firstIndex(of: $0) }
        guard values.count == significant.count, code.dropFirst(significant.count).allSatisfy({ $0 == "0" }),
            2...15 ~= values.count, values.count.isMultiple(of: 2) || values.count > 10,
            significant.count == code.count || code.count == 8
        else { throw .unreadable(text) }
        var (latitude, longitude) = (-90.0, -180.0)
        var (height, width) = (400.0, 400.0)
        // Each of the five pairs of digits splits both sides into 20 parts. Each further digit splits the rectangle into 5 rows and 4
        // columns.
        for index in stride(from: 0, to: min(10, values.count), by: 2) {
            height /= 20
            width /= 20
            latitude += Double(values[index]) * height
            longitude += Double(values[index + 1]) * width
        }
        for value in values.dropFirst(10) {
            height /= 5
            width /= 4
            latitude += Double(value / 4) * height
            longitude += Double(value % 4) * width
        }
        return try Coordinate(latitude: latitude + height / 2, longitude: longitude + width / 2)
    }
}
