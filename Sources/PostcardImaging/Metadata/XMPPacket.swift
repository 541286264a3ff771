/// The few properties that are read of an XMP packet (ISO 16684-1), found by name in its text: a packet that is broken elsewhere
/// still gives them, and nothing in it can make reading slow.
struct XMPPacket {
    private let text: [UInt8]

    /// Packets of photos have a few kilobytes; what lies beyond this is not read.
    private static let mostBytes = 1 << 20

    init(_ bytes: UnsafeRawBufferPointer) {
        text = Array(bytes.prefix(Self.mostBytes))
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

    /// Where the first `part` at or after `position` ends.
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
