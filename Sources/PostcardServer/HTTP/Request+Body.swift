import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardCore
import PostcardLibrary

extension Request {
    /// True when the request has a body.
    var hasBody: Bool { headers[.contentLength].map { $0 != "0" } ?? false || headers[.transferEncoding] != nil }

    /// The media type of the body without parameters, in lower case.
    var mediaType: String {
        (headers[.contentType] ?? "").prefix { $0 != ";" }.trimmingSpaces().lowercased()
    }

    /// Returns the response 304 when `If-None-Match` has this version, RFC 9110 section 13.1.2; otherwise `nil`.
    func notModified(_ tag: String, _ fields: HTTPFields) -> Response? {
        EntityTags.matches(headers[.ifNoneMatch], tag) ? Response(status: .notModified, headers: fields) : nil
    }

    /// Reads the body in pieces.
    ///
    /// - Parameters:
    ///   - limit: the largest number of bytes.
    ///   - room: the permit that grows by the bytes that stay in memory; `nil` for none.
    ///   - receive: receives each piece.
    /// - Throws: `HTTPError` with status 413 above `limit`, and 503 when the permit cannot grow; the errors of `receive`.
    func readBody(
        limit: Int, room: WeightedSemaphore.Permit? = nil, _ receive: (ByteBufferView) throws -> Void
    ) async throws {
        let tooLarge = HTTPError(.contentTooLarge, "The body has more than \(limit) bytes.")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
        var count = 0
        for try await piece in body {
            count += piece.readableBytes
            guard count <= limit else { throw tooLarge }
            try room?.grow(by: piece.readableBytes)
            try receive(piece.readableBytesView)
        }
    }

    /// Reads the whole body into memory.
    ///
    /// - Throws: as `readBody`.
    func bytes(limit: Int, room: WeightedSemaphore.Permit? = nil) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await readBody(limit: limit, room: room) { bytes += $0 }
        return bytes
    }
}

/// A strict reader of JSON bodies: it refuses unknown members, which are usually typing errors.
struct BodyReader {
    /// The schema of the body, which is an object.
    let schema: JSONValue

    /// Decodes a body after checking it against the schema.
    ///
    /// - Throws: `HTTPError` with status 400 for malformed JSON, 422 for a value that does not fit the schema.
    func read<Body: Decodable>(_ bytes: [UInt8]) throws(HTTPError) -> Body {
        guard let value = try? bytes.withUnsafeBytes({ try JSONValue(parsing: $0) }) else { throw HTTPError.notJSON }
        guard let members = value.members?.sorted(by: { $0.name < $1.name }) else {
            throw HTTPError.unprocessable("The body has to be a JSON object.")
        }
        let known = schema["properties"]?.names ?? []
        // Parsers differ in which of two members of one name they use, so both are checked.
        if let name = members.map(\.name).first(where: { !known.contains($0) }) {
            throw HTTPError.unprocessable(
                "The body has a member \"\(name)\"; known are \(known.sortedNames().joined(separator: ", ")).")
        }
        if let name = members.first(where: { $0.value == .null })?.name {
            throw HTTPError.unprocessable("\(name) is null. Leave out what is not to be said.")
        }
        if let name = (schema["required"]?.strings ?? []).first(where: { value[$0] == nil }) {
            throw HTTPError.unprocessable("The body lacks \"\(name)\".")
        }
        if let least = schema["minProperties"]?.integer, members.count < least {
            throw HTTPError.unprocessable(
                "The body changes nothing; it can have \(known.sortedNames().joined(separator: ", ")).")
        }
        for member in members {
            guard let text = member.value.string, try schema["properties"]?[member.name]?.allows(text) == false else {
                continue
            }
            throw HTTPError.unprocessable("\(member.name) is \"\(text)\", which is not of the form it has to have.")
        }
        do {
            return try value.decode()
        } catch let error as DecodingError {
            throw HTTPError.unprocessable(error.explanation)
        } catch {
            throw HTTPError.notJSON
        }
    }
}
