import PlatformFoundation

/// Parses `geo:` URIs (RFC 5870) with Android's extension.
enum GeoURI {
    /// Returns the coordinate in a URI, given without `geo:`. Altitude and uncertainty are ignored.
    static func coordinate(in address: Substring) throws(CoordinateError) -> Coordinate {
        let path = address.prefix { $0 != "?" }
        let parts = path.split(separator: ";", omittingEmptySubsequences: false)
        for parameter in parts.dropFirst().map({ $0.lowercased() }) where parameter.hasPrefix("crs=") {
            guard parameter == "crs=wgs84" else {
                throw CoordinateError(
                    .unreadable, "geo:\(address.prefix(80)) is not in WGS 84, the only supported coordinate system.")
            }
        }
        let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(number)
        guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
            numbers.count == 2 || numbers[2] != nil
        else { throw .unreadable("geo:\(address)") }
        // Android writes 0,0 if the coordinate is only in the query.
        if latitude == 0, longitude == 0, let place = queriedPlace(in: address) {
            return try AnglePair.coordinate(in: place[...])
        }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func number(_ text: Substring) -> Double? {
        text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") } ? Double(text) : nil
    }

    /// Returns the coordinate in `?q=48.8584,2.2945(Label)`.
    private static func queriedPlace(in address: Substring) -> String? {
        let items = URLComponents(string: "geo:\(address)")?.queryItems ?? []
        return items.first { $0.name == "q" }?.value.map { String($0.prefix { $0 != "(" }) }
    }
}
