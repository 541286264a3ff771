import PostcardCore
import PostcardDisk
package import SystemPackage

/// A pattern for result names: text with `{name}`, `{dir}`, `{type}`, `{size}`, `{ext}` and dates such as `{date:%Y-%m}`.
///
/// The name of a result depends only on the name and date of its picture, so all processes and runs choose the same name.
package struct NamePattern: Sendable, Hashable {
    private enum Placeholder: RawRepresentable, Hashable {
        case name, dir, type, size, ext
        case date(DatePattern)

        init?(rawValue text: String) {
            let names: [NameKey: Placeholder] = ["name": .name, "dir": .dir, "type": .type, "size": .size, "ext": .ext]
            guard let placeholder = names[text] ?? DatePattern(placeholder: text).map(Placeholder.date) else {
                return nil
            }
            self = placeholder
        }

        var rawValue: String { if case .date(let pattern) = self { "date:\(pattern.text)" } else { "\(self)" } }
    }

    private typealias Part = PatternPart<Placeholder>
    private let parts: [Part]

    /// The default pattern for one size: `{name}.{ext}`.
    package static let single = NamePattern(parts: [.placeholder(.name), .text("."), .placeholder(.ext)])
    /// The default pattern for several sizes: `{name}-{size}.{ext}`.
    package static let several = NamePattern(
        parts: [.placeholder(.name), .text("-"), .placeholder(.size), .text("."), .placeholder(.ext)])

    /// True if results of different sizes have different names.
    package var hasSizePlaceholder: Bool { parts.contains(.placeholder(.size)) }

    /// True if the pattern includes a picture's folders.
    package var hasFolderPlaceholder: Bool { parts.contains(.placeholder(.dir)) }

    /// True if the pattern includes a picture's date.
    package var hasDatePlaceholder: Bool { parts.contains { if case .placeholder(.date) = $0 { true } else { false } } }

    /// True if the pattern determines the folders of results. Otherwise, results keep the folders of their pictures.
    private let setsFolders: Bool

    /// The literal file extension at the end of the pattern; `nil` if it is a placeholder.
    package var writtenExtension: String? {
        guard case .text(let text)? = parts.last, text.contains("."), !text.hasSuffix(".") else { return nil }
        return text.split(separator: ".").last.map(String.init)
    }

    private init(parts: [Part]) { (self.parts, setsFolders) = (parts, false) }

    /// Parses a pattern. Fails for an unclosed brace, an unknown placeholder, a pattern without `{name}`, a slash without `{dir}` or a date,
    /// or names without an extension.
    package init?(_ text: String) {
        guard let parts = Part.parts(of: text) else { return nil }
        self.parts = parts
        setsFolders = parts.contains(.placeholder(.dir)) || text.contains("/")
        let hasExtension =
            switch parts.last {
            case .placeholder(.ext), .placeholder(.type): true
            case .text(let text): text.contains(".")
            default: false
            }
        guard parts.contains(.placeholder(.name)), hasExtension,
            hasFolderPlaceholder || hasDatePlaceholder || !text.contains("/"),
            !text.split(separator: "/").contains("..")
        else { return nil }
    }

    /// Returns the path of a result relative to the results folder.
    ///
    /// - Parameters:
    ///   - picture: the path of the picture relative to its base folder. The path's folders are kept, at `{dir}` or else before the name.
    ///   - size: the text for `{size}`.
    ///   - ext: the extension of the format, for `{ext}`.
    ///   - date: the date when the picture was taken, such as `2024-06-09T21:14:03`; `nil` if unknown.
    ///   - keepsType: true to include the picture's extension in `{name}`, unless the pattern contains `{type}`.
    package func path(
        of picture: FilePath, size: String, ext: String, date: String? = nil, keepsType: Bool = false
    ) -> FilePath {
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
            case .placeholder(.date(let pattern)): bytes += pattern.text(of: date).utf8
            }
        }
        // A name such as `...jpg` has the stem `..`, which would lead outside the results folder.
        let name = FilePath(root: nil, FilePath(bytes: bytes).components.filter { $0.kind == .regular })
        return setsFolders ? name : folder.pushing(name)
    }

    /// Returns the parts of the last component before and after its last dot.
    private static func stemAndType(of picture: FilePath) -> (stem: ArraySlice<UInt8>, type: ArraySlice<UInt8>) {
        let name = picture.lastComponent?.bytes ?? Array("picture".utf8)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (name[...], []) }
        return (name[..<dot], name[(dot + 1)...])
    }
}
