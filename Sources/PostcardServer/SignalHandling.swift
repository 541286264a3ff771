import Logging
import PlatformLibc
import ServiceLifecycle
import UnixSignals

/// The reactions of the service to signals of the process.
struct SignalHandling: Sendable {
    let logger: Logger
    /// The time between `drain`, when SIGTERM comes, and the end of new connections. Who types ^C does not wait for it.
    let drainTime: Duration
    let drain: @Sendable () -> Void
    /// For requests to finish.
    let shutdownTime: Duration
    let reload: @Sendable () async throws -> Void

    /// The time that work may take to stop once it was told to.
    private static let stopTime = Duration.seconds(1)

    /// Runs a group of services until it ends, or until it has been told to and its time is over.
    func run(_ service: ServiceGroup) async throws {
        let (ends, end) = AsyncStream<Result<Void, any Error>>.makeStream()
        // Before the service listens: from then on it may be sent any of them.
        let sequence = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup, .sigusr1, .sigusr2, .sigalrm)
        let work = Task {
            do {
                end.yield(.success(try await service.run()))
            } catch {
                end.yield(.failure(error))
            }
        }
        let signals = Task { await obey(sequence, service) { end.yield(.success(())) } }
        defer {
            signals.cancel()
            work.cancel()
        }
        for await result in ends { return try result.get() }
    }

    private func obey(
        _ signals: UnixSignalsSequence, _ service: ServiceGroup, leave: @escaping @Sendable () -> Void
    ) async {
        var isStopping = false
        for await signal in signals {
            switch signal {
            case .sigusr1, .sigusr2, .sigalrm: break
            // Files may take long to read, and the next signal does not wait for them.
            case .sighup where isatty(STDERR_FILENO) == 0 && !isStopping: Task { await readAgain() }
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
