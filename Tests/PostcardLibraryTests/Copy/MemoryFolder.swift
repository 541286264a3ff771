import PostcardLibrary
import Synchronization

@testable import PostcardSources

/// A store in memory, which is away when it is told to.
final class MemoryFolder: ObjectPrefix {
    private struct State {
        var objects: [String: [UInt8]] = [:]
        var requests: [String] = []
        var remaining = Int.max
        var loses = false
    }
    private let state = Mutex(State())
    let name: String

    init(name: String = "s3://backup/library/") { self.name = name }

    /// What is stored.
    var objects: [String: [UInt8]] {
        get { state.withLock { $0.objects } }
        set { state.withLock { $0.objects = newValue } }
    }

    /// The requests so far, as `PUT key`.
    var requests: [String] {
        get { state.withLock { $0.requests } }
        set { state.withLock { $0.requests = newValue } }
    }

    /// Answers so many requests, and none after that; the one after the last may have been done all the same.
    func fail(after count: Int, loses: Bool = false) {
        state.withLock { state in (state.remaining, state.loses) = (count, loses) }
    }

    private func ask<Answer>(_ method: String, _ key: String, _ work: (inout State) -> Answer) throws -> Answer {
        try state.withLock { state in
            state.requests.append("\(method) \(key)")
            state.remaining -= state.remaining == .max ? 0 : 1
            guard state.remaining >= 0 else {
                if state.remaining == -1, state.loses { _ = work(&state) }
                throw SourceError(.unreachable, "The store is away.")
            }
            return work(&state)
        }
    }

    func read(_ key: String, from offset: Int, count: Int) async throws -> (bytes: [UInt8], size: Int)? {
        try ask("GET", key) { state in state.objects[key].map { (Array($0.dropFirst(offset).prefix(count)), $0.count) }
        }
    }

    func write(_ bytes: [UInt8], to key: String) async throws { try ask("PUT", key) { $0.objects[key] = bytes } }

    func write(_ content: ObjectContent, to key: String) async throws {
        var bytes: [UInt8] = []
        while bytes.count < content.size { bytes += try content.piece(bytes.count) }
        let whole = bytes
        try ask("PUT", key) { $0.objects[key] = whole }
    }

    /// Three at a time.
    func list(
        _ start: String, after token: String?
    ) async throws -> (objects: [(key: String, size: Int)], next: String?) {
        try ask("LIST", start) { state in
            let keys = state.objects.keys.filter { $0.hasPrefix(start) && $0 > token ?? "" }.sorted()
            let page = keys.prefix(3)
            return (page.map { ($0, state.objects[$0]?.count ?? 0) }, keys.count > 3 ? page.last : nil)
        }
    }

    func remove(_ key: String) async throws { try ask("DELETE", key) { _ = $0.objects.removeValue(forKey: key) } }
}
