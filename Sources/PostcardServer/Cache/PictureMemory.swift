internal import Synchronization

/// Files in memory by name, of at most so many bytes; what was used least recently goes first.
final class PictureMemory: Sendable {
    private struct State {
        var entries = RecencyList()
        var files: [CacheName: [UInt8]] = [:]
    }
    private let byteLimit: Int
    private let state = Mutex(State())

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    func read(_ name: CacheName) -> [UInt8]? {
        state.withLock { state in
            _ = state.entries.touch(name)
            return state.files[name]
        }
    }

    func write(_ bytes: [UInt8], as name: CacheName) {
        state.withLock { state in
            state.entries.insert(name, bytes: bytes.count)
            state.files[name] = bytes
            for removed in state.entries.shrink(to: byteLimit) { state.files[removed.name] = nil }
        }
    }
}
