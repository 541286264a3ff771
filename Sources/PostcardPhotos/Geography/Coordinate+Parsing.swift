import PostcardCore

extension Coordinate {
    /// Parses a coordinate in the notations used by maps and cameras.
    ///
    /// - decimal degrees: `48.8584,2.2945`, `48.8584° N 2.2945° E`, `48,8584; 2,2945`
    /// - degrees, minutes and seconds: `48°51'30.2"N 2°17'40.2"E`, `N 48 51.504 E 2 17.67`
    /// - with labels or in parentheses: `Lat: 48.8584, Long: 2.2945`, `(48.8584, 2.2945)`
    /// - full plus codes: `8FW4V75V+8Q`
    /// - `geo:` URIs (RFC 5870), including URIs with Android's `?q=`: `geo:48.8584,2.2945;u=35`
    /// - links to Google Maps, OpenStreetMap, Apple Maps, Bing Maps, Waze and Yandex Maps that contain a coordinate
    ///
    /// Latitude comes first unless letters or labels indicate otherwise.
    ///
    /// - Throws: ``CoordinateError``, whose message states what to write instead.
    public init(parsing text: String) throws(CoordinateError) {
        let trimmed = text.trimmed[...]
        // The longest links from map services have a few hundred characters.
        guard trimmed.utf8.count <= 4_096 else {
            throw CoordinateError(.unreadable, "Text of \(trimmed.utf8.count) bytes is too long for a coordinate.")
        }
        let lowercased = trimmed.lowercased()
        if lowercased.hasPrefix("geo:") {
            self = try GeoURI.coordinate(in: trimmed.dropFirst(4))
        } else if lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") {
            self = try MapLink.coordinate(in: String(trimmed))
        } else if PlusCode.isCode(trimmed) {
            self = try PlusCode.coordinate(in: trimmed)
        } else if Self.isThreeWords(lowercased) {
            throw CoordinateError(
                .unreadable,
                "“\(trimmed)” is a what3words address, which only what3words can read. Find the location there and copy its coordinate."
            )
        } else {
            self = try AnglePair.coordinate(in: Self.withoutLabels(trimmed))
        }
    }

    private static func isThreeWords(_ text: String) -> Bool {
        let words = text.drop { $0 == "/" }.split(separator: ".", omittingEmptySubsequences: false)
        return words.count == 3 && words.allSatisfy { $0.count > 1 && $0.allSatisfy(\.isLetter) }
    }

    /// Returns the numbers in `Lat: 48.8584, Long: 2.2945`, latitude first, or the text inside brackets.
    private static func withoutLabels(_ text: Substring) -> Substring {
        var text = text
        for (open, close) in [("(", ")"), ("[", "]")] where text.hasPrefix(open) && text.hasSuffix(close) {
            text = text.dropFirst().dropLast()
        }
        let lowercased = text.lowercased()
        guard let first = lowercased.firstRange(of: #/lat(itude)?\s*[:=]?/#),
            let second = lowercased.firstRange(of: #/(lng|lon(g(itude)?)?)\s*[:=]?/#)
        else { return text }
        func angle(_ start: String.Index, _ end: String.Index) -> Substring {
            var angle = lowercased[start..<end]
            while let last = angle.last, last.isWhitespace || ",;".contains(last) { angle.removeLast() }
            return angle
        }
        let end = lowercased.endIndex
        let isLatitudeFirst = first.lowerBound < second.lowerBound
        let latitude = angle(first.upperBound, isLatitudeFirst ? second.lowerBound : end)
        let longitude = angle(second.upperBound, isLatitudeFirst ? end : first.lowerBound)
        return "\(latitude);\(longitude)"[...]
    }
}

extension CoordinateError {
    /// Returns the error for text that is not in any known notation.
    static func unreadable(_ text: some StringProtocol) -> CoordinateError {
        let shown = text.count > 80 ? "\(text.prefix(80))…" : String(text)
        return CoordinateError(
            .unreadable,
            "“\(shown)” is not a coordinate. Write latitude and longitude, such as 48.8584,2.2945 or "
                + "48°51'30.2\"N 2°17'40.2\"E, or paste a geo: URI or a map link.")
    }
}
