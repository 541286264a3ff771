/// A gate that a test opens. It orders events without delays.
public actor TestGate {
    private var isOpen = false
    private var isReached = false
    private var waiting: [AsyncStream<Never>.Continuation] = []
    private var observing: [AsyncStream<Never>.Continuation] = []

    /// Makes a closed gate.
    public init() {}

    /// Returns when the gate is open, or the task is canceled.
    public func pass() async {
        isReached = true
        observing.forEach { $0.finish() }
        observing = []
        guard !isOpen else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        waiting.append(continuation)
        for await _ in stream {}
    }

    /// Returns when a task waits at the gate, or this task is canceled.
    public func waitUntilReached() async {
        guard !isReached else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        observing.append(continuation)
        for await _ in stream {}
    }

    /// Opens the gate for all tasks, now and later.
    public func open() {
        isOpen = true
        waiting.forEach { $0.finish() }
        waiting = []
    }
}
