internal import PostcardCore
internal import PostcardDisk

/// Chooses records by one of their members.
package struct RecordFilter: Sendable {
    /// The name of the member.
    package let member: String
    /// The value that the member must have.
    package let value: String
    /// The bytes of the member unless something in it is escaped.
    private let needle: ByteNeedle

    /// Chooses the records whose JSON object has itself a member with this name, which is this string.
    package init(_ member: String, equals value: String) {
        self.member = member
        self.value = value
        needle = ByteNeedle("\(JSONValue.escaped(member)):\(JSONValue.escaped(value))")
    }

    /// Returns a Boolean value that indicates whether the filter chooses a record, given as its JSON object in the
    /// shortest spelling.
    func matches(_ json: UnsafeRawBufferPointer) -> Bool {
        let isFound = needle.firstIndex(in: json) != nil
        // The same string can be written in other ways, but not without a backslash.
        guard isFound || json.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil else { return false }
        guard let object = try? JSONValue(parsing: json) else { return false }
        return object[member]?.string == value
    }
}
