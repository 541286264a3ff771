/// The value of `Content-Range`, such as `bytes 200-1023/146515`: the part of a file that a response contains.
package struct ContentRange {
    /// The offset of the first byte.
    package let start: Int
    /// The length of the whole file in bytes; `nil` if it is unknown.
    package let length: Int?

    /// Parses a value; `nil` if the value is invalid.
    package init?(_ value: String) {
        guard value.hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let dash = parts[0].firstIndex(of: "-"), let start = Int(parts[0][..<dash]) else {
            return nil
        }
        (self.start, length) = (start, Int(parts[1]))
    }
}
