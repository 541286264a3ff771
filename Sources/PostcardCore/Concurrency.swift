extension Range<Int> {
    /// Returns the results of `work` for each index, in order. At most `width` calls run at a time. The first error cancels the other calls
    /// and is thrown.
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
