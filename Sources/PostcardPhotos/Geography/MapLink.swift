import PlatformFoundation
import PostcardCore

/// Parses links to Google Maps, OpenStreetMap, Apple Maps, Bing Maps, Waze and Yandex Maps.
enum MapLink {
    /// Returns the coordinate in a link: the position of the link's pin or, if there is no pin, the center of the map.
    ///
    /// - Throws: `CoordinateError` for a shortened link, an unknown map, or a link without a coordinate.
    static func coordinate(in link: String) throws(CoordinateError) -> Coordinate {
        guard let address = URLComponents(string: link), let host = address.host?.lowercased(), !host.isEmpty else {
            throw .unreadable(link)
        }
        guard !isShortened(host, path: address.path) else {
            throw CoordinateError(
                .unsupportedLink,
                "\(host) links are shortened and contain no coordinate. Open the link in a browser and copy the URL "
                    + "that it leads to.")
        }
        guard isMap(host) else {
            throw CoordinateError(
                .unsupportedLink,
                "\(host) is not a supported map, such as Google Maps or OpenStreetMap. Copy the coordinate itself."
            )
        }
        for place in places(in: address) {
            // Many parts of a link are names, not coordinates.
            do throws(CoordinateError) {
                return try AnglePair.coordinate(in: place[...])
            } catch  where error.code == .unreadable {
                continue
            }
        }
        throw CoordinateError(
            .unsupportedLink, "The link to \(host) contains no coordinate. Set a pin there and copy the link again.")
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

    /// Returns the parts of a link that may be coordinates, most precise first.
    private static func places(in address: URLComponents) -> [String] {
        func plain(_ text: some StringProtocol) -> String { text.map { $0 == "+" ? " " : String($0) }.joined() }
        let path = plain(address.path)
        let items = [NameKey: String]((address.queryItems ?? []).map { (NameKey($0.name), plain($0.value ?? "")) }) {
            first, _ in first
        }
        var places: [String] = []
        // Google's data for a place: …!3d48.8583701!4d2.2944813…
        let data = path.split(separator: "!")
        if let latitude = data.last(where: { $0.hasPrefix("3d") }),
            let longitude = data.last(where: { $0.hasPrefix("4d") })
        {
            places.append("\(latitude.dropFirst(2)),\(longitude.dropFirst(2))")
        }
        // The center of the map in Bing links: 48.8584~2.2945. In Yandex links, longitude comes first.
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
            // A name can follow in parentheses: q=48.8584,2.2945 (Tower)
            if let value = items[name] { places.append(String(value.prefix { $0 != "(" })) }
        }
        let steps = path.split(separator: "/")
        places += steps.filter { $0.first != "@" }.map(String.init)
        // The center of the map: /@48.8584,2.2945,17z in Google links, and #map=17/48.8584/2.2945 in OpenStreetMap links.
        if let middle = steps.last(where: { $0.first == "@" }) {
            places.append(middle.dropFirst().split(separator: ",").prefix(2).joined(separator: ","))
        }
        if let map = address.fragment?.split(separator: "&").first(where: { $0.hasPrefix("map=") }) {
            places.append(map.dropFirst(4).split(separator: "/").dropFirst().prefix(2).joined(separator: ","))
        }
        return places
    }
}
