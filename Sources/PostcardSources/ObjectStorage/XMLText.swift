/// Elements of an XML document of a server for objects: lists and errors. Attributes, comments and namespaces are passed over.
struct XMLText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The contents of each element of a name, one after the other; elements in it are left as they are written.
    func elements(_ name: String) -> [XMLText] {
        let (opening, closing) = (Array("<\(name)".utf8), Array("</\(name)>".utf8))
        var found: [XMLText] = []
        var rest = bytes[...]
        while let start = Self.index(of: opening, in: rest) {
            rest = rest[(start + opening.count)...]
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { break }
            // Of <Key>, <Key/> and <Key xmlns="…">, but not of <KeyCount>.
            guard let next = rest.first, next == UInt8(ascii: ">") || next == UInt8(ascii: "/") || next == 0x20 else {
                continue
            }
            if end > rest.startIndex, rest[rest.index(before: end)] == UInt8(ascii: "/") {
                found.append(XMLText([]))
                rest = rest[(end + 1)...]
                continue
            }
            rest = rest[(end + 1)...]
            guard let close = Self.index(of: closing, in: rest) else { break }
            found.append(XMLText(Array(rest[..<close])))
            rest = rest[(close + closing.count)...]
        }
        return found
    }

    /// The text of the first element of a name; `nil` when there is none, or when it is not UTF-8.
    func text(_ name: String) -> String? { elements(name).first?.text }

    /// The text, with its entities.
    var text: String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ";"),
                let scalar = Self.scalar(of: rest[rest.index(after: start)..<end])
            else { return nil }
            result.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func scalar(of entity: Substring) -> Unicode.Scalar? {
        switch entity {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where entity.hasPrefix("#x"): UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where entity.hasPrefix("#"): UInt32(entity.dropFirst(1)).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }

    private static func index(of needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = needle.first else { return nil }
        var rest = bytes
        while let start = rest.firstIndex(of: first) {
            guard rest.endIndex - start >= needle.count else { return nil }
            if rest[start...].starts(with: needle) { return start }
            rest = rest[(start + 1)...]
        }
        return nil
    }
}
