import PostcardDisk

/// The elements of an XML document from object storage, such as a list or an error. Attributes, comments and namespaces are ignored.
struct XMLText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the contents of all elements with the given name, except elements inside others with that name.
    func elements(_ name: String) -> [XMLText] {
        let (opening, closing) = (ByteNeedle("<\(name)"), ByteNeedle("</\(name)>"))
        return bytes.withUnsafeBytes { bytes in
            var found: [XMLText] = []
            var position = 0
            while let start = opening.firstIndex(in: bytes, from: position) {
                position = start + name.utf8.count + 1
                guard let end = bytes.firstIndex(of: UInt8(ascii: ">"), from: position) else { break }
                // This accepts <Key>, <Key/> and <Key xmlns="…">, but not <KeyCount>.
                guard [UInt8(ascii: ">"), UInt8(ascii: "/"), 0x20].contains(bytes[position]) else { continue }
                position = end + 1
                let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
                guard let close = isEmpty ? position : closing.firstIndex(in: bytes, from: position) else { break }
                found.append(XMLText(Array(bytes[position..<close])))
                position = close
            }
            return found
        }
    }

    /// Returns the text of the first element with the given name; `nil` if there is none, or if its text is not UTF-8.
    func text(_ name: String) -> String? { elements(name).first?.text }

    /// The text with entities decoded; `nil` if the text contains an unknown entity or is not UTF-8.
    var text: String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ";"),
                let scalar = HTMLText.scalar(named: rest[rest.index(after: start)..<end])
            else { return nil }
            result.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
