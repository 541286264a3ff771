/// The few properties that are read of an XMP packet (ISO 16684-1), found by name in its text: a packet that is broken elsewhere
/// still gives them, and nothing in it can make reading slow.
struct XMPPacket {
    private let text: [UInt8]

    /// Packets of photos have a few kilobytes; what lies beyond this is not read.
    private static let maximumBytes = 1 << 20

    init(_ bytes: UnsafeRawBufferPointer) {
        text = Array(bytes.prefix(Self.maximumBytes))
    }

    /// The value of a property, written as an attribute, as an element, or as the first item of a list in it.
    func value(_ name: String) -> String? {
        if let start = end(of: name + "=\"", from: 0), let stop = text[start...].firstIndex(of: UInt8(ascii: "\"")) {
            return Self.decoded(text[start..<stop])
        }
        guard let open = end(of: "<" + name, from: 0), let close = end(of: "</" + name, from: open),
            let body = text[open..<close].firstIndex(of: UInt8(ascii: ">")).map({ $0 + 1 })
        else { return nil }
        let stop = close - name.utf8.count - 2
        guard body <= stop else { return nil }
        var start = body
        if let item = end(of: "<rdf:li", from: body), item < stop,
            let content = text[item..<stop].firstIndex(of: UInt8(ascii: ">"))
        {
            start = content + 1
        }
        let end = text[start..<stop].firstIndex(of: UInt8(ascii: "<")) ?? stop
        return Self.decoded(text[start..<end])
    }

    /// The end of the first `part` at or after `position`.
    private func end(of part: String, from position: Int) -> Int? {
        let part = Array(part.utf8)
        guard let first = part.first else { return nil }
        var index = position
        while index + part.count <= text.count, let found = text[index...].firstIndex(of: first),
            found + part.count <= text.count
        {
            if text[found..<found + part.count].elementsEqual(part) { return found + part.count }
            index = found + 1
        }
        return nil
    }

    /// Text without blanks around it and with the five entities of XML resolved; `nil` when nothing is left.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        var result = ""
        var rest = Substring(MetadataText.cleaned(bytes) ?? "")
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        while let mark = rest.firstIndex(of: "&") {
            result += rest[..<mark]
            rest = rest[mark...]
            let entity = entities.first { rest.hasPrefix($0.0) } ?? ("&", "&")
            result += entity.1
            rest = rest.dropFirst(entity.0.count)
        }
        return MetadataText.cleaned((result + rest).utf8)
    }
}

extension Metadata {
    /// Reads an XMP packet, leaving out missing and broken values.
    init(xmp bytes: UnsafeRawBufferPointer) {
        self.init()
        let packet = XMPPacket(bytes)
        dateTaken =
            ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].lazy
            .compactMap { packet.value($0) }.compactMap(Self.isoDate(xmp:)).first
        make = packet.value("tiff:Make")
        model = packet.value("tiff:Model")
        title = (packet.value("dc:title") ?? packet.value("dc:description")).flatMap(Self.writtenTitle)
        artist = packet.value("dc:creator")
        copyright = packet.value("dc:rights")
        position = Position(
            packet.value("exif:GPSLatitude").flatMap { Self.degrees(xmp: $0, "N", "S") },
            packet.value("exif:GPSLongitude").flatMap { Self.degrees(xmp: $0, "E", "W") })
    }

    /// An ISO 8601 date with a time, as XMP has it, without parts of seconds.
    private static func isoDate(xmp text: String) -> String? {
        guard let (date, rest) = isoDate(text) else { return nil }
        let zone = rest.drop { $0 == "." || ("0"..."9").contains($0) }
        return date + (zone == "Z" ? "+00:00" : utcOffset(zone) ?? "")
    }

    /// `50,38.562N` or `50,38,33.7N` (XMP specification, part 2, GPSCoordinate).
    private static func degrees(xmp text: String, _ positive: Character, _ negative: Character) -> Double? {
        guard let direction = text.last, direction == positive || direction == negative else { return nil }
        let parts = text.dropLast().split(separator: ",").map { Double($0) ?? .nan }
        guard parts.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
        return Position.degrees(parts, isNegative: direction == negative)
    }
}
