import PostcardCore
import PostcardCrypto
import PostcardSources

/// A key that signs URLs of all images, or of images whose names start with one of its prefixes.
///
/// Keys are compared by identity: after the settings are reloaded, a key with the same text is a different key.
final class SigningKey: Sendable {
    /// The key's name, for the log; `nil` for a key without a name.
    let name: String?
    let secret: SymmetricKey
    /// The salt of an imgproxy key, which precedes the path in the signed text; empty for other keys.
    let salt: [UInt8]
    /// The images that the key may sign for; `nil` for all images.
    let scope: PictureScope?

    private init(
        name: String?, secret: [UInt8], salt: [UInt8] = [], prefixes: [PicturePrefix]?,
        _ settings: AccessSettings
    ) {
        (self.name, self.secret, self.salt) = (name, SymmetricKey(data: secret), salt)
        scope = prefixes.map {
            PictureScope(
                refusal: "The key that signed this URL is not valid for", prefixes: $0,
                givenNames: settings.givenPictures)
        }
    }

    /// The minimum size of a key in bytes, and the size at which a key becomes too long to guess.
    private static let (minimumBytes, sufficientBytes) = (8, 16)

    /// True if the key is short enough to be guessed. The service then warns the operator.
    var isShort: Bool { secret.count < Self.sufficientBytes }
}

extension SigningKey {
    /// Reads the `keys` setting: `KEY`, `NAME:KEY`, `NAME:KEY:PREFIX PREFIX`, or `:KEY` for a key with colons.
    ///
    /// - Throws: `StartupError` that contains the number of the invalid key, but never the key.
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
            try requireLength(of: key, "\(place), after its name,", " For a key with colons, write :KEY.")
            return SigningKey(
                name: name, secret: key,
                prefixes: try prefixes(fields.dropFirst(2).first, "\(place), \(name),", settings), settings)
        }
    }

    /// Reads the `imgproxyKeys` setting: `KEY:SALT`, `NAME:KEY:SALT` or `NAME:KEY:SALT:PREFIX PREFIX`.
    ///
    /// - Throws: the same errors as ``plain(_:)``.
    static func imgproxy(_ settings: AccessSettings) throws(StartupError) -> [SigningKey] {
        try all(settings.imgproxyKeys, of: "imgproxyKeys") { text, place throws(StartupError) in
            let fields = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            let form = "KEY:SALT, NAME:KEY:SALT, or NAME:KEY:SALT:PREFIX PREFIX"
            let name = fields.count > 2 ? try name(fields[0], place, form) : nil
            let pair = fields.dropFirst(name == nil ? 0 : 1).prefix(2).map { Hexadecimal.decode($0) }
            guard pair.count == 2, let key = pair[0], let salt = pair[1] else {
                throw .badSetting(
                    "\(place) is invalid. Write \(form), with key and salt in hexadecimal, as in imgproxy."
                )
            }
            try requireLength(of: key, place)
            return SigningKey(
                name: name, secret: key, salt: salt,
                prefixes: try prefixes(fields.dropFirst(3).first, "\(place), \(name ?? ""),", settings), settings)
        }
    }

    /// Reads the entries of a setting, and rejects names and keys that occur twice.
    private static func all(
        _ entries: [String], of setting: String, read: (String, _ place: String) throws(StartupError) -> SigningKey
    ) throws(StartupError) -> [SigningKey] {
        var keys: [SigningKey] = []
        for (index, text) in entries.enumerated() {
            let place = "Key \(index + 1) in \(setting)"
            let key = try read(text, place)
            for other in keys where key.name != nil || other.name != nil {
                guard key.name != other.name else {
                    throw .badSetting("\(place) has the same name as another key. Names must be unique.")
                }
                guard key.secret != other.secret || key.salt != other.salt else {
                    throw .badSetting(
                        "\(place) is the same as an earlier key, so signers can't be distinguished.")
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
                + "Create one with: openssl rand -hex 32.\(hint)")
    }

    private static func name(_ text: Substring, _ place: String, _ form: String) throws(StartupError) -> String {
        guard let name = RequestID.accepted(String(text)) else {
            throw .badSetting(
                "\(place) has no valid name before its first colon. Write \(form); a name must have 1 to 64 letters, digits, dots, "
                    + "hyphens and underscores.")
        }
        return name
    }

    /// Reads prefixes separated by spaces; `nil` if `text` is `nil`.
    private static func prefixes(
        _ text: Substring?, _ place: String, _ settings: AccessSettings
    ) throws(StartupError) -> [PicturePrefix]? {
        guard let text else { return nil }
        let names = text.split(whereSeparator: \.isWhitespace)
        guard !names.isEmpty else {
            throw .badSetting(
                "\(place) has no prefix after its last colon. Omit the colon to allow all images.")
        }
        return try names.enumerated().map { index, name throws(StartupError) in
            // The message omits the text, since it might be part of a key that contains colons.
            let number = "(number \(index + 1))"
            guard let prefix = PicturePrefix(String(name)) else {
                throw .badSetting(
                    "\(place) has an invalid prefix \(number). Write a folder such as paris/, https://example.org/photos/, "
                        + "s3://BUCKET/PREFIX/ or library:")
            }
            if let reason = reason(nothingMatches: prefix.path, settings) {
                throw .badSetting("\(place) has a prefix \(number) that matches no image: \(reason).")
            }
            return prefix
        }
    }

    /// Returns the reason why no image of the service can have a name with the prefix; `nil` if images can have one.
    private static func reason(nothingMatches path: PicturePath, _ settings: AccessSettings) -> String? {
        switch path.place {
        case .images: settings.images.isEmpty ? "there are no image folders (--images)" : nil
        case .library:
            !path.parts.isEmpty
                ? "write library: for the whole library"
                : settings.library == nil ? "there is no library (--library)" : nil
        case .bucket(let bucket):
            settings.images.contains { place in
                guard let address = ObjectAddress(place), address.bucket == bucket else { return false }
                let own = address.key.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
                return zip(own, path.parts).allSatisfy(==)
            } ? nil : "images in that bucket or prefix are not served (--images)"
        case .web(_, let host, let port):
            settings.allowedHosts.contains { HostPattern($0).matches(host: host, port: port) }
                ? nil : "images are not fetched from that host (--allow-host)"
        }
    }
}
