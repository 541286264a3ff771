import Synchronization

/// A flag that is set when a read finds damage, and stays set.
final class DamageFlag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
}
