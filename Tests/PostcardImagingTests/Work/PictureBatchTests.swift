import PostcardImaging
import PostcardTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PictureBatchTests {
    private struct Refused: Error {}

    @Test(arguments: [1, 3, 100]) func `each item has a result`(width: Int) async throws {
        let batch = PictureBatch(0..<20, width: width) { (number: Int) in
            if number == 5 { throw Refused() }
            return number * number
        }
        var results: [Int: Int?] = [:]
        for await (item, result) in batch { results[item] = .some(try? result.get()) }
        #expect(results.count == 20)
        #expect(results.filter { $0.value == nil }.map(\.key) == [5])
        #expect(results[7] == 49)
    }

    @Test func `a batch can be iterated twice, and can be empty`() async {
        var count = 0
        let batch = PictureBatch(["a", "b"]) { $0 }
        for await _ in batch { count += 1 }
        for await _ in batch { count += 1 }
        for await _ in PictureBatch([Int](), { $0 }) { count += 1 }
        #expect(count == 4)
    }

    @Test func `items start only while a result is awaited`() async {
        let started = Shared(0)
        var results = PictureBatch(0..<Int.max, width: 2) { (number: Int) in
            started.change { $0 += 1 }
            return number
        }.makeAsyncIterator()
        for count in 1...10 {
            _ = await results.next()
            #expect(started.value <= count + 1)
        }
    }

    @Test func `no item is requested after the last one`() async {
        let batch = PictureBatch(Ending(), width: 2) { $0 }
        var items: [Int] = []
        for await (item, _) in batch { items.append(item) }
        #expect(items.sorted() == [1, 2, 3])
    }

    /// A sequence whose iterator must not be called again after returning `nil`.
    private struct Ending: Sequence, IteratorProtocol, Sendable {
        private var count = 0

        mutating func next() -> Int? {
            count += 1
            #expect(count <= 4)
            return count < 4 ? count : nil
        }
    }

    @Test func `leaving the loop cancels the items in progress`() async throws {
        let (isRunning, isCanceled) = (Shared(false), Shared(false))
        let batch = PictureBatch(0..<2, width: 2) { (number: Int) in
            guard number == 1 else {
                _ = try await isRunning.value { $0 }
                return
            }
            isRunning.change { $0 = true }
            await TestGate().pass()
            isCanceled.change { $0 = Task.isCancelled }
        }
        for await _ in batch { break }
        _ = try await isCanceled.value { $0 }
    }

    @Test func `a canceled loop waits for the items in progress, and returns none of their results`() async throws {
        let (started, ended) = (Shared(0), Shared(0))
        let loop = Task {
            var count = 0
            let batch = PictureBatch(0..<50, width: 4) { (_: Int) in
                started.change { $0 += 1 }
                await TestGate().pass()
                await Task.yield()
                ended.change { $0 += 1 }
            }
            for await _ in batch { count += 1 }
            return (results: count, ended: ended.value)
        }
        _ = try await started.value { $0 == 4 }
        loop.cancel()
        let seen = await loop.value
        #expect(seen == (0, 4))
        #expect(started.value == 4)
    }

    @Test func `a task that is already canceled starts no items`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let batch = PictureBatch([1, 2, 3]) { (_: Int) in _ = Issue.record("It began.") }
            for await _ in batch {}
        }
        await task.value
    }
}
