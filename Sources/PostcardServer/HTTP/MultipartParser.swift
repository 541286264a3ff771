import PlatformLibc

/// An incremental parser for `multipart/form-data`, RFC 7578 and RFC 2046, section 5.1.
///
/// It scans each byte once, and limits the number of bytes outside the contents of parts.
struct MultipartParser {
    enum Event: Equatable {
        /// A field or file starts; only a file has a file name.
        case began(field: String, fileName: String?)
        case bytes([UInt8])
        case ended
    }

    private enum Section { case preamble, boundary, header, body, epilogue }

    /// The maximum size in bytes of a part's headers, and of the text before the first part or after the last part.
    private static let maximumHeaderBytes = 8 << 10
    private static let lineEnd: [UInt8] = [13, 10]

    private let delimiter: [UInt8]
    private let maximumParts: Int
    private var parts = 0
    private var section = Section.preamble
    /// The bytes that are not parsed yet. The initial value is a line end, since there is none before the first boundary.
    private var buffer = Self.lineEnd
    /// The offset in `buffer` of the first byte that is not parsed yet.
    private var start = 0
    /// The number of bytes before the first boundary, or after the last one.
    private var outside = 0

    /// - Parameters:
    ///   - contentType: the value of the request's header.
    ///   - maximumParts: the maximum number of fields and files.
    /// - Throws: `HTTPError` with status 400 if the boundary is missing.
    init(contentType: String, maximumParts: Int) throws(HTTPError) {
        guard let boundary = HeaderParameters(contentType)["boundary"], (1...70).contains(boundary.utf8.count) else {
            throw .badRequest("The Content-Type header has no valid boundary.")
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.maximumParts = maximumParts
    }

    /// Reads the next bytes, and returns the events in them.
    ///
    /// - Throws: `HTTPError` with status 400 for a malformed form, or too many parts.
    mutating func read(_ bytes: some Collection<UInt8>) throws(HTTPError) -> [Event] {
        buffer += bytes
        var events: [Event] = []
        while try step(&events) {}
        buffer.removeFirst(start)
        start = 0
        return events
    }

    /// Checks that the form is complete.
    ///
    /// - Throws: `HTTPError` with status 400 for a truncated body.
    func finish() throws(HTTPError) {
        guard section == .epilogue else { throw .badRequest("The form is truncated.") }
    }

    /// Performs one parsing step.
    ///
    /// - Returns: false if more bytes are needed.
    private mutating func step(_ events: inout [Event]) throws(HTTPError) -> Bool {
        let rest = buffer[start...]
        switch section {
        case .preamble, .body:
            let found = Self.find(delimiter, in: rest)
            // A possible start of a boundary is kept until more bytes arrive.
            let end = found ?? max(start, buffer.count - (delimiter.count - 1))
            if section == .body {
                if start < end { events.append(.bytes(Array(buffer[start..<end]))) }
                if found != nil { events.append(.ended) }
            } else {
                try skip(end - start)
            }
            start = end
            guard found != nil else { return false }
            start += delimiter.count
            section = .boundary
            return true
        case .boundary:
            guard rest.count >= 2 else { return false }
            if rest.starts(with: "--".utf8) {
                section = .epilogue
                outside = 0
                return true
            }
            let padding = rest.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
            guard padding < 100 else { throw Self.malformed }
            guard rest.count >= padding + 2 else { return false }
            guard rest.dropFirst(padding).starts(with: Self.lineEnd) else { throw Self.malformed }
            start += padding
            section = .header
            return true
        case .header:
            let header = rest.prefix(Self.maximumHeaderBytes)
            guard let end = Self.find(Self.lineEnd + Self.lineEnd, in: header) else {
                guard header.count < Self.maximumHeaderBytes else { throw Self.malformed }
                return false
            }
            parts += 1
            guard parts <= maximumParts else { throw .badRequest("The form has more than \(maximumParts) parts.") }
            events.append(try Self.began(header[..<end]))
            start = end + 4
            section = .body
            return true
        case .epilogue:
            try skip(rest.count)
            start = buffer.count
            return false
        }
    }

    private mutating func skip(_ count: Int) throws(HTTPError) {
        outside += count
        guard outside <= Self.maximumHeaderBytes else { throw Self.malformed }
    }

    /// Reads the headers of a part.
    private static func began(_ header: ArraySlice<UInt8>) throws(HTTPError) -> Event {
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

    private static let malformed = HTTPError.badRequest("The body is not a valid multipart form.")

    /// Returns the index at which `needle` starts in `haystack`; `nil` if it does not occur.
    private static func find(_ needle: [UInt8], in haystack: ArraySlice<UInt8>) -> Int? {
        haystack.withUnsafeBytes { bytes in
            var start = 0
            while let base = bytes.baseAddress, start + needle.count <= bytes.count,
                let found = memchr(base + start, CInt(needle[0]), bytes.count - needle.count + 1 - start)
            {
                let offset = base.distance(to: UnsafeRawPointer(found))
                if memcmp(found, needle, needle.count) == 0 { return haystack.startIndex + offset }
                start = offset + 1
            }
            return nil
        }
    }
}
