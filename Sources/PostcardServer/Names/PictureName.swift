import PostcardCore
import PostcardSources

/// The syntax of picture names in URLs: paths in folders, http and https URLs, object storage URLs and library names.
enum PictureName {
    /// The prefix of library names.
    static let libraryPrefix = "library:"

    static func isInLibrary(_ name: String) -> Bool { name.hasPrefix(libraryPrefix) }

    /// Returns true if a name is an http or https URL.
    static func isURL(_ name: String) -> Bool {
        let start = name.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// Returns true if a name is complete: an http or https URL, an object storage URL, or a library name.
    static func isComplete(_ name: String) -> Bool {
        isURL(name) || ObjectAddress.isObjectAddress(name) || isInLibrary(name)
    }

    /// Returns true if a name is a valid path in a picture folder: no hidden parts, no `..`, no empty parts.
    static func isPath(_ name: String) -> Bool {
        name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0)
        }
    }

    /// Returns the last part of a file name, because some clients send whole paths; `nil` if there is none.
    static func lastPart(of path: String) -> String? {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
    }

    /// Returns the last part of a name or URL, decoded and without its file extension; `nil` if there is none.
    static func stem(of name: String) -> String? {
        let path = name.contains("://") ? name.prefix { $0 != "?" && $0 != "#" } : name[...]
        guard let last = lastPart(of: PercentEncoding.decode(path) ?? String(path)) else { return nil }
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? last[...]
        return stem.isEmpty ? nil : String(stem)
    }

    static func withoutLeadingSlashes(_ name: some StringProtocol) -> String { String(name.drop { $0 == "/" }) }

    /// Returns the names by which to look up a picture in a folder: with and without a query. A query such as `?v=2` is only for caches.
    static func spellings(of name: String) -> [String] {
        [name, name.firstIndex(of: "?").map { String(name[..<$0]) }].compactMap(\.self)
    }
}
