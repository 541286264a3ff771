import Synchronization

/// A generator of request ids: a random number of the process, and a counter. A random number for each request would take longer than many requests.
final class RequestNumbers: Sendable {
    private let prefix = String(UInt64.random(in: .min ... .max), radix: 36) + "-"
    private let count = Atomic<UInt64>(0)

    func next() -> String { prefix + String(count.add(1, ordering: .relaxed).newValue, radix: 36) }
}
