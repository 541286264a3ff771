import PostcardCore

/// The address of an object, or of all objects whose keys begin alike: `s3://[profile@]bucket/key`.
///
/// A key is taken as it is written: nothing in it is decoded, no `..` is followed, and two spellings of `ü` are two keys.
public struct ObjectAddress: Sendable, CustomStringConvertible {
    /// The profile of the AWS configuration whose endpoint and keys are used; `nil` for those of the environment.
    public let profile: String?
    /// The bucket.
    public let bucket: String
    /// The key, or the beginning of keys; it may be empty.
    public private(set) var key: String

    /// Reads an address; `nil` for a text that does not begin with `s3://`, and for a bucket or a key that cannot be.
    ///
    /// - Parameter text: `s3://[profile@]bucket[/key]`.
    public init?(_ text: String) {
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

    /// Reads an address.
    ///
    /// - Throws: ``SourceError`` with code `badQuery` for another text.
    package init(parsing text: String) throws(SourceError) {
        guard let address = ObjectAddress(text) else {
            throw SourceError(.badQuery, "\(text) is not the address of an object: s3://[PROFILE@]BUCKET/KEY.")
        }
        self = address
    }

    /// Returns the address of another key in the same bucket.
    public func with(key: String) -> ObjectAddress {
        var address = self
        address.key = key
        return address
    }

    /// Returns a Boolean value that indicates whether a text begins with `s3://`, in letters of either case.
    public static func isObjectAddress(_ text: String) -> Bool {
        text.utf8.count > 5 && text.prefix(5).lowercased() == "s3://"
    }

    /// The address as it is written.
    public var description: String { "s3://\(profile.map { "\($0)@" } ?? "")\(bucket)/\(key)" }
}
