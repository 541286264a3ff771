internal import HTTPTypes

/// The parts of a `multipart/form-data` body, RFC 7578.
struct MultipartForm: Sendable {
    /// A field or a file.
    struct Part: Sendable, Equatable {
        let name: String
        /// What the file was called where it came from; not to be used as a path.
        let fileName: String?
        let bytes: [UInt8]
    }

    private static let maximumParts = 50
    private static let maximumHeaderBytes = 8_192

    private(set) var parts: [Part] = []

    /// - Parameters:
    ///   - body: all of it.
    ///   - contentType: the field of the header, with the boundary.
    /// - Throws: `ServerFault` with status 400 for what is not such a body.
    init(_ body: [UInt8], contentType: String) throws(ServerFault) {
        guard let boundary = Self.parameter("boundary", of: contentType), 1...70 ~= boundary.utf8.count else {
            throw .badRequest("The multipart body has no boundary in its Content-Type.")
        }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter may begin the body.
        let first = body.starts(with: delimiter.dropFirst(2)) ? delimiter.count - 2 : nil
        guard var start = first ?? Self.index(of: delimiter, in: body, from: 0).map({ $0 + delimiter.count }) else {
            throw Self.damaged
        }
        while !body[start...].starts(with: Array("--".utf8)) {
            guard body[start...].starts(with: Array("\r\n".utf8)),
                let end = Self.index(of: delimiter, in: body, from: start)
            else { throw Self.damaged }
            guard parts.count < Self.maximumParts else {
                throw .badRequest("The multipart body has more than \(Self.maximumParts) parts.")
            }
            parts.append(try Self.part(of: body, from: start, to: end))
            start = end + delimiter.count
        }
    }

    subscript(name: String) -> Part? { parts.first { $0.name == name } }

    private static let damaged = ServerFault.badRequest("The multipart body is damaged or incomplete.")

    /// - Parameter start: where the line end before the header is.
    private static func part(of body: [UInt8], from start: Int, to end: Int) throws(ServerFault) -> Part {
        let blank = Array("\r\n\r\n".utf8)
        guard let headerEnd = index(of: blank, in: body, from: start), headerEnd + blank.count <= end,
            headerEnd - start <= maximumHeaderBytes,
            let header = String(validating: body[start..<headerEnd], as: UTF8.self)
        else { throw damaged }
        let fields = header.split(separator: "\r\n")
        guard let disposition = fields.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
            let name = parameter("name", of: String(disposition)), !name.isEmpty
        else { throw .badRequest("A part of the multipart body has no name.") }
        return Part(
            name: name, fileName: parameter("filename", of: String(disposition)),
            bytes: Array(body[(headerEnd + blank.count)..<end]))
    }

    private static func index(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            var index = start
            while index <= buffer.count - pattern.count {
                if buffer[index] == first, buffer[index..<index + pattern.count].elementsEqual(pattern) { return index }
                index += 1
            }
            return nil
        }
    }

    /// `name="value"` or `name=value` behind a semicolon; a backslash takes the meaning from a quotation mark.
    private static func parameter(_ name: String, of field: String) -> String? {
        var rest = field[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
            let key = rest.prefix { $0 != "=" && $0 != ";" }
            guard key.endIndex < rest.endIndex, rest[key.endIndex] == "=" else { continue }
            rest = rest[rest.index(after: key.endIndex)...]
            let value = takeValue(&rest)
            if key.lowercased() == name { return value }
        }
        return nil
    }

    private static func takeValue(_ rest: inout Substring) -> String {
        guard rest.first == "\"" else {
            let value = rest.prefix { $0 != ";" && $0 != " " }
            rest = rest[value.endIndex...]
            return String(value)
        }
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            value.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        return value
    }
}
