import Dispatch
import PlatformLibc
import Synchronization

/// Ctrl-C and SIGTERM as task cancellation: what is under way is finished or undone, then the command ends. A second signal ends it at
/// once, and after SIGTERM it ends within seconds whatever runs, even a library that nothing stops.
func withInterruption<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
    // Signals are caught before anything is begun.
    let signals = Interruption.begin()
    defer { Interruption.end(signals) }
    let task = Task { try await body() }
    Interruption.deliver(signals) { task.cancel() }
    return try await task.value
}

/// The signal that ends the command.
enum Interruption {
    /// The first signal; 0 as long as there is none.
    private static let signal = Atomic<Int32>(0)
    /// Where the handler writes a byte.
    private static let descriptor = Atomic<Int32>(-1)
    /// The seconds that a command has to finish or undo its work after SIGTERM.
    private static let secondsToEnd: UInt32 = 4

    /// The exit status of a command that was interrupted.
    static var status: Failure.Status { signal.load(ordering: .relaxed) == SIGTERM ? .terminated : .interrupted }

    /// Catches signals, and keeps them until they are delivered.
    fileprivate static func begin() -> (any DispatchSourceRead)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (input, output) = (ends[0], ends[1])
        // A queue of its own has a thread even while work takes all those of the global ones.
        let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: DispatchQueue(label: "interruption"))
        source.setCancelHandler {
            close(input)
            close(output)
        }
        descriptor.store(output, ordering: .relaxed)
        for number in [SIGINT, SIGTERM] { setHandler(handle, of: number) }
        setHandler({ _ in Interruption.exit() }, of: SIGALRM)
        return source
    }

    /// Calls `cancel` after the first signal.
    fileprivate static func deliver(_ source: (any DispatchSourceRead)?, _ cancel: @escaping @Sendable () -> Void) {
        // One that came between two parts of a command counts for the second one.
        if signal.load(ordering: .relaxed) != 0 { cancel() }
        guard let source else { return }
        source.setEventHandler {
            var byte: UInt8 = 0
            _ = read(Int32(source.handle), &byte, 1)
            cancel()
        }
        source.resume()
    }

    fileprivate static func end(_ source: (any DispatchSourceRead)?) {
        for number in [SIGINT, SIGTERM] { setHandler(SIG_DFL, of: number) }
        descriptor.store(-1, ordering: .relaxed)
        source?.cancel()
    }

    /// Called in the middle of anything, so it does nothing but what signal-safety(7) allows.
    private static let handle: @convention(c) (Int32) -> Void = { number in
        let error = errno
        guard signal.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged else { exit() }
        if number == SIGTERM { alarm(secondsToEnd) }
        var byte: UInt8 = 0
        _ = write(descriptor.load(ordering: .relaxed), &byte, 1)
        errno = error
    }

    private static func exit() -> Never { _exit(128 + signal.load(ordering: .relaxed)) }

    private static func setHandler(_ handler: (@convention(c) (Int32) -> Void)?, of number: Int32) {
        _ = PlatformLibc.signal(number, handler)
    }
}
