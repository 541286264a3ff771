package import PlatformFoundation
import PostcardCore
import PostcardCrypto

/// A link to the page of a journal or album. It works without a token of the service, until it expires or is revoked.
package struct ShareLink: Sendable, Encodable {
    package let id: String
    /// The id of the journal, or of the album's pin.
    package let item: String
    package let positions: SharedPositions
    package let expires: Date
    /// The path or URL, which contains the token. It is known only when the link is made, since only the token's hash is stored.
    package var url: String?
    /// The SHA-256 hash of the token.
    let digest: [UInt8]

    /// The lifetimes in days.
    package static let days = 1...3_650
    /// The default lifetime in days.
    package static let defaultDays = 30

    private enum CodingKeys: CodingKey {
        case id, item, positions, expires, url
    }
}

extension ShareLink {
    /// Reads a line of the file; `nil` for other text.
    init?(line: String) {
        let parts = line.split(separator: " ").map(String.init)
        guard parts.count == 5, let positions = SharedPositions(rawValue: parts[2]), let seconds = Double(parts[3]),
            let digest = Hexadecimal.decode(parts[4])
        else { return nil }
        self.init(
            id: parts[0], item: parts[1], positions: positions, expires: Date(timeIntervalSince1970: seconds),
            digest: digest)
    }

    var line: String {
        let seconds = Int(expires.timeIntervalSince1970)
        return "\(id) \(item) \(positions.rawValue) \(seconds) \(Hexadecimal.encode(digest))"
    }
}

/// The links, with one line per link in a file that only the library's owner can read.
extension Library {
    private var linkFile: PrivateLines { PrivateLines(directory.appending("share.links")) }

    /// Returns the links that have not expired, oldest first.
    package func links() throws(FileError) -> [ShareLink] { Self.valid(try linkFile.all(), at: now) }

    private static func valid(_ lines: [String], at now: Date) -> [ShareLink] {
        lines.compactMap(ShareLink.init(line:)).filter { now < $0.expires }
    }

    /// Returns the link with a token; `nil` if there is none, or if it has expired.
    package func link(withToken token: String) throws(FileError) -> ShareLink? {
        let digest = SHA256.hash(data: Array(token.utf8))
        // All digests are compared, so that timing reveals nothing about them.
        return try links().filter { digest.isEqual(to: $0.digest) }.last
    }

    /// Makes a link with a new token of 256 bits.
    ///
    /// - Parameters:
    ///   - item: the id or name of a journal, or of an album's pin.
    ///   - days: the lifetime in days.
    /// - Throws: `LibraryError` with code `notFound` or `ambiguous`; `FileError` if the library can't be changed.
    package func addLink(to item: String, positions: SharedPositions, days: Int) throws -> ShareLink {
        try requireChangeable()
        let token = Base64.urlSafe.encode(
            (0..<4).map { _ in environment.random() }.flatMap { bits in
                (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
            })
        let now = now
        let link = ShareLink(
            id: makeID(.link), item: try idOfShared(named: item), positions: positions,
            expires: now + Double(days) * 86_400, url: "/shared/\(token)",
            digest: SHA256.hash(data: Array(token.utf8)).bytes)
        try linkFile.change { $0 = Self.valid($0, at: now).map(\.line) + [link.line] }
        return link
    }

    /// Revokes a link.
    ///
    /// - Returns: false if no link has the id.
    package func removeLink(_ id: String) throws(FileError) -> Bool {
        try linkFile.change { lines in
            let count = lines.count
            lines.removeAll { $0.hasPrefix("\(id) ") }
            return lines.count < count
        }
    }
}

extension RecordKind {
    /// A kind for the ids of links, which are not records.
    fileprivate static let link: RecordKind = "link"
}
