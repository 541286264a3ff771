import PostcardCore
import Synchronization

/// The syntax of request ids, in header fields, bodies and the log.
enum RequestID {
    /// Returns the id of a client or proxy when it is short and plain enough for the log; otherwise `nil`.
    static func accepted(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-_.") })
        else { return nil }
        return text
    }
}

/// A generator of request ids: a random number of the process, and a counter. A random number for each request would take longer than many requests.
final class RequestNumbers: Sendable {
    private let prefix = String(UInt64.random(in: .min ... .max), radix: 36) + "-"
    private let count = Atomic<UInt64>(0)

    func next() -> String { prefix + String(count.add(1, ordering: .relaxed).newValue, radix: 36) }
}

/// The clocks, ids, randomness and readiness of the service, which tests replace.
struct ServerEnvironment: Sendable {
    var now: @Sendable () -> ContinuousClock.Instant
    /// The clock of timeouts.
    var clock: any Clock<Duration> = ContinuousClock()
    var secondsSince1970: @Sendable () -> Int
    var makeID: @Sendable () -> String
    /// Returns a number of unpredictable bytes.
    var randomBytes: @Sendable (Int) -> [UInt8]
    /// Returns true when the service is ready for requests.
    var isReady: @Sendable () -> Bool
}

/// A value that can be replaced while the service runs, from any thread.
final class Reloadable<Value: Sendable>: Sendable {
    private let current: Mutex<Value>

    init(_ value: Value) { current = Mutex(value) }

    var value: Value {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func change(_ body: (inout Value) -> Void) { current.withLock { body(&$0) } }
}
