import Foundation

/// A disk whose calls hang until a test lets it respond again.
public final class HangingDisk: Sendable {
    private let condition = NSCondition()
    private let isHanging = Shared(true)
    /// The number of calls.
    public let calls = Shared(0)

    /// Makes a disk that hangs.
    public init() {}

    /// Blocks the calling thread while the disk hangs.
    public func call() {
        calls.change { $0 += 1 }
        condition.lock()
        defer { condition.unlock() }
        while isHanging.value { condition.wait() }
    }

    /// Ends the calls that hang. Later calls return at once.
    public func respond() {
        condition.lock()
        defer { condition.unlock() }
        isHanging.change { $0 = false }
        condition.broadcast()
    }
}
