import PostcardCore

/// Replies of services, which word the same value now one way, now another.
extension JSONValue {
    /// Reads the body of a reply: bare JSON, or JSON in the call of a function, as a service that overlooks `nojsoncallback` sends.
    ///
    /// - Returns: `nil` when it is neither, such as the HTML page or broken JSON of an overloaded server.
    init?(reply body: [UInt8]) {
        var json = body[...]
        if let open = json.firstIndex(of: UInt8(ascii: "(")), let close = json.lastIndex(of: UInt8(ascii: ")")),
            open < close,
            json[..<open].allSatisfy({ $0 <= 0x20 || UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0 })
        {
            json = json[(open + 1)..<close]
        }
        // Flickr has sent a comma behind the last member when it was overloaded.
        while let last = json.last, last <= 0x20 { json.removeLast() }
        if json.suffix(2).elementsEqual(",}".utf8) { json.remove(at: json.endIndex - 2) }
        guard let value = try? json.withUnsafeBytes({ try JSONValue(parsing: $0) }) else { return nil }
        self = value
    }

    /// The text of a value that should be a text or a number and that the sender words as it likes: `"12"` or `12`; `nil` for `""`,
    /// for `null` and for what is neither.
    var anyText: String? {
        // A `Double` does not hold all digits of a long id.
        if let whole = integer ?? number.flatMap({ Int(exactly: $0) }) { return "\(whole)" }
        if let number { return "\(number)" }
        return string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The whole number, if ``anyText`` is one.
    var anyInteger: Int? { anyText.flatMap { Int($0) } }

    /// The finite number, if ``anyText`` is one.
    var anyNumber: Double? { anyText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}
