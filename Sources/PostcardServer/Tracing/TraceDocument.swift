internal import PostcardCore
internal import Tracing

/// Spans in the JSON of OTLP: ids in hexadecimal, numbers of 64 bits as strings, names as in the protocol's files.
struct TraceDocument {
    /// The attributes of the process, which all its spans have.
    let resource: [(String, String)]
    let version: String

    /// The body of a request.
    func bytes(of spans: [RecordedSpan.Ended]) -> [UInt8] {
        let attributes = resource.map { Self.attribute($0.0, ["stringValue": .text($0.1)]) }
        let document: JSONValue = [
            "resourceSpans": [
                [
                    "resource": ["attributes": .array(attributes)],
                    "scopeSpans": [
                        [
                            "scope": ["name": "postcard", "version": .text(version)],
                            "spans": .array(spans.map(Self.span)),
                        ]
                    ],
                ]
            ]
        ]
        var bytes: [UInt8] = []
        document.append(to: &bytes)
        return bytes
    }

    private static func span(_ span: RecordedSpan.Ended) -> JSONValue {
        var attributes: [JSONValue] = []
        span.attributes.forEach { name, value in attributes.append(attribute(name, Self.value(value))) }
        var members: [String: JSONValue] = [
            "traceId": .text("\(span.place.traceID)"), "spanId": .text(TraceContext.text(ofSpan: span.place.spanID)),
            // Those of the trace, and that what follows is known: whether the parent is another process's.
            "flags": .integer(0x101 | (span.parent?.isRemote == true ? 0x200 : 0)),
            "name": .text(span.name), "kind": .integer(number(span.kind)),
            "startTimeUnixNano": .text("\(span.start)"), "endTimeUnixNano": .text("\(span.end)"),
            "attributes": .array(attributes),
        ]
        if let parent = span.parent { members["parentSpanId"] = .text(TraceContext.text(ofSpan: parent.spanID)) }
        if !span.place.state.isEmpty { members["traceState"] = .text(span.place.state) }
        if span.isError { members["status"] = ["code": 2] }
        return JSONValue(members)
    }

    private static func attribute(_ name: String, _ value: JSONValue) -> JSONValue {
        ["key": .text(name), "value": value]
    }

    private static func value(_ value: SpanAttribute) -> JSONValue {
        switch value {
        case .int32(let number): ["intValue": .text("\(number)")]
        case .int64(let number): ["intValue": .text("\(number)")]
        case .double(let number) where number.isFinite: ["doubleValue": .scalar("\(number)")]
        case .bool(let flag): ["boolValue": .flag(flag)]
        case .string(let text): ["stringValue": .text(text)]
        // The service has no others.
        default: ["stringValue": .text("\(value)")]
        }
    }

    private static func number(_ kind: SpanKind) -> Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
