import Logging
import Synchronization

/// Records log entries.
final class LogRecorder: Sendable {
    private let entries = Mutex<[String]>([])

    /// Every entry with its metadata as one line.
    var lines: [String] { entries.withLock { $0 } }

    /// A logger that writes to this recorder.
    var logger: Logger {
        Logger(label: "test") { _ in Handler(recorder: self) }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            recorder.entries.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
}
