import PostcardCore
import PostcardCrypto
import PostcardSources

/// A key that signs addresses: those of all pictures, or of pictures whose names begin with one of its prefixes.
///
/// Keys are compared by identity: after the settings were read again, keys of the same text are others.
final class SigningKey: Sendable {
    /// The key's name, for the log; `nil` for a key without a name.
    let name: String?
    let secret: SymmetricKey
    /// The salt of an imgproxy key, which comes before the path when it is signed; empty for other keys.
    let salt: [UInt8]
    /// The pictures that the key may sign for; `nil` for all.
    let scope: PictureScope?

    private init(
        name: String?, secret: [UInt8], salt: [UInt8] = [], prefixes: [PicturePrefix]?,
        _ settings: AccessSettings
    ) {
        (self.name, self.secret, self.salt) = (name, SymmetricKey(data: secret), salt)
        scope = prefixes.map {
            PictureScope(
                refusal: "The key that signed this address does not sign for", prefixes: $0,
                givenNames: settings.givenPictures)
        }
    }

    /// The least bytes of a key that is accepted, and of one that cannot be guessed.
    private static let (minimumBytes, sufficientBytes) = (8, 16)

    /// True for a key that could be found by trying; the operator is warned of it.
    var isShort: Bool { secret.count < Self.sufficientBytes }
}

extension SigningKey {
    /// Reads the setting `keys`: `KEY`, `NAME:KEY`, `NAME:KEY:PREFIX PREFIX`, or `:KEY` for a key that has colons itself.
    ///
    /// - Throws: `StartupError` that tells which key is wrong, and never holds a key.
    static func plain(_ settings: AccessSettings) throws(StartupError) -> [SigningKey] {
        try all(settings.keys, of: "keys") { text, place throws(StartupError) in
            guard text.contains(":"), !text.hasPrefix(":") else {
                let key = Array((text.hasPrefix(":") ? text.dropFirst() : text[...]).utf8)
                try requireLength(of: key, place)
                return SigningKey(name: nil, secret: key, prefixes: nil, settings)
            }
            let fields = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            let name = try name(fields[0], place, "NAME:KEY, NAME:KEY:PREFIX PREFIX, or :KEY for a key with colons")
            let key = Array(fields[1].utf8)
            try requireLength(of: key, "\(place), after its name,", " For a key that has colons itself, write :KEY.")
            return SigningKey(
                name: name, secret: key,
                prefixes: try prefixes(fields.dropFirst(2).first, "\(place), \(name),", settings), settings)
        }
    }

    /// Reads the setting `imgproxyKeys`: `KEY:SALT`, `NAME:KEY:SALT` or `NAME:KEY:SALT:PREFIX PREFIX`.
    ///
    /// - Throws: as ``plain(_:)``.
    static func imgproxy(_ settings: AccessSettings) throws(StartupError) -> [SigningKey] {
        try all(settings.imgproxyKeys, of: "imgproxyKeys") { text, place throws(StartupError) in
            let fields = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            let form = "KEY:SALT, NAME:KEY:SALT, or NAME:KEY:SALT:PREFIX PREFIX"
            let name = fields.count > 2 ? try name(fields[0], place, form) : nil
            let pair = fields.dropFirst(name == nil ? 0 : 1).prefix(2).map { Hexadecimal.decode($0) }
            guard pair.count == 2, let key = pair[0], let salt = pair[1] else {
                throw .badSetting(
                    "\(place) cannot be read. Write \(form), the key and the salt in hexadecimal, as imgproxy has them."
                )
            }
            try requireLength(of: key, place)
            return SigningKey(
                name: name, secret: key, salt: salt,
                prefixes: try prefixes(fields.dropFirst(3).first, "\(place), \(name ?? ""),", settings), settings)
        }
    }

    /// Reads the entries of a setting, and refuses names and keys that occur twice.
    private static func all(
        _ entries: [String], of setting: String, read: (String, _ place: String) throws(StartupError) -> SigningKey
    ) throws(StartupError) -> [SigningKey] {
        var keys: [SigningKey] = []
        for (index, text) in entries.enumerated() {
            let place = "Key \(index + 1) of \(setting)"
            let key = try read(text, place)
            for other in keys where key.name != nil || other.name != nil {
                guard key.name != other.name else {
                    throw .badSetting("\(place) has a name that another one has. Give each its own.")
                }
                guard key.secret != other.secret || key.salt != other.salt else {
                    throw .badSetting(
                        "\(place) is the same as another one before it, so that nobody could tell who signed.")
                }
            }
            keys.append(key)
        }
        return keys
    }

    private static func requireLength(
        of key: [UInt8], _ place: String, _ hint: String = ""
    ) throws(StartupError) {
        guard key.count < minimumBytes else { return }
        throw .badSetting(
            "\(place) \(key.isEmpty ? "is empty" : "has fewer than \(minimumBytes) bytes"). "
                + "Make one with: openssl rand -hex 32.\(hint)")
    }

    private static func name(_ text: Substring, _ place: String, _ form: String) throws(StartupError) -> String {
        guard let name = RequestID.accepted(String(text)) else {
            throw .badSetting(
                "\(place) has no name before its first colon. Write \(form); a name has 1 to 64 letters, digits, dots, hyphens and "
                    + "underscores.")
        }
        return name
    }

    /// Reads prefixes with spaces between them; `nil` for no text.
    private static func prefixes(
        _ text: Substring?, _ place: String, _ settings: AccessSettings
    ) throws(StartupError) -> [PicturePrefix]? {
        guard let text else { return nil }
        let names = text.split(whereSeparator: \.isWhitespace)
        guard !names.isEmpty else {
            throw .badSetting(
                "\(place) has no prefix after its last colon. Leave the colon out to let it sign for all pictures.")
        }
        return try names.enumerated().map { index, name throws(StartupError) in
            // The text stays out of the message: it may be a part of a key that has colons itself.
            let subject = "\(place) has a prefix, number \(index + 1),"
            guard let prefix = PicturePrefix(String(name)) else {
                throw .badSetting(
                    "\(subject) that no picture's name begins with. Write a folder such as paris/, https://example.org/photos/, "
                        + "s3://BUCKET/PREFIX/ or library:")
            }
            if let reason = reason(nothingMatches: prefix.path, settings) {
                throw .badSetting("\(subject) that allows nothing: \(reason).")
            }
            return prefix
        }
    }

    /// Returns the reason why no picture of the service has a name that begins so; `nil` when one may.
    private static func reason(nothingMatches path: PicturePath, _ settings: AccessSettings) -> String? {
        switch path.place {
        case .images: settings.images.isEmpty ? "there are no picture folders (--images)" : nil
        case .library:
            !path.parts.isEmpty
                ? "write library: for all of the library"
                : settings.library == nil ? "there is no library (--library)" : nil
        case .bucket(let bucket):
            settings.images.contains { place in
                guard let address = ObjectAddress(place), address.bucket == bucket else { return false }
                let own = address.key.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
                return zip(own, path.parts).allSatisfy(==)
            } ? nil : "pictures of that place in object storage are not served (--images)"
        case .web(_, let host, let port):
            settings.allowedHosts.contains { HostPattern($0).matches(host: host, port: port) }
                ? nil : "pictures are not fetched from that host (--allow-host)"
        }
    }
}
