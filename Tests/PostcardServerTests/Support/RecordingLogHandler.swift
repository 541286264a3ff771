import Logging
import PostcardTestSupport

/// Records log messages with their metadata.
struct RecordingLogHandler: LogHandler {
    let lines: Shared<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(lines: Shared<[String]>) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let line = "\(event.message) " + fields.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        lines.change { $0.append(line) }
    }
}
