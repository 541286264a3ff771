import HTTPTypes
import PostcardCore
import Synchronization

/// Pictures that clients sent to letter them several times, by names that nobody can guess, as `upload:…`: a preview of each change would
/// otherwise send the picture each time.
final class SentPictures: Sendable {
    private struct Picture {
        let bytes: [UInt8]
        let end: ContinuousClock.Instant
    }
    private struct State {
        var pictures: [String: Picture] = [:]
        /// Names, the oldest first.
        var order: [String] = []
        var byteCount = 0

        mutating func remove(_ name: String) {
            byteCount -= pictures.removeValue(forKey: name)?.bytes.count ?? 0
            order.removeAll { $0 == name }
        }
    }

    private static let prefix = "upload:"
    /// The maximum number of pictures: each costs more than its bytes, and small ones are many.
    static let maximumCount = 1_000
    /// The time for which a picture is kept after it was last used.
    static let lifetime = Duration.seconds(900)

    private let byteLimit: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let random: @Sendable (Int) -> [UInt8]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - byteLimit: bytes of all pictures; the oldest ones make room.
    ///   - random: random bytes, so many.
    init(
        byteLimit: Int, now: @escaping @Sendable () -> ContinuousClock.Instant,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.byteLimit = byteLimit
        self.now = now
        self.random = random
    }

    static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// Keeps a picture for a while.
    func keep(_ bytes: [UInt8]) -> String {
        let name = Self.prefix + Base64.urlSafe.encode(random(16))
        let now = now()
        state.withLock { state in
            for (name, picture) in state.pictures where picture.end <= now { state.remove(name) }
            while state.byteCount + bytes.count > byteLimit || state.order.count >= Self.maximumCount,
                let oldest = state.order.first
            {
                state.remove(oldest)
            }
            state.pictures[name] = Picture(bytes: bytes, end: now + Self.lifetime)
            state.order.append(name)
            state.byteCount += bytes.count
        }
        return name
    }

    /// The bytes of a picture, which is kept for longer by that.
    ///
    /// - Throws: `HTTPError` with status 404 for one that is not there any more.
    func picture(_ name: String) throws(HTTPError) -> [UInt8] {
        let now = now()
        let bytes: [UInt8]? = state.withLock { state in
            guard let picture = state.pictures[name], now < picture.end else { return nil }
            state.pictures[name] = Picture(bytes: picture.bytes, end: now + Self.lifetime)
            return picture.bytes
        }
        guard let bytes else {
            throw HTTPError(.notFound, "The picture that was sent is not kept any more. Send it again.")
        }
        return bytes
    }

    /// Bytes of all pictures.
    var byteCount: Int { state.withLock { $0.byteCount } }
}
