import PostcardDisk
package import SystemPackage

/// A rule for the names of results: text with `{name}`, `{dir}`, `{type}`, `{size}` and `{ext}` in it.
///
/// The name of a result is a function of the name of its picture alone, so that several processes, and several runs, agree.
package struct NamePattern: Sendable, Hashable {
    private enum Part: Hashable {
        case text(String)
        case name, dir, type, size, ext
    }

    private let parts: [Part]

    /// The usual pattern for one size: `{name}.{ext}`.
    package static let single = NamePattern(parts: [.name, .text("."), .ext])
    /// The usual pattern for several sizes: `{name}-{size}.{ext}`.
    package static let several = NamePattern(parts: [.name, .text("-"), .size, .text("."), .ext])

    /// A Boolean value that indicates whether several sizes of a picture get different names.
    package var tellsSizesApart: Bool { parts.contains(.size) }

    /// A Boolean value that indicates whether the pattern states where a picture's folders go.
    package var placesFolders: Bool { parts.contains(.dir) }

    /// The ending that the pattern itself writes, if it writes one.
    package var writtenExtension: String? {
        guard case .text(let text)? = parts.last, text.contains("."), !text.hasSuffix(".") else { return nil }
        return text.split(separator: ".").last.map(String.init)
    }

    private init(parts: [Part]) { self.parts = parts }

    /// Reads a pattern; `nil` when a brace is not closed, a placeholder is unknown, `{name}` is missing, there is a slash
    /// without `{dir}`, or names would have no ending.
    package init?(_ text: String) {
        var parts: [Part] = []
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            switch rest[rest.index(after: open)..<close] {
            case "name": parts.append(.name)
            case "dir": parts.append(.dir)
            case "type": parts.append(.type)
            case "size": parts.append(.size)
            case "ext": parts.append(.ext)
            default: return nil
            }
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        let isPlaced = parts.contains(.dir)
        let hasEnding =
            switch parts.last {
            case .ext, .type: true
            case .text(let text): text.contains(".")
            default: false
            }
        guard parts.contains(.name), hasEnding, isPlaced || !text.contains("/"),
            !text.split(separator: "/").contains("..")
        else { return nil }
        self.parts = parts
    }

    /// The place of a result below the folder of the results.
    ///
    /// - Parameters:
    ///   - picture: the picture's place below its own base. Its folders are kept, by `{dir}` or otherwise before the name.
    ///   - size: the text for `{size}`.
    ///   - ext: the ending of the format, for `{ext}`.
    ///   - keepsType: whether `{name}` ends in the picture's type where no `{type}` tells it.
    /// - Returns: the path, relative to the folder of the results.
    package func path(of picture: FilePath, size: String, ext: String, keepsType: Bool = false) -> FilePath {
        let folder = FilePath(root: nil, picture.components.dropLast().filter { $0.kind == .regular })
        let (stem, type) = Self.stemAndType(of: picture)
        var bytes: [UInt8] = []
        for part in parts {
            switch part {
            case .text(let text): bytes += text.utf8
            case .name: bytes += keepsType && !parts.contains(.type) ? stem + [UInt8(ascii: ".")] + type : stem
            case .dir: bytes += folder.bytes
            case .type: bytes += type
            case .size: bytes += size.utf8
            case .ext: bytes += ext.utf8
            }
        }
        let name = FilePath(bytes: bytes.drop { $0 == UInt8(ascii: "/") })
        return parts.contains(.dir) ? name : folder.pushing(name)
    }

    /// The last component before and after its last dot.
    private static func stemAndType(of picture: FilePath) -> (stem: ArraySlice<UInt8>, type: ArraySlice<UInt8>) {
        let name = picture.lastComponent.map { FilePath(root: nil, [$0]).bytes } ?? Array("picture".utf8)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (name[...], []) }
        return (name[..<dot], name[(dot + 1)...])
    }
}
