import PostcardCore
package import PostcardPhotos

/// The URL of an object, or of all objects whose keys have a common prefix: `s3://[profile@]bucket/key`.
///
/// The key is used unchanged: nothing is decoded, `..` has no meaning, and two Unicode spellings of `ü` are two different keys.
package struct ObjectAddress: Sendable, CustomStringConvertible {
    /// The AWS profile with the endpoint and access keys; `nil` to use the endpoint and keys in the environment.
    package let profile: String?
    /// The name of the bucket.
    package let bucket: String
    /// The key or key prefix; may be empty.
    package private(set) var key: String

    /// Parses a URL; `nil` if the string does not start with `s3://`, or if its bucket or key is invalid.
    ///
    /// - Parameter text: the string `s3://[profile@]bucket[/key]`.
    package init?(_ text: String) {
        guard Self.isObjectAddress(text) else { return nil }
        let rest = text.utf8.dropFirst(5)
        let place = rest.prefix { $0 != UInt8(ascii: "/") }
        let name = place.lastIndex(of: UInt8(ascii: "@")).map { place[place.index(after: $0)...] } ?? place
        let profile = place.dropLast(name.count).dropLast()
        guard (1...255).contains(name.count), name.allSatisfy({ $0.isASCIIAlphanumeric(or: "-._") }),
            rest.count - place.count <= 1_025, let bucket = String(name),
            let key = String(rest.dropFirst(place.count + 1)),
            !key.utf8.contains(0), profile.count <= 255, profile.isEmpty == (name.count == place.count)
        else { return nil }
        self.profile = profile.isEmpty ? nil : String(profile)
        self.bucket = bucket
        self.key = key
    }

    /// Parses a URL.
    ///
    /// - Throws: `SourceError` with code `badQuery` for an invalid URL.
    package init(parsing text: String) throws(SourceError) {
        guard let address = ObjectAddress(text) else {
            throw SourceError(.badQuery, "\(text) is not the URL of an object. Write s3://[PROFILE@]BUCKET/KEY.")
        }
        self = address
    }

    /// Returns the URL of another key in the same bucket.
    package func with(key: String) -> ObjectAddress {
        var address = self
        address.key = key
        return address
    }

    /// Returns true if a string starts with `s3://`, ignoring case.
    package static func isObjectAddress(_ text: String) -> Bool {
        text.utf8.count > 5 && text.prefix(5).lowercased() == "s3://"
    }

    /// The URL.
    package var description: String { "s3://\(profile.map { "\($0)@" } ?? "")\(bucket)/\(key)" }
}
