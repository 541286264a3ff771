import PostcardCore

/// The results of work on many items, several at a time, in the order in which they are completed.
///
/// ```swift
/// let batch = PictureBatch(paths) { path in
///     try await OpenedPicture(read(path)).file(as: .webp(), options: options)
/// }
/// for await (path, result) in batch { print(path, try result.get().size) }
/// ```
///
/// An error in one item does not stop the others. An item starts only while the next result is awaited. Leaving the loop cancels the items
/// in progress. Canceling the loop's task also cancels them; the loop then ends without their results, once they have ended.
///
/// A ``MemoryBudget`` limits the memory of the work; the width of a batch does not.
public struct PictureBatch<Item: Sendable, Value: Sendable>: AsyncSequence, Sendable {
    private let items: any Sequence<Item> & Sendable
    private let width: Int
    private let work: @Sendable (Item) async throws -> Value

    /// Makes a batch. A batch does nothing until it is iterated, and starts from the first item for each iterator.
    ///
    /// - Parameters:
    ///   - items: the items. Each item is taken from the sequence only when work on it starts.
    ///   - width: the maximum number of items in progress, at least 1; `nil` for the number of processors.
    ///   - work: the work on an item.
    public init(
        _ items: some Sequence<Item> & Sendable, width: Int? = nil,
        _ work: @escaping @Sendable (Item) async throws -> Value
    ) {
        self.items = items
        self.width = Swift.max(1, width ?? processorCount)
        self.work = work
    }

    /// Returns an iterator over the results of all items.
    public func makeAsyncIterator() -> Iterator {
        Iterator(running: Running(items.makeIterator(), width: width, work))
    }

    /// The results of a batch in progress.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let running: Running

        /// Returns a completed item with its result; `nil` after the last item, or if the task is canceled.
        public mutating func next() async -> (item: Item, result: Result<Value, any Error>)? { await running.next() }
    }

    /// The items in progress, which are canceled when this object is deallocated.
    fileprivate final class Running {
        private typealias Done = (number: Int, item: Item, result: Result<Value, any Error>)

        private var waiting: (any IteratorProtocol<Item>)?
        private let width: Int
        private let work: @Sendable (Item) async throws -> Value
        private let (done, continuation) = AsyncStream<Done>.makeStream()
        private var tasks: [Int: Task<Void, Never>] = [:]
        private var count = 0

        init(
            _ items: any IteratorProtocol<Item>, width: Int, _ work: @escaping @Sendable (Item) async throws -> Value
        ) {
            (waiting, self.width, self.work) = (items, width, work)
        }

        deinit { cancel() }

        func next() async -> (item: Item, result: Result<Value, any Error>)? {
            while !Task.isCancelled, tasks.count < width, let item = waiting?.next() { start(item) }
            // After the iterator has returned `nil`, it must not be called again.
            if tasks.count < width { waiting = nil }
            guard !tasks.isEmpty else { return nil }
            var results = done.makeAsyncIterator()
            guard let (number, item, result) = await results.next(isolation: #isolation), !Task.isCancelled else {
                waiting = nil
                cancel()
                for task in tasks.values { await task.value }
                tasks = [:]
                return nil
            }
            tasks[number] = nil
            return (item, result)
        }

        private func start(_ item: Item) {
            count += 1
            tasks[count] = Task { [number = count, work, continuation] in
                let result: Result<Value, any Error>
                do { result = .success(try await work(item)) } catch { result = .failure(error) }
                continuation.yield((number, item, result))
            }
        }

        private func cancel() { tasks.values.forEach { $0.cancel() } }
    }
}
