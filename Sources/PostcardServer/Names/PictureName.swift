import PostcardCore
import PostcardSources

/// The syntax of pictures' names in addresses: paths in folders, web addresses, object addresses and names of the library.
enum PictureName {
    /// The prefix of names of the library's pictures.
    static let libraryPrefix = "library:"

    static func isInLibrary(_ name: String) -> Bool { name.hasPrefix(libraryPrefix) }

    /// Returns true for a name that is an http or https address.
    static func isAddress(_ name: String) -> Bool {
        let start = name.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// Returns true for a name with its place: a web address, an object address, or one of the library.
    static func isWhole(_ name: String) -> Bool {
        isAddress(name) || ObjectAddress.isObjectAddress(name) || isInLibrary(name)
    }

    /// Returns true for a valid path in a picture folder: no hidden part, no `..`, no empty part.
    static func isPath(_ name: String) -> Bool {
        name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0)
        }
    }

    /// Returns the last part of a file name, since some clients send whole paths; `nil` for none.
    static func lastPart(of path: String) -> String? {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
    }

    /// Returns the last part of a name or URL, decoded and without its extension; `nil` for none.
    static func stem(of name: String) -> String? {
        let path = name.contains("://") ? name.prefix { $0 != "?" && $0 != "#" } : name[...]
        guard let last = lastPart(of: PercentEncoding.decode(path) ?? String(path)) else { return nil }
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? last[...]
        return stem.isEmpty ? nil : String(stem)
    }

    static func withoutLeadingSlashes(_ name: some StringProtocol) -> String { String(name.drop { $0 == "/" }) }

    /// Returns the names that a picture in a folder is looked up by. A query such as `?v=2` only serves caches, so it may be left out.
    static func spellings(of name: String) -> [String] {
        [name, name.firstIndex(of: "?").map { String(name[..<$0]) }].compactMap(\.self)
    }
}
