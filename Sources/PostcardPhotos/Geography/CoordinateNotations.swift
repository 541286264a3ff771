import PostcardCore
import PlatformFoundation

/// A parser of links to Google Maps, OpenStreetMap, Apple Maps, Bing Maps, Waze and Yandex Maps.
enum MapLink {
    /// Returns the coordinate in a link: that of its pin, or else that of the centre of the map.
    ///
    /// - Throws: `CoordinateError` for a shortened link, an unknown map, or a link without a coordinate.
    static func coordinate(in link: String) throws(CoordinateError) -> Coordinate {
        guard let address = URLComponents(string: link), let host = address.host?.lowercased(), !host.isEmpty else {
            throw .unreadable(link)
        }
        guard !isShortened(host, path: address.path) else {
            throw CoordinateError(
                .unsupportedLink,
                "\(host) links are shortened and hold no coordinate. Open the link in a browser and copy the address "
                    + "that it leads to.")
        }
        guard isMap(host) else {
            throw CoordinateError(
                .unsupportedLink,
                "\(host) is not a map that Postcard knows, such as Google Maps or OpenStreetMap. Copy the coordinate itself."
            )
        }
        for place in places(in: address) {
            // Many of these texts are names instead of coordinates.
            do throws(CoordinateError) {
                return try AnglePair.coordinate(in: place[...])
            } catch  where error.code == .unreadable {
                continue
            }
        }
        throw CoordinateError(
            .unsupportedLink, "The link to \(host) holds no coordinate. Set a pin there and copy the link once more.")
    }

    private static func isMap(_ host: String) -> Bool {
        host == "maps.apple.com" || host == "openstreetmap.org" || host.hasSuffix(".openstreetmap.org")
            || host == "osm.org" || host == "www.osm.org" || host.split(separator: ".").dropLast().contains("google")
            || host == "waze.com" || host.hasSuffix(".waze.com") || host == "bing.com" || host == "www.bing.com"
            || isYandex(host)
    }

    private static func isYandex(_ host: String) -> Bool { host.split(separator: ".").dropLast().contains("yandex") }

    private static func isShortened(_ host: String, path: String) -> Bool {
        ["goo.gl", "maps.app.goo.gl", "maps.apple", "g.co"].contains(host)
            || (isMap(host) && path.hasPrefix("/go/"))
    }

    /// Returns the parts of a link that may be a coordinate, most exact first.
    private static func places(in address: URLComponents) -> [String] {
        func plain(_ text: some StringProtocol) -> String { text.map { $0 == "+" ? " " : String($0) }.joined() }
        let path = plain(address.path)
        let items = [NameKey: String]((address.queryItems ?? []).map { (NameKey($0.name), plain($0.value ?? "")) }) {
            first, _ in first
        }
        var places: [String] = []
        // Google's data of a place: …!3d48.8583701!4d2.2944813…
        let data = path.split(separator: "!")
        if let latitude = data.last(where: { $0.hasPrefix("3d") }),
            let longitude = data.last(where: { $0.hasPrefix("4d") })
        {
            places.append("\(latitude.dropFirst(2)),\(longitude.dropFirst(2))")
        }
        // The centre of the map at Bing, 48.8584~2.2945. Yandex has longitude first.
        if let middle = items["cp"] { places.append(middle.replacing("~", with: ",")) }
        if isYandex(address.host?.lowercased() ?? "") {
            return ["pt", "ll"].compactMap { items[$0] }.map {
                $0.split(separator: "~").first?.split(separator: ",").prefix(2).reversed().joined(separator: ",") ?? ""
            }
        }
        if let latitude = items["mlat"], let longitude = items["mlon"] {
            places.append("\(latitude),\(longitude)")
        }
        for name in ["coordinate", "query", "q", "destination", "daddr", "ll", "center", "sll"] {
            // A name may follow in brackets: q=48.8584,2.2945 (Tower)
            if let value = items[name] { places.append(String(value.prefix { $0 != "(" })) }
        }
        let steps = path.split(separator: "/")
        places += steps.filter { $0.first != "@" }.map(String.init)
        // The centre of the map: /@48.8584,2.2945,17z at Google, #map=17/48.8584/2.2945 at OpenStreetMap.
        if let middle = steps.last(where: { $0.first == "@" }) {
            places.append(middle.dropFirst().split(separator: ",").prefix(2).joined(separator: ","))
        }
        if let map = address.fragment?.split(separator: "&").first(where: { $0.hasPrefix("map=") }) {
            places.append(map.dropFirst(4).split(separator: "/").dropFirst().prefix(2).joined(separator: ","))
        }
        return places
    }
}

/// A parser of `geo:` URIs (RFC 5870) with Android's extension.
enum GeoURI {
    /// Returns the coordinate of a URI, given without `geo:`. Altitude and uncertainty are ignored.
    static func coordinate(in address: Substring) throws(CoordinateError) -> Coordinate {
        let path = address.prefix { $0 != "?" }
        let parts = path.split(separator: ";", omittingEmptySubsequences: false)
        for parameter in parts.dropFirst().map({ $0.lowercased() }) where parameter.hasPrefix("crs=") {
            guard parameter == "crs=wgs84" else {
                throw CoordinateError(
                    .unreadable, "geo:\(address.prefix(80)) is not in WGS 84, the only system that is understood.")
            }
        }
        let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(number)
        guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
            numbers.count == 2 || numbers[2] != nil
        else { throw .unreadable("geo:\(address)") }
        // Android writes 0,0 if only the query has the coordinate.
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

/// A parser of plus codes such as `8FW4V75V+8Q`, which name a small rectangle (Open Location Code specification).
enum PlusCode {
    private static let digits = Array("23456789CFGHJMPQRVWX")

    /// Returns a Boolean value that indicates whether a text has the form of a plus code, full or shortened.
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

    /// Returns the centre of the rectangle.
    ///
    /// - Throws: `CoordinateError` for an invalid code, and for a shortened one, which depends on a reference point.
    static func coordinate(in text: Substring) throws(CoordinateError) -> Coordinate {
        guard let plus = text.firstIndex(of: "+"), text.distance(from: text.startIndex, to: plus) == 8 else {
            throw CoordinateError(
                .unreadable,
                "“\(text)” is a shortened plus code. Give the whole code, with eight characters before the plus, such as 8FW4V75V+8Q."
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
        // Five pairs of digits divide both sides by 20. Each further digit divides by 5 rows and 4 columns.
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
