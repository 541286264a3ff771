/// A gate that a test opens: it puts events in order without waiting for time to pass.
public actor TestGate {
    private var isOpen = false
    private var isReached = false
    private var waiting: [AsyncStream<Never>.Continuation] = []
    private var observing: [AsyncStream<Never>.Continuation] = []

    /// Creates a closed gate.
    public init() {}

    /// Returns when the gate is open, or the task cancelled.
    public func pass() async {
        isReached = true
        observing.forEach { $0.finish() }
        observing = []
        guard !isOpen else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        waiting.append(continuation)
        for await _ in stream {}
    }

    /// Returns when somebody stands at the gate, or the task is cancelled.
    public func waitUntilReached() async {
        guard !isReached else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        observing.append(continuation)
        for await _ in stream {}
    }

    /// Lets everybody pass, now and later.
    public func open() {
        isOpen = true
        waiting.forEach { $0.finish() }
        waiting = []
    }
}
