import Logging
import PlatformLibc
import ServiceLifecycle
import UnixSignals

/// The handling of the process's signals while a service runs.
struct SignalHandling: Sendable {
    let logger: Logger
    /// The time between SIGTERM, when `drain` is called, and the end of new connections. SIGINT, as of ^C, does not wait.
    let drainTime: Duration
    let drain: @Sendable () -> Void
    /// The time in which running requests may end.
    let shutdownTime: Duration
    let reload: @Sendable () async throws -> Void

    /// The time in which cancelled work may end.
    private static let stopTime = Duration.seconds(1)

    /// Runs a group of services until it ends, or until the time after a signal is over.
    func run(_ service: ServiceGroup) async throws {
        let (ends, end) = AsyncStream<Result<Void, any Error>>.makeStream()
        // isatty is false for a terminal that was closed, so it is called before a signal arrives.
        let isAtTerminal = isatty(STDERR_FILENO) != 0
        // Signals are trapped before the service listens, since they may arrive from then on.
        let sequence = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup, .sigusr1, .sigusr2, .sigalrm)
        let work = Task {
            do {
                end.yield(.success(try await service.run()))
            } catch {
                end.yield(.failure(error))
            }
        }
        let signals = Task { await obey(sequence, service, isAtTerminal: isAtTerminal) { end.yield(.success(())) } }
        defer {
            signals.cancel()
            work.cancel()
        }
        for await result in ends { return try result.get() }
    }

    /// Handles signals until the task is cancelled. `leave` ends the run at once.
    private func obey(
        _ signals: UnixSignalsSequence, _ service: ServiceGroup, isAtTerminal: Bool,
        leave: @escaping @Sendable () -> Void
    ) async {
        var isStopping = false
        for await signal in signals {
            switch signal {
            case .sigusr1, .sigusr2, .sigalrm: break
            // Reading runs in a task, so that the next signal does not wait for files.
            case .sighup where !isAtTerminal && !isStopping: Task { await readAgain() }
            case _ where isStopping: leave()
            default:
                isStopping = true
                if signal == .sigterm { drain() }
                Task {
                    if signal == .sigterm { try await Task.sleep(for: drainTime) }
                    await service.triggerGracefulShutdown()
                    try await Task.sleep(for: shutdownTime + Self.stopTime)
                    logger.warning("left with work that did not stop")
                    leave()
                }
            }
        }
    }

    private func readAgain() async {
        do {
            try await reload()
            logger.notice("keys and tokens were read again")
        } catch {
            logger.error("keys and tokens stay as they were", metadata: ["error": "\(error)"])
        }
    }
}
