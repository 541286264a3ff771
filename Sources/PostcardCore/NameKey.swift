/// A name that is compared by its UTF-8 bytes.
///
/// Swift's `String`s are equal if they are canonically equivalent. Names on disk, in buckets, and in URLs are bytes: composed `café` and
/// decomposed `café` are two different files. Dictionaries, sets, and caches of names have keys of this type.
package struct NameKey: Hashable, Sendable {
    /// The name.
    package let string: String

    package init(_ name: some StringProtocol) { string = String(name) }

    package static func == (first: NameKey, second: NameKey) -> Bool { first.string.hasBytes(of: second.string) }

    package func hash(into hasher: inout Hasher) {
        var name = string
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Terminates the name, so that two names in one key don't run together.
        hasher.combine(0xFF as UInt8)
    }
}

extension NameKey: Comparable {
    package static func < (first: NameKey, second: NameKey) -> Bool {
        first.string.utf8.lexicographicallyPrecedes(second.string.utf8)
    }
}

extension NameKey: ExpressibleByStringInterpolation, CustomStringConvertible {
    package init(stringLiteral name: String) { self.init(name) }

    package var description: String { string }
}

extension NameKey: Codable, CodingKeyRepresentable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package var codingKey: any CodingKey { Key(stringValue: string) }

    package init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }

    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

extension Dictionary where Key == NameKey {
    /// The value of a name.
    package subscript(name: some StringProtocol) -> Value? {
        get { self[NameKey(name)] }
        set { self[NameKey(name)] = newValue }
    }

    /// The value of a name, or `value` if there is none.
    package subscript(name: some StringProtocol, default value: @autoclosure () -> Value) -> Value {
        get { self[NameKey(name), default: value()] }
        set { self[NameKey(name)] = newValue }
    }
}

extension Set<NameKey> {
    /// Makes a set of names.
    package init(names: some Sequence<some StringProtocol>) { self.init(names.lazy.map { NameKey($0) }) }

    /// Returns true if the set contains a name.
    package func contains(_ name: some StringProtocol) -> Bool { contains(NameKey(name)) }

    /// Inserts a name unless the set contains it.
    @discardableResult
    package mutating func insert(_ name: some StringProtocol) -> (inserted: Bool, memberAfterInsert: NameKey) {
        insert(NameKey(name))
    }
}

extension Sequence<NameKey> {
    /// Returns the names in the order of their bytes.
    package func sortedNames() -> [String] { sorted().map(\.string) }
}

extension StringProtocol {
    /// Returns true if the UTF-8 bytes equal those of `other`. `==` on strings also treats composed and decomposed forms as equal.
    package func hasBytes(of other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
