import PostcardCrypto
import HTTPTypes
import PostcardSources

/// A key that signs addresses: those of all pictures, or of pictures whose names begin with one of its prefixes.
///
/// Two keys of the same text are two keys: a service that has read its keys again knows none of those before.
final class SigningKey: Sendable {
    /// For the log; `nil` for a key without a name.
    let name: String?
    let secret: SymmetricKey
    /// Comes before what is signed of imgproxy's addresses; empty for other keys.
    let salt: [UInt8]
    /// `nil` for all pictures.
    private let prefixes: [PicturePrefix]?
    /// The pictures that the settings put into addresses: who signs an address does not name them.
    private let givenNames: [String]

    private init(
        name: String?, secret: SymmetricKey, salt: [UInt8] = [], prefixes: [PicturePrefix]?,
        _ settings: ServerConfiguration
    ) {
        (self.name, self.secret, self.salt, self.prefixes) = (name, secret, salt, prefixes)
        givenNames = [settings.watermark, settings.fallback].filter { !$0.isEmpty }
    }

    var isLimited: Bool { prefixes != nil }

    /// Returns whether the key may sign for a picture.
    func permits(_ picture: String) -> Bool {
        guard let prefixes else { return true }
        return isGiven(picture) || prefixes.contains { $0.contains(picture) }
    }

    private func isGiven(_ picture: String) -> Bool { givenNames.contains { $0.utf8.elementsEqual(picture.utf8) } }

    /// - Throws: `HTTPError` with status 403 for a picture that the key may not sign for.
    func require(_ picture: String) throws(HTTPError) {
        guard permits(picture) else {
            throw HTTPError(
                .forbidden, "The key that signed this address does not sign for the picture \(picture.prefix(200)).")
        }
    }

    /// Checks where a picture came from after all redirects.
    ///
    /// - Throws: `HTTPError` with status 403 for a place that the key may not sign for.
    func require(_ address: String, redirectedFrom picture: String) throws(HTTPError) {
        guard prefixes != nil, !isGiven(picture), !permits(address) else { return }
        throw HTTPError(
            .forbidden, "The picture's server redirects to a place that the key of this address does not sign for.")
    }
}

extension SigningKey {
    /// Reads the keys of `keys`: `KEY`, `NAME:KEY` or `NAME:KEY:PREFIX PREFIX`.
    ///
    /// - Throws: `StartupError` that tells which one is wrong, and never holds a key.
    static func plain(_ settings: ServerConfiguration) throws(StartupError) -> [SigningKey] {
        try all(settings.keys, of: "keys") { text, place throws(StartupError) in
            guard text.contains(":") else {
                guard !text.isEmpty else { throw StartupError(.badSetting, "\(place) is empty.") }
                return SigningKey(name: nil, secret: SymmetricKey(data: Array(text.utf8)), prefixes: nil, settings)
            }
            let fields = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            let name = try name(fields[0], place, "NAME:KEY, or NAME:KEY:PREFIX PREFIX")
            guard !fields[1].isEmpty else {
                throw StartupError(.badSetting, "\(place), \(name), is empty. Make one with: openssl rand -hex 32")
            }
            return SigningKey(
                name: name, secret: SymmetricKey(data: Array(fields[1].utf8)),
                prefixes: try prefixes(fields.dropFirst(2).first, "\(place), \(name),", settings), settings)
        }
    }

    /// Reads those of `imgproxyKeys`: `KEY:SALT`, `NAME:KEY:SALT` or `NAME:KEY:SALT:PREFIX PREFIX`.
    ///
    /// - Throws: as ``plain(_:)``.
    static func imgproxy(_ settings: ServerConfiguration) throws(StartupError) -> [SigningKey] {
        try all(settings.imgproxyKeys, of: "imgproxyKeys") { text, place throws(StartupError) in
            let fields = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            let form = "KEY:SALT, NAME:KEY:SALT, or NAME:KEY:SALT:PREFIX PREFIX"
            let name = fields.count > 2 ? try name(fields[0], place, form) : nil
            let pair = fields.dropFirst(name == nil ? 0 : 1).prefix(2).map(bytes(hexadecimal:))
            guard pair.count == 2, let key = pair[0], let salt = pair[1], !key.isEmpty else {
                throw StartupError(
                    .badSetting,
                    "\(place) cannot be read. Write \(form), the key and the salt in hexadecimal, as imgproxy has them."
                )
            }
            return SigningKey(
                name: name, secret: SymmetricKey(data: key), salt: salt,
                prefixes: try prefixes(fields.dropFirst(3).first, "\(place), \(name ?? ""),", settings), settings)
        }
    }

    private static func all(
        _ entries: [String], of setting: String, read: (String, _ place: String) throws(StartupError) -> SigningKey
    ) throws(StartupError) -> [SigningKey] {
        var keys: [SigningKey] = []
        for (index, text) in entries.enumerated() {
            let place = "Key \(index + 1) of \(setting)"
            let key = try read(text, place)
            for other in keys where key.name != nil || other.name != nil {
                guard key.name != other.name else {
                    throw StartupError(.badSetting, "\(place) has a name that another one has. Give each its own.")
                }
                guard key.secret != other.secret || key.salt != other.salt else {
                    throw StartupError(
                        .badSetting,
                        "\(place), \(key.name ?? "without a name"), is the same as another one before it, so that nobody could tell who signed."
                    )
                }
            }
            keys.append(key)
        }
        return keys
    }

    private static func name(_ text: Substring, _ place: String, _ form: String) throws(StartupError) -> String {
        guard let name = RequestID.accepted(String(text)) else {
            throw StartupError(
                .badSetting,
                "\(place) has no name before its first colon. Write \(form); a name has 1 to 64 letters, digits, dots, hyphens and "
                    + "underscores.")
        }
        return name
    }

    /// `text` has prefixes with spaces between them; it is `nil` where there are none.
    private static func prefixes(
        _ text: Substring?, _ place: String, _ settings: ServerConfiguration
    ) throws(StartupError) -> [PicturePrefix]? {
        guard let text else { return nil }
        let names = text.split(whereSeparator: \.isWhitespace)
        guard !names.isEmpty else {
            throw StartupError(
                .badSetting,
                "\(place) has no prefix after its last colon. Leave the colon out to let it sign for all pictures.")
        }
        var prefixes: [PicturePrefix] = []
        for (index, name) in names.enumerated() {
            // The text is not repeated: of a key that was meant to have colons of its own it would be a part.
            let subject = "\(place) has a prefix, number \(index + 1),"
            guard let prefix = PicturePrefix(String(name)) else {
                throw StartupError(
                    .badSetting,
                    "\(subject) that no picture's name begins with. Write a folder such as paris/, https://example.org/photos/, "
                        + "s3://BUCKET/PREFIX/ or library:")
            }
            if let reason = reason(nothingMatches: prefix.path, settings) {
                throw StartupError(.badSetting, "\(subject) that allows nothing: \(reason).")
            }
            prefixes.append(prefix)
        }
        return prefixes
    }

    /// Why no picture that the service has can have a name that begins so; `nil` when one can.
    private static func reason(nothingMatches path: PicturePath, _ settings: ServerConfiguration) -> String? {
        switch path.place {
        case .images: settings.images.isEmpty ? "there are no picture folders (--images)" : nil
        case .library:
            !path.parts.isEmpty
                ? "write library: for all of the library"
                : settings.library.isEmpty ? "there is no library (--library)" : nil
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

    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = text.map(\.hexDigitValue)
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8((digits[index] ?? 0) << 4 | (digits[index + 1] ?? 0))
        }
    }
}
