/// The place of a span in a trace, in the form in which W3C Trace Context (level 1) passes it on.
///
/// It comes from anybody: nothing of it is believed but its form, and nothing of it is long.
struct TraceContext: Sendable, Hashable {
    /// The 16 bytes that all spans of a trace have in common, not all of them zero.
    struct TraceID: Sendable, Hashable, CustomStringConvertible {
        let high: UInt64
        let low: UInt64

        var description: String { Hexadecimal.text(high) + Hexadecimal.text(low) }
    }

    let traceID: TraceID
    /// Not zero.
    let spanID: UInt64
    /// True where who is before us records the trace.
    var isSampled: Bool
    /// The list `tracestate` of other systems, of at most 512 bytes; empty for none.
    var state = ""
    /// True when it came with a request.
    var isRemote = false

    /// The field `traceparent`.
    var parent: String { "00-\(traceID)-\(Hexadecimal.text(spanID))-0\(isSampled ? 1 : 0)" }
}

extension TraceContext {
    /// Reads what came with a request.
    ///
    /// It is `nil` for what the recommendation has ignored. Versions after 00 are read as far as that one goes; ff is none. Two lines of
    /// the field are no one's value.
    ///
    /// - Parameters:
    ///   - parent: the field `traceparent`.
    ///   - state: the field `tracestate`, its lines joined by commas; a wrong one counts as none.
    init?(parent: String, state: String?) {
        let dash = UInt8(ascii: "-")
        let length = 55
        let bytes = Array(parent.utf8.prefix(length + 1))
        guard bytes.count >= length, let version = Hexadecimal.number(bytes[..<2]), version != 0xFF,
            bytes.count == length || (version > 0 && bytes[length] == dash),
            bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let high = Hexadecimal.number(bytes[3..<19]), let low = Hexadecimal.number(bytes[19..<35]),
            high | low != 0, let span = Hexadecimal.number(bytes[36..<52]), span != 0,
            let flags = Hexadecimal.number(bytes[53..<55])
        else { return nil }
        self.init(
            traceID: TraceID(high: high, low: low), spanID: span, isSampled: flags & 1 == 1,
            state: state.flatMap(TraceState.accepted) ?? "", isRemote: true)
    }
}

/// Numbers of 64 bits in lower-case hexadecimal digits, the only ones that traces have.
private enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(_ number: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { bytes in
            for index in 0..<16 { bytes[index] = digits[Int(number >> (60 - 4 * UInt64(index)) & 15)] }
            return 16
        }
    }

    /// `nil` for anything but such digits, of which there are at most 16.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}

extension TraceContext {
    /// The digits of the id of a span.
    static func text(ofSpan id: UInt64) -> String { Hexadecimal.text(id) }
}
