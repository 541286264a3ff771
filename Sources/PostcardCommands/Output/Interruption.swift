import Dispatch
import PlatformLibc
import Synchronization

/// Runs `body`, and cancels it on Ctrl-C, SIGTERM or SIGHUP, so that work is finished or undone before the command ends. A second signal
/// ends the process immediately. After SIGTERM or SIGHUP, the process ends within seconds, even if code does not react to cancellation.
func withInterruption<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
    // Signals are caught before the work starts.
    let signals = Interruption.begin()
    defer { Interruption.end(signals) }
    let task = Task { try await body() }
    Interruption.deliver(signals) { task.cancel() }
    return try await task.value
}

/// Handles the signals that end a command.
enum Interruption {
    /// The first signal; 0 until it arrives.
    private static let signal = Atomic<Int32>(0)
    /// The descriptor that the handler writes a byte to.
    private static let descriptor = Atomic<Int32>(-1)
    /// The signals that end a command. SIGHUP, sent when the terminal closes, is included unless it was ignored when the command started,
    /// for example by `nohup`.
    private static let ending: [Int32] = [SIGINT, SIGTERM] + (ignores(SIGHUP) ? [] : [SIGHUP])
    /// The number of seconds to finish or undo work after SIGTERM or SIGHUP.
    private static let secondsToEnd: UInt32 = 4

    /// The exit status of an interrupted command.
    static var status: Failure.Status {
        switch signal.load(ordering: .relaxed) {
        case SIGTERM: .terminated
        case SIGHUP: .hungUp
        default: .interrupted
        }
    }

    /// Catches signals, and defers them until `deliver` is called.
    fileprivate static func begin() -> (any DispatchSourceRead)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (input, output) = (ends[0], ends[1])
        // A separate queue has a thread even if work occupies all threads in the global queues.
        let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: DispatchQueue(label: "interruption"))
        source.setCancelHandler {
            close(input)
            close(output)
        }
        descriptor.store(output, ordering: .relaxed)
        for number in ending { setHandler(handle, of: number) }
        setHandler({ _ in Interruption.exit() }, of: SIGALRM)
        return source
    }

    /// Calls `cancel` after the first signal.
    fileprivate static func deliver(_ source: (any DispatchSourceRead)?, _ cancel: @escaping @Sendable () -> Void) {
        // After a signal during one part of a command, the next part is canceled too.
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
        for number in ending { setHandler(SIG_DFL, of: number) }
        descriptor.store(-1, ordering: .relaxed)
        source?.cancel()
    }

    /// Handles a signal. The handler uses only functions that signal-safety(7) allows.
    private static let handle: @convention(c) (Int32) -> Void = { number in
        let error = errno
        guard signal.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged else { exit() }
        if number != SIGINT { alarm(secondsToEnd) }
        var byte: UInt8 = 0
        _ = write(descriptor.load(ordering: .relaxed), &byte, 1)
        errno = error
    }

    private static func ignores(_ number: Int32) -> Bool {
        let handler = PlatformLibc.signal(number, SIG_IGN)
        let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        if !isIgnored { setHandler(handler, of: number) }
        return isIgnored
    }

    private static func exit() -> Never { _exit(128 + signal.load(ordering: .relaxed)) }

    private static func setHandler(_ handler: (@convention(c) (Int32) -> Void)?, of number: Int32) {
        _ = PlatformLibc.signal(number, handler)
    }
}
