/// Does `work`, and cancels it when it takes longer than `limit`.
///
/// - Throws: what the work throws; `error` when time is up.
package func withTimeout<Result: Sendable>(
    _ limit: Duration, throwing error: @autoclosure @escaping @Sendable () -> any Error,
    do work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw error()
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}

extension Range<Int> {
    /// The results of `work` in their order, at most `width` of which are under way at a time. The first failure ends all.
    package func concurrentlyMapped<Value: Sendable>(
        width: Int, _ work: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            var waiting = makeIterator()
            var values: [Int: Value] = [:]
            func begin() {
                guard let index = waiting.next() else { return }
                group.addTask { (index, try await work(index)) }
            }
            for _ in 0..<width { begin() }
            while let (index, value) = try await group.next() {
                values[index] = value
                begin()
            }
            return compactMap { values[$0] }
        }
    }
}
