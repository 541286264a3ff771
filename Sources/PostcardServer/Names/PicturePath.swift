import PostcardCore
import PostcardPhotos
import PostcardSources

/// A picture name in normalized form, for comparisons: where the picture is stored, and the parts of its path.
struct PicturePath: Sendable {
    enum Place: Sendable, Equatable {
        /// The picture folders, and the buckets that are searched like folders.
        case images
        case bucket(String)
        case library
        /// The web; `port` is `nil` for the default port of the scheme.
        case web(scheme: String, host: String, port: Int?)
    }

    let place: Place
    /// The decoded parts between the slashes, as bytes, because two Unicode spellings are two different names.
    let parts: [[UInt8]]

    /// Splits a name as ``SourcePictures/find(_:_:)`` does; `nil` if the name is invalid, or is a URL that servers could interpret in
    /// different ways.
    init?(_ name: String) {
        if PictureName.isURL(name) {
            guard let target = try? FetchTarget(name), !Self.mayLeadUp(target.path) else { return nil }
            place = .web(scheme: target.scheme, host: target.host, port: target.unusualPort)
            var parts: [String] = []
            let path = target.path
            // A host alone has no parts; a host followed by a slash has one empty part.
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

    /// The maximum number of times that a path is decoded to search for dots.
    private static let maximumDecodings = 4

    /// Returns true if a server could interpret a part as `.` or `..`: percent-encoded once or several times, between backslashes, or
    /// before a semicolon.
    private static func mayLeadUp(_ path: String) -> Bool {
        // Bytes are compared, because a slash followed by a combining mark is a single character.
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
