/// The `Accept` field of a request, RFC 9110 section 12.5.1.
struct AcceptHeader: Sendable {
    private struct Range {
        let type: Substring
        let subtype: Substring
        let quality: Double
    }
    private let ranges: [Range]

    /// - Parameter text: without a field, or with one that cannot be read, anything is welcome.
    init(_ text: String?) {
        ranges = (text ?? "").split(separator: ",").prefix(64).compactMap(Self.range)
    }

    private static func range(_ text: Substring) -> Range? {
        let fields = text.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
        let parts = fields.first?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        let quality = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        return Range(type: parts[0], subtype: parts[1], quality: min(1, max(0, quality)))
    }

    /// The quality of a media type, 0 (not accepted) to 1: the most specific range counts.
    func quality(of mediaType: String) -> Double {
        guard !ranges.isEmpty else { return 1 }
        let parts = mediaType.split(separator: "/")
        if let exact = ranges.first(where: { $0.type == parts[0] && $0.subtype == parts[1] }) { return exact.quality }
        if let group = ranges.first(where: { $0.type == parts[0] && $0.subtype == "*" }) { return group.quality }
        return ranges.first { $0.type == "*" && $0.subtype == "*" }?.quality ?? 0
    }

    /// Tells whether a media type is named, not only covered by a wildcard: clients that send `*/*` need not know new formats.
    func names(_ mediaType: String) -> Bool {
        ranges.contains { "\($0.type)/\($0.subtype)" == mediaType && $0.quality > 0 }
    }
}

extension StringProtocol {
    /// Without spaces and tabs around it.
    func trimmingSpaces() -> SubSequence {
        let start = drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? start.prefix(0)
    }
}
