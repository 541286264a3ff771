import HTTPTypes
import PostcardCore

/// The uploaded pictures that clients use for several memes, under unpredictable names `upload:…`. Without them, a preview would upload its
/// picture after every change.
struct SentPictures: Sendable {
    private static let prefix = "upload:"
    /// The maximum number of pictures, which limits the memory for small pictures.
    static let maximumCount = 1_000
    /// The time for which a picture is stored after its last use.
    static let lifetime = Duration.seconds(900)

    private let minimumBytes: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let random: @Sendable (Int) -> [UInt8]
    private let pictures: LRUCache<NameKey, (bytes: [UInt8], end: ContinuousClock.Instant)>

    /// - Parameters:
    ///   - byteLimit: the maximum size of all pictures in bytes; the least recently used ones are removed.
    ///   - random: returns the given number of random bytes.
    init(
        byteLimit: Int, now: @escaping @Sendable () -> ContinuousClock.Instant,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (minimumBytes, self.now, self.random) = (byteLimit / Self.maximumCount, now, random)
        pictures = LRUCache(byteLimit: byteLimit)
    }

    static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// Stores a picture for `lifetime`, and returns its name.
    func store(_ bytes: [UInt8]) -> String {
        let name = Self.prefix + Base64.urlSafe.encode(random(16))
        store(bytes, as: name)
        return name
    }

    private func store(_ bytes: [UInt8], as name: String) {
        pictures.insert((bytes, now() + Self.lifetime), bytes: max(minimumBytes, bytes.count), for: NameKey(name))
    }

    /// Returns the bytes of a picture, and stores it for another `lifetime`.
    ///
    /// - Throws: `HTTPError` with status 404 if the picture has expired.
    func picture(_ name: String) throws(HTTPError) -> [UInt8] {
        guard let (bytes, end) = pictures.value(for: NameKey(name)), now() < end else {
            throw HTTPError(.notFound, "The uploaded picture has expired. Upload it again.", .uploadGone)
        }
        store(bytes, as: name)
        return bytes
    }
}
