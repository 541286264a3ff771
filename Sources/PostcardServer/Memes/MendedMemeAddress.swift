internal import PostcardCore

/// An address of memegen's scheme that was mangled on its way, as it was meant.
struct MendedMemeAddress: Equatable {
    /// Parameters by which a query is known that stands in the path.
    private static let parameters = Set(
        MemegenParameters.parameters.map(\.name) + ["background", "status", "token", "api_key", "watermark", "time"])

    /// The part of the path after `images/`, percent-encoded.
    private(set) var path: Substring
    /// The query that stood in the path, as it came; empty for none.
    private(set) var query = ""

    /// `path` is the text after `images/`, percent-encoded, without a query. `nil` where nothing has to be mended.
    init?(_ path: Substring) {
        self.path = path
        takeQuery()
        takeRest()
        for mark in ["\"", "%22"] where self.path.hasSuffix(mark) { self.path = self.path.dropLast(mark.count) }
        moveExtension()
        guard self.path != path else { return nil }
    }

    /// `test.jpg&width=99`, `test.png%3Fwidth=99`.
    private mutating func takeQuery() {
        for index in path.indices {
            guard let mark = ["&", "%26", "%3F", "%3f"].first(where: path[index...].hasPrefix) else { continue }
            let text = path[index...].dropFirst(mark.count)
            let items = text.replacing("%3D", with: "=").replacing("%26", with: "&").split(separator: "&")
            let isQuery = items.allSatisfy { item in
                item.contains("=") && Self.parameters.contains(String(item.prefix { $0 != "=" }))
            }
            guard isQuery, !items.isEmpty else { continue }
            query = items.joined(separator: "&")
            path = path[..<index]
            return
        }
    }

    /// `test//style=x`.
    private mutating func takeRest() {
        guard let cut = path.ranges(of: "//").first, path[cut.upperBound...].contains("=") else { return }
        path = path[..<cut.lowerBound]
    }

    /// `verdict/.jpg` for `verdict.jpg`.
    private mutating func moveExtension() {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasPrefix("."), MemeAddress.isExtension(parts[1].dropFirst()) else { return }
        path = (parts[0] + parts[1])[...]
    }
}
