import PostcardCore
import PostcardSources

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
    /// What stands between the slashes, decoded, as bytes: two spellings of a letter are two names.
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
