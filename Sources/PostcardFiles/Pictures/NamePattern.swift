import PostcardDisk
package import SystemPackage

/// A rule for the names of results: text with `{name}`, `{dir}`, `{type}`, `{size}` and `{ext}` in it.
///
/// The name of a result is a function of the name of its picture alone, so that several processes, and several runs, agree.
package struct NamePattern: Sendable, Hashable {
    private enum Placeholder: String {
        case name, dir, type, size, ext
    }

    private typealias Part = PatternPart<Placeholder>
    private let parts: [Part]

    /// The usual pattern for one size: `{name}.{ext}`.
    package static let single = NamePattern(parts: [.placeholder(.name), .text("."), .placeholder(.ext)])
    /// The usual pattern for several sizes: `{name}-{size}.{ext}`.
    package static let several = NamePattern(
        parts: [.placeholder(.name), .text("-"), .placeholder(.size), .text("."), .placeholder(.ext)])

    /// A Boolean value that indicates whether several sizes of a picture get different names.
    package var tellsSizesApart: Bool { parts.contains(.placeholder(.size)) }

    /// A Boolean value that indicates whether the pattern states where a picture's folders go.
    package var placesFolders: Bool { parts.contains(.placeholder(.dir)) }

    /// The ending that the pattern itself writes, if it writes one.
    package var writtenExtension: String? {
        guard case .text(let text)? = parts.last, text.contains("."), !text.hasSuffix(".") else { return nil }
        return text.split(separator: ".").last.map(String.init)
    }

    private init(parts: [Part]) { self.parts = parts }

    /// Reads a pattern; `nil` when a brace is not closed, a placeholder is unknown, `{name}` is missing, there is a slash
    /// without `{dir}`, or names would have no ending.
    package init?(_ text: String) {
        guard let parts = Part.parts(of: text) else { return nil }
        self.parts = parts
        let hasEnding =
            switch parts.last {
            case .placeholder(.ext), .placeholder(.type): true
            case .text(let text): text.contains(".")
            default: false
            }
        guard parts.contains(.placeholder(.name)), hasEnding, placesFolders || !text.contains("/"),
            !text.split(separator: "/").contains("..")
        else { return nil }
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
            case .placeholder(.name):
                bytes += keepsType && !parts.contains(.placeholder(.type)) ? stem + [UInt8(ascii: ".")] + type : stem
            case .placeholder(.dir): bytes += folder.bytes
            case .placeholder(.type): bytes += type
            case .placeholder(.size): bytes += size.utf8
            case .placeholder(.ext): bytes += ext.utf8
            }
        }
        // The part of a name before its ending may be `..`, which would lead out of the folder.
        let name = FilePath(root: nil, FilePath(bytes: bytes).components.filter { $0.kind == .regular })
        return placesFolders ? name : folder.pushing(name)
    }

    /// The last component before and after its last dot.
    private static func stemAndType(of picture: FilePath) -> (stem: ArraySlice<UInt8>, type: ArraySlice<UInt8>) {
        let name = picture.lastComponent.map { FilePath(root: nil, [$0]).bytes } ?? Array("picture".utf8)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (name[...], []) }
        return (name[..<dot], name[(dot + 1)...])
    }
}

/// A part of a text with placeholders in braces.
enum PatternPart<Placeholder: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)

    /// The parts of a text; `nil` when a brace is not closed or a placeholder is unknown.
    static func parts(of text: String) -> [PatternPart]? {
        var parts: [PatternPart] = []
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}"),
                let placeholder = Placeholder(rawValue: String(rest[rest.index(after: open)..<close]))
            else { return nil }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.placeholder(placeholder))
            rest = rest[rest.index(after: close)...]
        }
        return rest.isEmpty ? parts : parts + [.text(String(rest))]
    }
}
