import PostcardCore

/// The `Range` header of a request, RFC 9110 section 14.2.
enum ByteRange: Sendable, Equatable {
    /// The whole file: the header is missing, or can be ignored.
    case whole
    /// A part of the file, as a range of offsets in bytes.
    case part(Range<Int>)
    /// The range is outside the file.
    case unsatisfiable

    /// - Parameters:
    ///   - field: the value of the header. A header with several ranges is ignored, as the standard allows.
    ///   - size: the size of the file in bytes.
    init(_ field: String?, size: Int) {
        self = .whole
        guard let field, field.lowercased().hasPrefix("bytes=") else { return }
        let text = field.dropFirst(6).trimmingSpaces()
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return }
        // A number that is too large for `Int` is past the end of every file.
        let first = ends[0].isEmpty ? nil : Int(ends[0]) ?? .max
        let second = ends[1].isEmpty ? nil : Int(ends[1]) ?? .max
        switch (first, second) {
        case (nil, nil): return
        case (let first?, let last?) where last < first: return
        case (let first?, let last):
            self = first < size ? .part(first..<(min(last ?? .max, size - 1) + 1)) : .unsatisfiable
        case (nil, let count?): self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        }
    }
}
