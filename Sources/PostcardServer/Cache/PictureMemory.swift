import Synchronization

/// Pictures in memory by name, of at most so many bytes; what was used least recently goes first.
final class PictureMemory<Picture: Sendable>: Sendable {
    private struct State {
        var entries = RecencyList()
        var pictures: [CacheName: Picture] = [:]
    }
    private let byteLimit: Int
    private let state = Mutex(State())

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    func read(_ name: CacheName) -> Picture? {
        state.withLock { state in
            _ = state.entries.touch(name)
            return state.pictures[name]
        }
    }

    /// `bytes` is the memory that the picture takes.
    func write(_ picture: Picture, bytes: Int, as name: CacheName) {
        state.withLock { state in
            state.entries.insert(name, bytes: bytes)
            state.pictures[name] = picture
            for removed in state.entries.shrink(to: byteLimit) { state.pictures[removed.name] = nil }
        }
    }
}
