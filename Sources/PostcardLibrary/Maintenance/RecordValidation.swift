extension RecordKey {
    /// Returns a Boolean value that indicates whether a text is an id as Postcard gives them to the records of a kind:
    /// `pin-` and up to 64 lower-case letters and digits. It can be a part of the name of a file.
    static func isID(_ text: String, of kind: RecordKind) -> Bool {
        guard text.hasPrefix("\(kind)-") else { return false }
        let rest = text.utf8.dropFirst(kind.rawValue.utf8.count + 1)
        return 1...64 ~= rest.count && rest.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 }
    }
}

/// Checks the members of a record, and keeps the first error.
struct RecordValidation {
    private(set) var firstError: String?

    /// `id` is the id that the record has as a member.
    init(_ kind: RecordKind, id: String, in key: String) {
        require(id == key, "its id is \(id)")
        require(RecordKey.isID(id, of: kind), "its id is none of a \(kind)")
    }

    init() {}

    mutating func require(_ isRight: Bool, _ error: @autoclosure () -> String) {
        if firstError == nil, !isRight { firstError = error() }
    }

    /// Checks the id of another record.
    mutating func requireID(_ id: String?, of kind: RecordKind) {
        if let id { require(RecordKey.isID(id, of: kind), "\(id) is no id of a \(kind)") }
    }

    /// Checks the length of a file in bytes.
    mutating func requireBytes(_ count: Int) {
        require(0...1 << 50 ~= count, "a file cannot have \(count) bytes")
    }

    /// Checks a width or height in pixels.
    mutating func requirePixels(_ count: Int?) {
        if let count { require(1...Int(Int32.max) ~= count, "a picture cannot have \(count) pixels in a row") }
    }

    /// Checks the format of a file, which names of files end with.
    mutating func requireFormat(_ format: String) {
        require(Medium.isFormat(format), "\(format) is no format")
    }
}
