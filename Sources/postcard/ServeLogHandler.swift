import Logging
import PlatformFoundation
import PostcardCore
import Synchronization
import SystemPackage

/// The log handler of the service, which writes JSON objects to standard error, one per line.
///
/// The handler does not use a general encoder, because encoding would take longer than a whole response from memory.
struct ServeLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    private static let clock = LogClock()
    /// The writer for all loggers of the process.
    static let writer = LogWriter(.standardError) { dropped in
        line(.warning, "log lines were dropped, because they were read too slowly", ["dropped": .integer(dropped)])
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let own = event.metadata ?? [:]
        let fields = metadata.isEmpty ? own : metadata.merging(own) { _, new in new }
        let members = [NameKey: JSONValue](uniqueKeysWithValues: fields.map { (NameKey($0.key), Self.value($0.value)) })
        Self.writer.write(Self.line(event.level, "\(event.message)", members))
    }

    private static func value(_ value: Logger.Metadata.Value) -> JSONValue {
        switch value {
        case .string(let text): .text(text)
        case .stringConvertible(let number as any BinaryInteger): .scalar("\(number)")
        default: .text("\(value)")
        }
    }

    /// Returns the log line for an event: the event's fields as a JSON object.
    private static func line(_ level: Logger.Level, _ message: String, _ fields: [NameKey: JSONValue]) -> [UInt8] {
        let standard: [NameKey: JSONValue] = [
            "time": .text(clock.text(at: Date())), "level": .text(level.rawValue), "message": .text(message),
        ]
        return JSONValue(fields.merging(standard) { _, standard in standard }).bytes
    }
}

/// The timestamps of log lines, in ISO 8601 with milliseconds. The text for the current second is reused for the next line.
private final class LogClock: Sendable {
    private let last = Mutex((seconds: Int.min, text: ""))

    func text(at date: Date) -> String {
        let milliseconds = Int(date.timeIntervalSince1970 * 1_000)
        let text = last.withLock { last in
            if last.seconds != milliseconds / 1_000 {
                last = (milliseconds / 1_000, String(date.formatted(.iso8601).dropLast()))
            }
            return last.text
        }
        return "\(text).\((milliseconds % 1_000).padded(to: 3))Z"
    }
}
