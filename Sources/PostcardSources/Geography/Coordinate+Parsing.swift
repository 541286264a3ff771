extension Coordinate {
    /// Reads a place from a text in any notation in which maps and cameras hand them out.
    ///
    /// - decimal degrees: `48.8584,2.2945`, `48.8584° N 2.2945° E`, `48,8584; 2,2945`
    /// - degrees, minutes and seconds: `48°51'30.2"N 2°17'40.2"E`, `N 48 51.504 E 2 17.67`
    /// - `geo:` addresses (RFC 5870), also with Android's `?q=`: `geo:48.8584,2.2945;u=35`
    /// - links to Google Maps, OpenStreetMap and Apple Maps that hold a coordinate
    ///
    /// Latitude comes first unless letters say otherwise.
    ///
    /// - Parameter text: What was typed or pasted.
    /// - Throws: ``CoordinateError`` that says what to write instead.
    public init(parsing text: String) throws(CoordinateError) {
        var trimmed = text[...]
        while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        // The longest links of map services have some hundred characters.
        guard trimmed.utf8.count <= 4_096 else {
            throw CoordinateError(.unreadable, "A text of \(trimmed.utf8.count) bytes is too long for a coordinate.")
        }
        let lowercased = trimmed.lowercased()
        if lowercased.hasPrefix("geo:") {
            self = try GeoURI.coordinate(in: trimmed.dropFirst(4))
        } else if lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") {
            self = try MapLink.coordinate(in: String(trimmed))
        } else {
            self = try AnglePair.coordinate(in: trimmed)
        }
    }
}

extension CoordinateError {
    /// The error for a text in no known notation.
    static func unreadable(_ text: some StringProtocol) -> CoordinateError {
        let shown = text.count > 80 ? "\(text.prefix(80))…" : String(text)
        return CoordinateError(
            .unreadable,
            "“\(shown)” is not a coordinate. Write latitude and longitude, such as 48.8584,2.2945 or "
                + "48°51'30.2\"N 2°17'40.2\"E, or paste a geo: address or the link of a map.")
    }
}
