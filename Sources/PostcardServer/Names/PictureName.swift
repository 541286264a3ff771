import HTTPTypes
import PostcardCore
import PostcardPhotos
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

/// A picture's name in normal form, for comparing: a place, and the parts of the path.
struct PicturePath: Sendable {
    enum Place: Sendable, Equatable {
        /// The picture folders, and the buckets that are searched like them.
        case images
        case bucket(String)
        case library
        /// The web; `port` is `nil` for the default port of the scheme.
        case web(scheme: String, host: String, port: Int?)
    }

    let place: Place
    /// The decoded parts between the slashes, as bytes: two Unicode spellings are two names.
    let parts: [[UInt8]]

    /// Splits a name as ``SourcePictures/find(_:_:)`` does; `nil` for an invalid name, and for an address that servers could read in different ways.
    init?(_ name: String) {
        if PictureName.isAddress(name) {
            guard let target = try? FetchTarget(name), !Self.mayLeadUp(target.path) else { return nil }
            place = .web(scheme: target.scheme, host: target.host, port: target.unusualPort)
            var parts: [String] = []
            let path = target.path
            // A host alone has no parts; with a slash behind it, it has an empty one.
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

    /// The largest number of times that a path is decoded in the search for dots.
    private static let maximumDecodings = 4

    /// Returns true when some server could read a part as `.` or `..`: percent-encoded once or several times, between backslashes, or before a
    /// semicolon.
    private static func mayLeadUp(_ path: String) -> Bool {
        // By bytes, since a combining mark makes one character with the slash before it.
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

/// A prefix of pictures' names that ends with a whole part: a host, a folder, or a picture.
struct PicturePrefix: Sendable {
    let path: PicturePath
    /// True when the prefix ends in a slash: then a picture has to have further parts.
    private let isFolder: Bool

    /// Reads a prefix; `nil` for one that no picture's name begins with.
    ///
    /// - Parameter text: `paris/`, `https://example.org/photos/`, `s3://bucket/photos/` or `library:`.
    init?(_ text: String) {
        guard !text.contains("?"), !text.contains("#"),
            let path = PicturePath(text.hasSuffix("/") ? String(text.dropLast()) : text)
        else { return nil }
        self.path = path
        isFolder = text.hasSuffix("/")
    }

    /// Returns true when a name begins with the prefix in each of the spellings that it is looked up by.
    func contains(_ name: String) -> Bool {
        PictureName.spellings(of: name).allSatisfy { PicturePath($0).map(contains) ?? false }
    }

    private func contains(_ other: PicturePath) -> Bool {
        other.place == path.place && other.parts.starts(with: path.parts)
            && (!isFolder || path.parts.isEmpty || other.parts.count > path.parts.count)
    }
}

/// The pictures that a key may sign for or a preset may show: those whose names begin with one of its prefixes.
///
/// It is checked for each name in a request, and for the place that a picture comes from after redirects and links.
struct PictureScope: Sendable {
    /// The beginning of the message of a refusal, as in "The preset card does not show".
    let refusal: String
    let prefixes: [PicturePrefix]
    /// The names of pictures that settings put into requests, which are always permitted.
    let givenNames: [String]

    /// Returns true for a picture within the scope.
    func permits(_ picture: String) -> Bool { isGiven(picture) || prefixes.contains { $0.contains(picture) } }

    private func isGiven(_ picture: String) -> Bool { givenNames.contains { $0.utf8.elementsEqual(picture.utf8) } }

    /// Checks that a picture is within the scope.
    ///
    /// - Throws: `HTTPError` with status 403 for one that is not.
    func require(_ picture: String) throws(HTTPError) {
        guard permits(picture) else {
            throw HTTPError(.forbidden, "\(refusal) the picture \(picture.prefix(200)).")
        }
    }

    /// Checks that the place that a picture comes from is within the scope.
    ///
    /// - Parameters:
    ///   - place: the address after all redirects, or the file's name without links.
    ///   - picture: the name in the request.
    /// - Throws: `HTTPError` with status 403 for a place that is not.
    func require(_ place: String, reachedBy picture: String) throws(HTTPError) {
        guard isGiven(picture) || permits(place) else {
            throw HTTPError(.forbidden, "The picture's name leads to another place. \(refusal) pictures from there.")
        }
    }
}
