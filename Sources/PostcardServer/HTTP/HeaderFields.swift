import HTTPTypes
import PlatformFoundation
import PostcardCore
import Synchronization

/// The `Accept` field of a request, RFC 9110 section 12.5.1.
struct AcceptHeader: Sendable {
    /// Media types, and ranges such as `image/*` and `*/*`.
    private let ranges: [(name: String, quality: Double)]

    /// - Parameter text: without a field, or with one that cannot be read, anything is welcome.
    init(_ text: String?) {
        ranges = Self.weighted(text ?? "").filter { range in
            let parts = range.name.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts.contains("")
        }
    }

    /// The entries of a field with their qualities, RFC 9110 section 12.4.2.
    fileprivate static func weighted(_ field: String) -> [(name: String, quality: Double)] {
        field.split(separator: ",").prefix(64).map { entry in
            let parts = entry.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (parts.first ?? "", min(1, max(0, quality)))
        }
    }

    /// The quality of a media type, 0 (not accepted) to 1: the most specific range counts.
    func quality(of mediaType: String) -> Double {
        guard !ranges.isEmpty else { return 1 }
        let group = "\(mediaType.prefix { $0 != "/" })/*"
        return [mediaType, group, "*/*"].lazy.compactMap { name in ranges.first { $0.name == name }?.quality }.first
            ?? 0
    }

    /// Tells whether a media type is named, not only covered by a wildcard: clients that send `*/*` need not know new formats.
    func names(_ mediaType: String) -> Bool { ranges.contains { $0.name == mediaType && $0.quality > 0 } }
}

extension StringProtocol {
    /// Without spaces and tabs around it.
    func trimmingSpaces() -> SubSequence {
        let start = drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? start.prefix(0)
    }
}

extension HTTPFields {
    /// True when the client takes gzip, RFC 9110 section 12.5.3.
    var acceptsGzip: Bool {
        let codings = AcceptHeader.weighted(self[values: .acceptEncoding].joined(separator: ","))
        let named = codings.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? codings.first { $0.name == "*" }
        return (named?.quality ?? 0) > 0
    }
}

/// The `Range` field of a request, RFC 9110 section 14.2.
enum ByteRange: Sendable, Equatable {
    /// The whole file: no range was asked for, or one that may be left unheeded.
    case whole
    /// Some of its bytes.
    case part(Range<Int>)
    /// None of the bytes asked for are there.
    case unsatisfiable

    /// - Parameters:
    ///   - field: what the request says. Several ranges at once are answered with the whole file, as the standard allows.
    ///   - size: bytes of the file.
    init(_ field: String?, size: Int) {
        self = .whole
        guard let field, field.lowercased().hasPrefix("bytes=") else { return }
        let text = field.dropFirst(6).trimmingSpaces()
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return }
        // A number too large for us is past the end of every file.
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
    private var values: [String: String] = [:]

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

    /// By name in lower case.
    subscript(name: String) -> String? { values[name] }

    /// A token, or a text in quotes. A backslash takes the next one or a quote as it is; before others it stands for itself, as
    /// in the paths that some clients send.
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

/// The `Date` field, RFC 9110 section 5.6.7, written once a second.
final class HTTPDate: Sendable {
    private let last = Mutex((seconds: Int.min, text: ""))

    /// `seconds` count from 1970.
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
    /// The versions that the client means, `nil` when it means any.
    var versionsWanted: String? {
        let lines = self[values: .ifMatch]
        return lines.isEmpty ? nil : lines.joined(separator: ",")
    }
}

extension HTTPError {
    /// The thing has another version than the client means.
    static let otherVersion = HTTPError(
        .preconditionFailed, "It was changed since it was read, so nothing was done. Read it again.")
}

/// Lists of versions in fields of the header, where `*` means any.
enum EntityTags {
    /// `If-None-Match`, RFC 9110 section 13.1.2, by weak comparison.
    static func matches(_ field: String?, _ tag: String) -> Bool {
        contains(field ?? "") { ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) == tag }
    }

    /// `If-Match`, RFC 9110 section 13.1.1, by strong comparison: what is only alike may not be changed. `field` is all
    /// of the field; there is a version, so `*` matches.
    static func matchesStrongly(_ field: String, _ tag: String) -> Bool { contains(field) { $0 == tag } }

    /// The end of the tag of a compressed response: other bytes of the same version, RFC 9110 section 8.8.3.3.
    static let gzipSuffix = "-gzip\""

    /// The tag of a response when it is compressed.
    static func gzip(_ tag: String) -> String { tag.dropLast() + gzipSuffix }

    /// The tag of the version that a compressed response was; `nil` for another tag.
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

extension HTTPField.Name {
    /// `X-Request-ID`.
    static let requestID = named("X-Request-ID")
    /// `X-Content-Type-Options`.
    static let contentTypeOptions = named("X-Content-Type-Options")
    /// `Accept-Post`.
    static let acceptPost = named("Accept-Post")
    /// `Link`.
    static let link = named("Link")
    /// `X-Accel-Buffering`, by which nginx is told to pass on at once what comes.
    static let accelBuffering = named("X-Accel-Buffering")
    /// `Cross-Origin-Resource-Policy` of the Fetch standard: whether pages of other origins may show the answer.
    static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
    /// `X-Forwarded-For`.
    static let forwardedFor = named("X-Forwarded-For")
    /// `traceparent` of W3C's Trace Context: the trace that a request belongs to.
    static let traceparent = named("traceparent")
    /// `tracestate`: what other systems have written beside it.
    static let tracestate = named("tracestate")

    /// `Sec-Fetch-Site` of Fetch Metadata: the relation between the page that makes a request and the service.
    static let secFetchSite = named("Sec-Fetch-Site")
    /// `X-Postcard`, which the app sends with every change: a page of another origin would have to ask first.
    static let app = named("X-Postcard")
    /// `Last-Event-ID` of server-sent events.
    static let lastEventID = named("Last-Event-ID")
    /// `Total-Count`: how many items all pages have.
    static let totalCount = named("Total-Count")
    /// `Meme-Report`: what became of the captions of a meme.
    static let memeReport = named("Meme-Report")
    /// `Clear-Site-Data`.
    static let clearSiteData = named("Clear-Site-Data")
    /// `Permissions-Policy`.
    static let permissionsPolicy = named("Permissions-Policy")
    /// `Cross-Origin-Opener-Policy`.
    static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    /// `Accept-CH`: the client hints that the service asks for.
    static let acceptClientHints = named("Accept-CH")
    /// `Referrer-Policy`.
    static let referrerPolicy = named("Referrer-Policy")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            // why: the names above are tokens; a wrong one shows in the first test.
            preconditionFailure("\(name) is no name of a field.")
        }
        return field
    }
}
