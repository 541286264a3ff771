/// Runs `work`, and cancels it after `limit`.
///
/// - Throws: the error of `work`; `error` after the limit.
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
    /// Returns the results of `work` for each index, in order. At most `width` calls run at a time. The first error cancels the others and is thrown.
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
