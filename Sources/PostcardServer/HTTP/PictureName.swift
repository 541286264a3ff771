import HTTPTypes
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

    /// The name of a file without its folders, which are nobody's business; some clients send whole paths.
    static func lastPart(of path: String) -> String? {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
    }

    static func withoutLeadingSlashes(_ name: some StringProtocol) -> String { String(name.drop { $0 == "/" }) }

    /// The names under which a picture of a folder is looked for. A query is for caches: "?v=2" asks for the same file anew.
    static func spellings(of name: String) -> [String] {
        [name, name.firstIndex(of: "?").map { String(name[..<$0]) }].compactMap(\.self)
    }
}

/// A picture's name as it is looked up, whatever its spelling: a place, and the parts of the way to the picture.
struct PicturePath: Sendable {
    enum Place: Sendable, Equatable {
        /// The picture folders, and the buckets that are searched like them.
        case images
        case bucket(String)
        case library
        /// `port` is `nil` for the usual one of the scheme.
        case web(scheme: String, host: String, port: Int?)
    }

    let place: Place
    /// The parts between the slashes, decoded, as bytes: two spellings of a letter are two names.
    let parts: [[UInt8]]

    /// Takes a name apart as ``SourcePictures/find(_:_:)`` does; `nil` for a name that no picture has, and for an address that a server
    /// could read in another way than we do.
    init?(_ name: String) {
        if PictureName.isAddress(name) {
            guard let target = try? FetchTarget(name), !Self.mayLeadUp(target.path) else { return nil }
            place = .web(scheme: target.scheme, host: target.host, port: target.unusualPort)
            var parts: [String] = []
            let path = target.path
            // A host alone has no parts; a slash behind it has an empty one.
            for part in path.isEmpty ? [] : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
                guard let decoded = PercentEncoding.decode(part) else { return nil }
                parts.append(decoded)
            }
            self.parts = parts.map { Array($0.utf8) }
        } else if let address = ObjectAddress(name) {
            guard address.profile == nil else { return nil }
            place = .bucket(address.bucket)
            parts = Self.parts(address.key)
        } else if PictureName.isInLibrary(name) {
            place = .library
            parts = Self.parts(String(name.drop { $0 != ":" }.dropFirst()))
        } else {
            guard PictureName.isPath(name) else { return nil }
            place = .images
            parts = Self.parts(name)
        }
    }

    private static func parts(_ path: String) -> [[UInt8]] {
        path.isEmpty
            ? [] : path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
    }

    /// Decodings after which a path is to stay as it is.
    private static let maximumDecodings = 4

    /// Tells whether some server could follow a part of a path upwards: dots count also when they are encoded, more than once even, when a
    /// backslash parts them, and when a semicolon follows.
    private static func mayLeadUp(_ path: String) -> Bool {
        // By bytes: a letter's mark makes one character with the slash before it.
        var bytes = Array(path.utf8)
        for _ in 0...maximumDecodings {
            let parts = bytes.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
            let leadsUp = parts.contains { part in
                let name = part.prefix { $0 != UInt8(ascii: ";") }
                return (1...2).contains(name.count) && name.allSatisfy { $0 == UInt8(ascii: ".") }
            }
            guard !leadsUp else { return true }
            let decoded = PercentEncoding.decodeLeniently(bytes)
            guard decoded.count < bytes.count else { return false }
            bytes = decoded
        }
        return true
    }
}

/// The beginning of pictures' names, which ends where a part of them ends: a host, a folder, or a picture.
struct PicturePrefix: Sendable {
    let path: PicturePath
    /// True when it ends in a slash: then the parts alone are none of its pictures.
    private let isFolder: Bool

    /// `nil` for what no picture's name begins with.
    ///
    /// - Parameter text: `paris/`, `https://example.org/photos/`, `s3://bucket/photos/` or `library:`.
    init?(_ text: String) {
        guard !text.contains("?"), !text.contains("#"),
            let path = PicturePath(text.hasSuffix("/") ? String(text.dropLast()) : text)
        else { return nil }
        self.path = path
        isFolder = text.hasSuffix("/")
    }

    /// Returns whether a name begins so, in each of the ways in which it is looked up.
    func contains(_ name: String) -> Bool {
        PictureName.spellings(of: name).allSatisfy { PicturePath($0).map(contains) ?? false }
    }

    private func contains(_ other: PicturePath) -> Bool {
        other.place == path.place && other.parts.starts(with: path.parts)
            && (!isFolder || path.parts.isEmpty || other.parts.count > path.parts.count)
    }
}

/// The pictures that a key signs for, or that a preset shows: those whose names begin with one of its prefixes.
///
/// It holds for each picture that is looked for, and for the place that each comes from after redirects and links.
struct PictureScope: Sendable {
    /// The scope's owner in messages, as in "The preset card does not show".
    let refusal: String
    let prefixes: [PicturePrefix]
    /// The pictures that the settings put into addresses: who asks for one does not name them.
    let givenNames: [String]

    /// Returns whether a picture is within the scope.
    func permits(_ picture: String) -> Bool { isGiven(picture) || prefixes.contains { $0.contains(picture) } }

    private func isGiven(_ picture: String) -> Bool { givenNames.contains { $0.utf8.elementsEqual(picture.utf8) } }

    /// - Throws: `HTTPError` with status 403 for a picture that is not within the scope.
    func require(_ picture: String) throws(HTTPError) {
        guard permits(picture) else {
            throw HTTPError(.forbidden, "\(refusal) the picture \(picture.prefix(200)).")
        }
    }

    /// Checks the place that a picture really comes from.
    ///
    /// - Parameters:
    ///   - place: the address after all redirects, or the file's name without links.
    ///   - picture: the name that led there.
    /// - Throws: `HTTPError` with status 403 for a place that is not within the scope.
    func require(_ place: String, reachedBy picture: String) throws(HTTPError) {
        guard isGiven(picture) || permits(place) else {
            throw HTTPError(.forbidden, "The picture's name leads to another place. \(refusal) pictures from there.")
        }
    }
}
