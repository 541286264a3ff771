import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardCrypto
import Synchronization

extension StringProtocol {
    /// Returns the text without spaces and tabs around it.
    func trimmingSpaces() -> SubSequence {
        let start = drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? start.prefix(0)
    }
}

// MARK: Codings, ranges and parameters

extension HTTPFields {
    /// True when the client accepts gzip, RFC 9110 section 12.5.3.
    var acceptsGzip: Bool {
        let codings = AcceptHeader.weighted(self[values: .acceptEncoding].joined(separator: ","))
        let named = codings.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? codings.first { $0.name == "*" }
        return (named?.quality ?? 0) > 0
    }
}

/// The `Range` field of a request, RFC 9110 section 14.2.
enum ByteRange: Sendable, Equatable {
    /// The whole file: there is no range, or one that may be ignored.
    case whole
    /// A part of the file, as a range of offsets in bytes.
    case part(Range<Int>)
    /// No byte of the range is within the file.
    case unsatisfiable

    /// - Parameters:
    ///   - field: the field of the request. Several ranges are treated as none, as the standard allows.
    ///   - size: the size of the file in bytes.
    init(_ field: String?, size: Int) {
        self = .whole
        guard let field, field.lowercased().hasPrefix("bytes=") else { return }
        let text = field.dropFirst(6).trimmingSpaces()
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return }
        // A number beyond `Int` is past the end of every file.
        let first = ends[0].isEmpty ? nil : Int(ends[0]) ?? .max
        let second = ends[1].isEmpty ? nil : Int(ends[1]) ?? .max
        switch (first, second) {
        case (nil, nil): return
        case (let first?, let last?) where last < first: return
        case (let first?, let last):
            self = first < size ? .part(first..<(min(last ?? .max, size - 1) + 1)) : .unsatisfiable
        case (nil, let count?): self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        }
    }
}

/// The parameters behind the value of a field, such as `boundary` in `multipart/form-data; boundary="a b"`.
struct HeaderParameters {
    private var values: [NameKey: String] = [:]

    init(_ field: String) {
        var rest = field.drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst()
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            let value = Self.value(&rest)
            values[name.trimmingSpaces().lowercased()] = value
            rest = rest.drop { $0 != ";" }
        }
    }

    /// Returns the value of a parameter. `name` is in lower case.
    subscript(name: String) -> String? { values[name] }

    /// Reads a token or a quoted string. A backslash escapes only a quote or a backslash; before others it is kept, as in the paths that some clients
    /// send.
    private static func value(_ rest: inout Substring) -> String {
        guard rest.first == "\"" else {
            let token = rest.prefix { $0 != ";" }
            rest = rest.dropFirst(token.count)
            return String(token.trimmingSpaces())
        }
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            let isEscape = character == "\\" && (rest.first == "\"" || rest.first == "\\")
            value.append(isEscape ? rest.removeFirst() : character)
        }
        return value
    }
}

// MARK: Date and versions

/// The `Date` field, RFC 9110 section 5.6.7, formatted once a second.
final class HTTPDate: Sendable {
    private let last = Mutex((seconds: Int.min, text: ""))

    /// Returns the field for a time in seconds since 1970.
    func text(at seconds: Int) -> String {
        last.withLock { last in
            if last.seconds != seconds { last = (seconds, Self.format(seconds)) }
            return last.text
        }
    }

    private static func format(_ seconds: Int) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: Double(seconds)))
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func digits(_ number: Int?) -> String { (number ?? 0).padded(to: 2) }
        return "\(weekdays[(date.weekday ?? 1) - 1]), \(digits(date.day)) \(months[(date.month ?? 1) - 1]) "
            + "\(date.year ?? 0) \(digits(date.hour)):\(digits(date.minute)):\(digits(date.second)) GMT"
    }
}

extension HTTPFields {
    /// The entity tags of `If-Match`; `nil` without the field.
    var ifMatch: String? {
        let lines = self[values: .ifMatch]
        return lines.isEmpty ? nil : lines.joined(separator: ",")
    }
}

extension HTTPError {
    /// The error for a version that `If-Match` does not name.
    static let otherVersion = HTTPError(
        .preconditionFailed, "It was changed since it was read, so nothing was done. Read it again.")
}

/// The entity tags of responses, and their comparison with the fields `If-Match` and `If-None-Match`, where `*` matches any.
enum EntityTags {
    /// Returns the strong tag of a body, RFC 9110 section 8.8.3, with its quotes.
    static func tag(of body: some Sequence<UInt8>) -> String {
        "\"\(Base64.urlSafe.encode(Array(SHA256.hash(data: body).prefix(16))))\""
    }

    /// Returns true when `If-None-Match` matches a tag by weak comparison, RFC 9110 section 13.1.2.
    static func matches(_ field: String?, _ tag: String) -> Bool {
        contains(field ?? "") { ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) == tag }
    }

    /// Returns true when `If-Match` matches a tag by strong comparison, RFC 9110 section 13.1.1. `field` is the whole field; the thing exists, so `*`
    /// matches.
    static func matchesStrongly(_ field: String, _ tag: String) -> Bool { contains(field) { $0 == tag } }

    /// The suffix in the tag of a compressed response, whose bytes differ, RFC 9110 section 8.8.3.3.
    static let gzipSuffix = "-gzip\""

    /// Returns the tag of a response for its compressed form.
    static func gzip(_ tag: String) -> String { tag.dropLast() + gzipSuffix }

    /// Returns the tag of a response for the tag of its compressed form; `nil` for another tag.
    private static func plain(_ tag: Substring) -> String? {
        tag.hasSuffix(gzipSuffix) ? tag.dropLast(gzipSuffix.count) + "\"" : nil
    }

    private static func contains(_ field: String, _ isMeant: (Substring) -> Bool) -> Bool {
        field.split(separator: ",").contains { entry in
            let entry = entry.trimmingSpaces()
            return entry == "*" || isMeant(entry) || plain(entry).map { isMeant($0[...]) } ?? false
        }
    }
}

// MARK: Names of fields

extension HTTPField.Name {
    static let requestID = named("X-Request-ID")
    static let contentTypeOptions = named("X-Content-Type-Options")
    static let acceptPost = named("Accept-Post")
    static let link = named("Link")
    /// `X-Accel-Buffering`, by which nginx is told not to buffer a response.
    static let accelBuffering = named("X-Accel-Buffering")
    /// `Cross-Origin-Resource-Policy` of the Fetch standard: the origins whose pages may embed the response.
    static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
    static let forwardedFor = named("X-Forwarded-For")
    /// `traceparent` of W3C's Trace Context: the trace of the request.
    static let traceparent = named("traceparent")
    /// `tracestate` of W3C's Trace Context: the values of other tracing systems.
    static let tracestate = named("tracestate")

    /// `Sec-Fetch-Site` of Fetch Metadata: the relation of the requesting page's origin to the service.
    static let secFetchSite = named("Sec-Fetch-Site")
    /// `X-Postcard`, which the app sends with every change. A page of another origin could send it only after a preflight.
    static let app = named("X-Postcard")
    /// `Last-Event-ID` of server-sent events.
    static let lastEventID = named("Last-Event-ID")
    /// `Total-Count`: the number of items on all pages.
    static let totalCount = named("Total-Count")
    /// `Meme-Report`: the layout of a meme's captions.
    static let memeReport = named("Meme-Report")
    static let clearSiteData = named("Clear-Site-Data")
    static let permissionsPolicy = named("Permissions-Policy")
    static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    /// `Accept-CH`: the client hints that the service requests.
    static let acceptClientHints = named("Accept-CH")
    static let referrerPolicy = named("Referrer-Policy")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            // A trap: all names above are valid tokens, and the first test would reveal one that is not.
            preconditionFailure("\(name) is no name of a field.")
        }
        return field
    }
}
