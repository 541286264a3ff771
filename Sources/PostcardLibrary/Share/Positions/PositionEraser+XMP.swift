import PostcardCore

extension PositionEraser {
    /// The largest lengths of names and of values, in bytes.
    private static let maximumNameLength = 64
    private static let maximumValueLength = 65_536
    /// The properties of IPTC (Core and Extension 2023) and Photoshop that name a place.
    private static let places = [
        "City", "State", "Country", "CountryCode", "CountryName", "ProvinceState", "Sublocation", "WorldRegion",
        "Location",
        "LocationCreated", "LocationShown", "LocationName", "LocationId",
    ]

    /// Removes the properties of XMP that contain a position, such as `exif:GPSLatitude` and those of drones, and those that name a place.
    mutating func eraseXMP() {
        for name in ["GPS", "Gps", "Latitude", "Longitude"] {
            forEach(Array(":\(name)".utf8)) { $0.eraseProperty(withColonAt: $1, named: nil) }
        }
        for name in Self.places { forEach(Array(":\(name)".utf8)) { $0.eraseProperty(withColonAt: $1, named: name) } }
    }

    /// Removes the property with a colon at a position. `name` is its full local name; `nil` if the name may be longer.
    private mutating func eraseProperty(withColonAt colon: Int, named name: String?) {
        var start = colon
        while start > 0, colon - start < Self.maximumNameLength, Self.isOfName(bytes[start - 1]) { start -= 1 }
        var end = colon + 1
        while end < bytes.count, end - colon < Self.maximumNameLength, Self.isOfName(bytes[end]) { end += 1 }
        guard start > 0, start < colon, end < bytes.count, name.map({ $0.utf8.count == end - colon - 1 }) ?? true else {
            return
        }
        if bytes[start - 1] == UInt8(ascii: "<") {
            eraseElement(from: start - 1, named: bytes[start..<end], nameEnd: end)
        } else if Self.isBlank(bytes[start - 1]) {
            eraseAttribute(from: start, nameEnd: end)
        }
    }

    private mutating func eraseElement(from start: Int, named name: ArraySlice<UInt8>, nameEnd: Int) {
        let range = bytes[nameEnd..<min(bytes.count, nameEnd + Self.maximumValueLength)]
        guard let open = range.firstIndex(of: UInt8(ascii: ">")) else { return }
        // The element may be empty.
        if bytes[open - 1] == UInt8(ascii: "/") { return fill(start..<open + 1, with: UInt8(ascii: " ")) }
        let closing = ByteNeedle(Array("</".utf8) + name)
        let limit = range.endIndex
        let found = bytes.withUnsafeBytes { closing.firstIndex(in: $0, from: open) }
        guard let found, found < limit, let close = bytes[found..<limit].firstIndex(of: UInt8(ascii: ">")) else {
            return
        }
        fill(start..<close + 1, with: UInt8(ascii: " "))
    }

    private mutating func eraseAttribute(from start: Int, nameEnd: Int) {
        var position = nameEnd
        func skipBlanks() { while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 } }
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return }
        position += 1
        skipBlanks()
        guard position < bytes.count, case let quote = bytes[position], [0x22, 0x27].contains(quote) else { return }
        let value = bytes[position + 1..<min(bytes.count, position + 1 + Self.maximumValueLength)]
        guard let end = value.firstIndex(of: quote), value[..<end].allSatisfy({ $0 != UInt8(ascii: "<") }) else {
            return
        }
        fill(start..<end + 1, with: UInt8(ascii: " "))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func isOfName(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric(or: "-_") }
}
