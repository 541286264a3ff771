/// Takes a `multipart/form-data` body apart as it comes, RFC 7578 and RFC 2046, section 5.1.
struct MultipartParser {
    enum Event: Equatable {
        /// A field begins; files have a name of their own.
        case began(field: String, fileName: String?)
        case bytes([UInt8])
        case ended
    }

    private enum Place { case preamble, boundary, header, body, epilogue }

    /// Bytes of the longest header of a part.
    private static let longestHeader = 8 << 10
    private static let lineEnd: [UInt8] = [13, 10]

    private let delimiter: [UInt8]
    private var place = Place.preamble
    /// The first boundary has no line before it that it could end.
    private var buffer = Self.lineEnd

    /// - Parameter contentType: the field of the request.
    /// - Throws: `ServerFault` with status 400 when it names no boundary.
    init(contentType: String) throws(ServerFault) {
        guard let boundary = HeaderParameters(contentType)["boundary"], (1...70).contains(boundary.utf8.count) else {
            throw .badRequest("The type of the body names no boundary.")
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Reads on.
    ///
    /// - Throws: `ServerFault` with status 400 for what is no form.
    mutating func read(_ bytes: some Collection<UInt8>) throws(ServerFault) -> [Event] {
        buffer += bytes
        var events: [Event] = []
        while try step(&events) {}
        return events
    }

    /// - Throws: `ServerFault` with status 400 when the body ended before its end.
    func finish() throws(ServerFault) {
        guard place == .epilogue else { throw .badRequest("The body ends before the form does.") }
    }

    /// - Returns: whether there may be more to do.
    private mutating func step(_ events: inout [Event]) throws(ServerFault) -> Bool {
        switch place {
        case .preamble, .body:
            let isBody = place == .body
            if let start = Self.find(delimiter, in: buffer) {
                if isBody {
                    if start > 0 { events.append(.bytes(Array(buffer[..<start]))) }
                    events.append(.ended)
                }
                buffer.removeFirst(start + delimiter.count)
                place = .boundary
                return true
            }
            let safe = buffer.count - (delimiter.count - 1)
            guard safe > 0 else { return false }
            if isBody { events.append(.bytes(Array(buffer[..<safe]))) }
            buffer.removeFirst(safe)
            return false
        case .boundary:
            guard buffer.count >= 2 else { return false }
            if buffer.starts(with: "--".utf8) {
                place = .epilogue
                return true
            }
            let padding = buffer.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
            guard padding < 100 else { throw Self.malformed }
            guard buffer.count >= padding + 2 else { return false }
            guard buffer[padding...].starts(with: Self.lineEnd) else { throw Self.malformed }
            buffer.removeFirst(padding)
            place = .header
            return true
        case .header:
            guard let end = Self.find(Self.lineEnd + Self.lineEnd, in: buffer) else {
                guard buffer.count <= Self.longestHeader else { throw Self.malformed }
                return false
            }
            events.append(try Self.began(buffer[..<end]))
            buffer.removeFirst(end + 4)
            place = .body
            return true
        case .epilogue:
            buffer = []
            return false
        }
    }

    private static func began(_ header: ArraySlice<UInt8>) throws(ServerFault) -> Event {
        for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":"),
                line[..<colon].trimmingSpaces().lowercased() == "content-disposition"
            else { continue }
            let parameters = HeaderParameters(String(line[line.index(after: colon)...]))
            guard let name = parameters["name"] else { break }
            return .began(field: name, fileName: parameters["filename"])
        }
        throw .badRequest("A part of the form has no name.")
    }

    private static let malformed = ServerFault.badRequest("The body is not a form as its type says.")

    private static func find(_ needle: [UInt8], in haystack: [UInt8]) -> Int? {
        guard haystack.count >= needle.count else { return nil }
        for start in 0...(haystack.count - needle.count) where haystack[start] == needle[0] {
            if haystack[start..<start + needle.count].elementsEqual(needle) { return start }
        }
        return nil
    }
}
