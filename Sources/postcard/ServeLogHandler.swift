import Logging
import PlatformFoundation
import Synchronization
import SystemPackage

/// Writes a JSON object a line to standard error.
///
/// It is written by hand: for a picture that is ready, a general encoder would take longer than the whole response.
struct ServeLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    private static let clock = LogClock()
    /// For all loggers of the process.
    static let writer = LogWriter(.standardError) { dropped in
        line([
            ("dropped", .number("\(dropped)")), ("level", .text(Logger.Level.warning.rawValue)),
            ("message", .text("lines of the log were dropped, since they were not read")),
            ("time", .text(clock.text(at: Date()))),
        ])
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// The value of a field.
    private enum Value {
        case text(String)
        /// As JSON has it.
        case number(String)

        init(_ value: Logger.Metadata.Value) {
            self =
                switch value {
                case .string(let text): .text(text)
                case .stringConvertible(let number as any BinaryInteger): .number("\(number)")
                default: .text("\(value)")
                }
        }
    }

    func log(event: LogEvent) {
        var fields = metadata.map { ($0.key, Value($0.value)) }
        for (key, value) in event.metadata ?? [:] {
            if metadata[key] != nil { fields.removeAll { $0.0 == key } }
            fields.append((key, Value(value)))
        }
        fields += [
            ("time", .text(Self.clock.text(at: Date()))), ("level", .text(event.level.rawValue)),
            ("message", .text("\(event.message)")),
        ]
        fields.sort { $0.0 < $1.0 }
        Self.writer.write(Self.line(fields))
    }

    /// The fields as a JSON object.
    private static func line(_ fields: [(String, Value)]) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(512)
        for (key, value) in fields {
            line.append(UInt8(ascii: line.isEmpty ? "{" : ","))
            append(key, to: &line)
            line.append(UInt8(ascii: ":"))
            switch value {
            case .text(let text): append(text, to: &line)
            case .number(let digits): line += Array(digits.utf8)
            }
        }
        line.append(UInt8(ascii: "}"))
        return line
    }

    /// Appends a string of RFC 8259, section 7.
    private static func append(_ text: String, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: line += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: line.append(byte)
            }
        }
        line.append(UInt8(ascii: "\""))
    }
}

/// Writes moments as ISO 8601 with milliseconds; what stays the same for a second is kept for it.
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
        return "\(text).\(String(1_000 + milliseconds % 1_000).dropFirst())Z"
    }
}
