internal import Synchronization

/// Lets only so many pixels be in memory at the same time, whoever works on them. Who asks first goes first, so that a large
/// picture is not overtaken for ever by small ones.
final class PixelBudget: Sendable {
    private struct State {
        var free: Int
        var waiting: [(pixels: Int, turn: CheckedContinuation<Void, Never>)] = []
    }
    private let total: Int
    private let state: Mutex<State>

    init(_ total: Int) {
        self.total = total
        state = Mutex(State(free: total))
    }

    /// Does some work when there is room for its pixels. More than all of the budget waits for all of it.
    func with<Result: Sendable>(_ pixels: Int, do work: () -> Result) async -> Result {
        let pixels = min(max(0, pixels), total)
        await withCheckedContinuation { turn in
            let goesOn = state.withLock { state in
                guard state.waiting.isEmpty, state.free >= pixels else {
                    state.waiting.append((pixels, turn))
                    return false
                }
                state.free -= pixels
                return true
            }
            if goesOn { turn.resume() }
        }
        defer { give(back: pixels) }
        return work()
    }

    private func give(back pixels: Int) {
        let turns = state.withLock { state in
            state.free += pixels
            var turns: [CheckedContinuation<Void, Never>] = []
            while let next = state.waiting.first, next.pixels <= state.free {
                state.free -= next.pixels
                turns.append(next.turn)
                state.waiting.removeFirst()
            }
            return turns
        }
        turns.forEach { $0.resume() }
    }
}
