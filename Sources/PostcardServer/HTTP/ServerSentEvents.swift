import PlatformFoundation

/// The text format of server-sent events, defined by the HTML standard.
enum ServerSentEvents {
    /// A comment that keeps an idle connection open.
    static let heartbeat = ": still here\n\n"

    /// Returns an event with a value as JSON. Clients send `id` as `Last-Event-ID` when they reconnect.
    static func event(_ name: String, id: Int? = nil, _ value: some Encodable) throws -> String {
        let encoder = JSONEncoder.compact
        encoder.dateEncodingStrategy = .iso8601
        let data = String(decoding: try encoder.encode(value), as: UTF8.self)
        return "event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: \(data)\n\n"
    }
}
