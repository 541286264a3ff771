import Synchronization

/// A flag that is raised when a read finds damage, and is never lowered.
final class DamageFlag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
}
