import PostcardCore
import PostcardSources

/// The kinds of names by which addresses mean pictures.
enum PictureName {
    /// The beginning of names of the library's pictures.
    static let libraryPrefix = "library:"

    static func isInLibrary(_ name: String) -> Bool { name.hasPrefix(libraryPrefix) }

    static func isAddress(_ name: String) -> Bool {
        let start = name.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// Returns whether a name says itself where its picture is.
    static func isWhole(_ name: String) -> Bool {
        isAddress(name) || ObjectAddress.isObjectAddress(name) || isInLibrary(name)
    }

    /// Tells whether pictures of folders may have a name: nothing hidden, no way up, no empty part.
    static func isPath(_ name: String) -> Bool {
        name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0)
        }
    }

    static func withoutLeadingSlashes(_ name: some StringProtocol) -> String { String(name.drop { $0 == "/" }) }

    /// The names under which a picture of a folder is looked for. A query is for caches: "?v=2" asks for the same file anew.
    static func spellings(of name: String) -> [String] {
        [name, name.firstIndex(of: "?").map { String(name[..<$0]) }].compactMap(\.self)
    }
}
