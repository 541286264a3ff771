import Logging
import PlatformLibc
import ServiceLifecycle
import UnixSignals

/// Handles the process's signals while a service runs.
struct SignalHandling: Sendable {
    let logger: Logger
    /// The time for which connections are still accepted after SIGTERM. `drain` is called at its start. SIGINT (^C) stops accepting
    /// connections immediately.
    let drainTime: Duration
    let drain: @Sendable () -> Void
    /// The time that running requests have to end.
    let shutdownTime: Duration
    let reload: @Sendable () async throws -> Void

    /// The time that canceled work has to end.
    private static let stopTime = Duration.seconds(1)

    /// Runs a group of services until the group ends, or until the time limit after a signal.
    func run(_ service: ServiceGroup) async throws {
        let (ends, end) = AsyncStream<Result<Void, any Error>>.makeStream()
        // isatty returns false for a closed terminal, so it is called before a signal arrives.
        let isAtTerminal = isatty(STDERR_FILENO) != 0
        // Signals are trapped before the service listens, because signals can arrive from that time on.
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

    /// Handles signals until the task is canceled. `leave` ends the run immediately.
    private func obey(
        _ signals: UnixSignalsSequence, _ service: ServiceGroup, isAtTerminal: Bool,
        leave: @escaping @Sendable () -> Void
    ) async {
        var isStopping = false
        for await signal in signals {
            switch signal {
            case .sigusr1, .sigusr2, .sigalrm: break
            // Reloading runs in a task, so the next signal does not wait for file access.
            case .sighup where !isAtTerminal && !isStopping: Task { await reloadCredentials() }
            case _ where isStopping: leave()
            default:
                isStopping = true
                if signal == .sigterm { drain() }
                Task {
                    if signal == .sigterm { try await Task.sleep(for: drainTime) }
                    await service.triggerGracefulShutdown()
                    try await Task.sleep(for: shutdownTime + Self.stopTime)
                    logger.warning("exiting with unfinished work")
                    leave()
                }
            }
        }
    }

    private func reloadCredentials() async {
        do {
            try await reload()
            logger.notice("keys and tokens reloaded")
        } catch {
            logger.error("keys and tokens not reloaded; the old ones stay valid", metadata: ["error": "\(error)"])
        }
    }
}
