import Dispatch
import PlatformLibc

/// Ctrl-C as task cancellation: what is under way is finished or undone, then the command ends. A second Ctrl-C ends it at
/// once.
func withInterruption<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
    let task = Task { try await body() }
    let signals = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            if task.isCancelled { _exit(128 + number) }
            task.cancel()
        }
        source.resume()
        return source
    }
    defer { signals.forEach { $0.cancel() } }
    return try await task.value
}
