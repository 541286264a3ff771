import Synchronization

/// A generator of request ids, which consist of a random number for the process and a counter. Generating a random number can take longer
/// than handling a whole request.
final class RequestNumbers: Sendable {
    private let prefix = String(UInt64.random(in: .min ... .max), radix: 36) + "-"
    private let count = Atomic<UInt64>(0)

    func next() -> String { prefix + String(count.add(1, ordering: .relaxed).newValue, radix: 36) }
}
