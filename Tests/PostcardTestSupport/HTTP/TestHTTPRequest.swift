/// A request that a test server received.
public struct TestHTTPRequest: Sendable {
    /// The method, such as `GET`.
    public let method: String

    /// The path without the query, as sent.
    public let path: String

    /// The decoded arguments of the query. If a name occurs several times, the last one is used.
    public let query: [String: String]

    /// The headers. Names are in lowercase.
    public let headers: [String: String]

    /// The body.
    public let body: [UInt8]

    /// Parses a request.
    ///
    /// - Parameter target: the path with the query.
    init(method: String, target: String, headers: [(String, String)], body: [UInt8]) {
        self.method = method
        self.body = body
        path = String(target.prefix { $0 != "?" })
        let arguments = target.drop { $0 != "?" }.dropFirst().split(separator: "&").map { argument in
            let name = argument.prefix { $0 != "=" }
            return (Self.decode(name), Self.decode(argument.dropFirst(name.count + 1)))
        }
        query = Dictionary(arguments) { $1 }
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { "\($0), \($1)" }
    }

    private static func decode(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
