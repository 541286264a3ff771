extension Range<Int> {
    /// The results of `work` in their order, at most `width` of which are under way at a time. The first failure ends all.
    func concurrentlyMapped<Value: Sendable>(
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
