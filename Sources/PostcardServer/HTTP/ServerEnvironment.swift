import PostcardCore
import Synchronization

/// The id of a request, in header, body and log.
enum RequestID {
    /// An id that the client or a proxy sent, when it is short and plain enough for a log.
    static func accepted(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-_.") })
        else { return nil }
        return text
    }
}

/// Makes ids for requests: a random number of the service, and the number of the request. Random numbers for each would take longer
/// than much of what is asked.
final class RequestNumbers: Sendable {
    private let prefix = String(UInt64.random(in: .min ... .max), radix: 36) + "-"
    private let count = Atomic<UInt64>(0)

    func next() -> String { prefix + String(count.add(1, ordering: .relaxed).newValue, radix: 36) }
}

/// Time, ids, randomness and readiness, which tests replace.
struct ServerEnvironment: Sendable {
    var now: @Sendable () -> ContinuousClock.Instant
    var secondsSince1970: @Sendable () -> Int
    var makeID: @Sendable () -> String
    /// Random bytes that nobody can guess, so many.
    var randomBytes: @Sendable (Int) -> [UInt8]
    /// True when new requests are welcome.
    var isReady: @Sendable () -> Bool
}

/// A value that may be replaced while the service runs.
final class Reloadable<Value: Sendable>: Sendable {
    private let current: Mutex<Value>

    init(_ value: Value) { current = Mutex(value) }

    var value: Value {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
