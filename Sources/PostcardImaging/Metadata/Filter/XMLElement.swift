import PostcardCore

/// An element of an XML document (XML 1.0, Namespaces in XML 1.0) with its children.
package struct XMLElement {
    /// A name with its namespace, independent of the prefix in the document.
    package struct Name: Hashable {
        private let key: [NameKey]

        package var namespace: String { key[0].string }
        package var local: String { key[1].string }

        package init(namespace: String, local: String) { key = [NameKey(namespace), NameKey(local)] }
    }

    package let name: Name
    package let attributes: [Name: String]
    fileprivate(set) var children: [XMLElement] = []
    /// The text directly inside the element.
    package fileprivate(set) var text = ""

    /// Parses a document in UTF-8 or UTF-16.
    ///
    /// - Returns: the root; `nil` for a document that is not well-formed, declares a document type, or is larger than the limits.
    static func root(of document: [UInt8]) -> XMLElement? {
        root(of: document, maximumElements: 20_000) { _, _ in true }
    }

    /// Parses a document, and calls `isKept` with each element inside the root, at its end.
    ///
    /// - Parameters:
    ///   - maximumElements: the maximum number of elements in the document.
    ///   - isKept: receives an element and the name of its parent. Returns true to keep the element as a child of its parent.
    /// - Returns: the root; `nil` for a document that is not well-formed, declares a document type, or is larger than the limits.
    package static func root(
        of document: [UInt8], maximumElements: Int, isKept: (_ element: XMLElement, _ parent: Name) -> Bool
    ) -> XMLElement? {
        guard let text = XMLText.utf8(document) else { return nil }
        return withoutActuallyEscaping(isKept) { isKept in
            var parser = XMLParser(text, maximumElements: maximumElements, isKept: isKept)
            return parser.root()
        }
    }
}

/// Functions for the text of XML documents.
private enum XMLText {
    /// Returns the bytes of a document in UTF-8; `nil` if the bytes are not valid text.
    static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C])
        if isBigEndian || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0]) {
            guard bytes.count.isMultiple(of: 2) else { return nil }
            let units = stride(from: 0, to: bytes.count, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
            return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
        }
        return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }

    /// Returns text with entities and character references resolved; `nil` if the text contains entities that are not predefined.
    static func resolved(_ bytes: ArraySlice<UInt8>) -> String? {
        var (result, rest) = ("", bytes)
        guard rest.contains(UInt8(ascii: "&")) else { return String(decoding: rest, as: UTF8.self) }
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += String(decoding: rest[..<mark], as: UTF8.self)
            guard let end = rest[mark...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
            let entity = String(decoding: rest[mark + 1..<end], as: UTF8.self)
            if let text = entities[entity] {
                result += text
            } else {
                guard entity.hasPrefix("#") else { return nil }
                let number =
                    entity.hasPrefix("#x") ? UInt32(entity.dropFirst(2), radix: 16) : UInt32(entity.dropFirst())
                guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
                result.unicodeScalars.append(scalar)
            }
            rest = rest[(end + 1)...]
        }
        return result + String(decoding: rest, as: UTF8.self)
    }

    private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
}

/// A parser for a document in memory, with limits on the depth and the number of elements.
private struct XMLParser {
    private static let maximumDepth = 32
    private static let maximumAttributes = 20_000
    /// The maximum number of prefixes in an element and its ancestors. Each element that declares a prefix has a copy of them all.
    private static let maximumPrefixes = 200

    private let bytes: [UInt8]
    private let maximumElements: Int
    private let isKept: (XMLElement, XMLElement.Name) -> Bool
    private var position = 0
    private var count = 0
    /// The elements that are still open, with their names as written and the namespaces of prefixes.
    private var open: [(element: XMLElement, tag: ArraySlice<UInt8>, namespaces: [NameKey: String])] = []
    private var result: XMLElement?

    init(
        _ bytes: [UInt8], maximumElements: Int, isKept: @escaping (XMLElement, XMLElement.Name) -> Bool
    ) {
        (self.bytes, self.maximumElements, self.isKept) = (bytes, maximumElements, isKept)
    }

    mutating func root() -> XMLElement? {
        while position < bytes.count {
            let mark = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            if mark > position, !append(text: bytes[position..<mark]) { return nil }
            position = mark
            guard position < bytes.count else { break }
            guard markup() else { return nil }
        }
        return open.isEmpty ? result : nil
    }

    private func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func append(text: ArraySlice<UInt8>) -> Bool {
        // Only whitespace or a byte order mark is allowed outside the root.
        guard !open.isEmpty else { return true }
        guard let resolved = XMLText.resolved(text) else { return false }
        open[open.count - 1].element.text += resolved
        return true
    }

    /// Skips to the end of `text`, and returns the content before it.
    private mutating func skip(past text: String) -> ArraySlice<UInt8>? {
        let start = position
        while position < bytes.count {
            if has(text) {
                defer { position += text.utf8.count }
                return bytes[start..<position]
            }
            position += 1
        }
        return nil
    }

    private mutating func markup() -> Bool {
        let next = position + 1 < bytes.count ? bytes[position + 1] : 0
        guard next == UInt8(ascii: "!") || next == UInt8(ascii: "?") else { return next == 0x2F ? close() : start() }
        if has("<!--") { return skip(past: "-->") != nil }
        if has("<?") { return skip(past: "?>") != nil }
        if has("<![CDATA[") {
            position += 9
            guard let text = skip(past: "]]>"), !open.isEmpty else { return false }
            open[open.count - 1].element.text += String(decoding: text, as: UTF8.self)
            return true
        }
        return false
    }

    private mutating func close() -> Bool {
        position += 2
        let tag = name()
        skipBlanks()
        guard has(">"), let last = open.popLast(), last.tag.elementsEqual(tag) else { return false }
        position += 1
        return finish(last.element)
    }

    private mutating func finish(_ element: XMLElement) -> Bool {
        guard let parent = open.last?.element.name else {
            defer { result = element }
            return result == nil
        }
        if isKept(element, parent) { open[open.count - 1].element.children.append(element) }
        return true
    }

    private mutating func start() -> Bool {
        position += 1
        count += 1
        let tag = name()
        guard !tag.isEmpty, open.count < Self.maximumDepth, count <= maximumElements else { return false }
        var namespaces = open.last?.namespaces ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
        var written: [(name: ArraySlice<UInt8>, value: String)] = []
        while true {
            skipBlanks()
            if has(">") || has("/>") { break }
            guard written.count < Self.maximumAttributes, let attribute = attribute() else { return false }
            let name = String(decoding: attribute.name, as: UTF8.self)
            if name == "xmlns" {
                namespaces[""] = attribute.value
            } else if name.hasPrefix("xmlns:") {
                namespaces[String(name.dropFirst(6))] = attribute.value
            } else {
                written.append(attribute)
            }
        }
        var attributes: [XMLElement.Name: String] = [:]
        for attribute in written {
            guard let name = Self.resolved(attribute.name, namespaces, isAttribute: true),
                attributes.updateValue(attribute.value, forKey: name) == nil
            else { return false }
        }
        guard namespaces.count <= Self.maximumPrefixes,
            let name = Self.resolved(tag, namespaces, isAttribute: false)
        else { return false }
        let element = XMLElement(name: name, attributes: attributes)
        let isEmpty = has("/>")
        position += isEmpty ? 2 : 1
        if isEmpty { return finish(element) }
        open.append((element, tag, namespaces))
        return true
    }

    private mutating func attribute() -> (name: ArraySlice<UInt8>, value: String)? {
        let name = name()
        skipBlanks()
        guard !name.isEmpty, has("=") else { return nil }
        position += 1
        skipBlanks()
        guard position < bytes.count, case let quote = bytes[position], [0x22, 0x27].contains(quote),
            let end = bytes[(position + 1)...].firstIndex(of: quote),
            let value = XMLText.resolved(bytes[position + 1..<end])
        else { return nil }
        position = end + 1
        return (name, value)
    }

    private static func resolved(
        _ name: ArraySlice<UInt8>, _ namespaces: [NameKey: String], isAttribute: Bool
    ) -> XMLElement.Name? {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
            let (local, namespace) = (String(decoding: name, as: UTF8.self), isAttribute ? "" : namespaces[""] ?? "")
            return local.isEmpty ? nil : XMLElement.Name(namespace: namespace, local: local)
        }
        let (prefix, local) = (name[..<colon], name[(colon + 1)...])
        guard !local.isEmpty, let namespace = namespaces[String(decoding: prefix, as: UTF8.self)] else { return nil }
        return XMLElement.Name(namespace: namespace, local: String(decoding: local, as: UTF8.self))
    }

    private mutating func name() -> ArraySlice<UInt8> {
        let name = bytes[position...].prefix { !Self.isBlank($0) && ![0x2F, 0x3E, 0x3D, 0x3C, 0x26].contains($0) }
        position = name.endIndex
        return name
    }

    private mutating func skipBlanks() {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
