import NIOHTTP1

/// An origin's terms for a picture: the time for which it may be cached (RFC 9111), and the validators for revalidation (RFC 9110, section
/// 13).
struct OriginTerms: Sendable, Equatable, Codable {
    /// The URL of the picture after all redirects.
    let address: String
    private(set) var entityTag: String?
    private var lastModified: String?
    /// The time in seconds for which the picture is fresh; `nil` if the origin does not specify this time.
    let seconds: Int?
    /// The further time in seconds for which the picture may be used during an outage; `nil` if the origin does not specify this time.
    let staleSeconds: Int?
    /// True unless the origin forbids caching.
    let mayBeKept: Bool

    init(address: String, headers: HTTPHeaders) {
        self.address = address
        entityTag = headers.first(name: "ETag")
        lastModified = headers.first(name: "Last-Modified")
        let directives = headers[canonicalForm: "Cache-Control"].map { $0.lowercased() }
        mayBeKept = !directives.contains("no-store")
        func number(_ name: String) -> Int? {
            directives.first { $0.hasPrefix(name + "=") }
                .flatMap { Int($0.dropFirst(name.count + 1).filter { $0 != "\"" }) }
        }
        let age = max(0, headers.first(name: "Age").flatMap { Int($0) } ?? 0)
        if !mayBeKept || directives.contains("no-cache") {
            seconds = 0
        } else {
            seconds = (number("s-maxage") ?? number("max-age")).map { max(0, max(0, $0) - age) }
        }
        let isStrict = ["no-store", "no-cache", "must-revalidate", "proxy-revalidate"].contains {
            directives.contains($0)
        }
        staleSeconds = isStrict ? 0 : number("stale-if-error").map { max(0, $0) }
    }

    /// Returns the terms after a revalidation, with the old validators if the response contains none.
    func renewed(_ new: OriginTerms) -> OriginTerms {
        var terms = new
        terms.entityTag = new.entityTag ?? entityTag
        terms.lastModified = new.lastModified ?? lastModified
        return terms
    }

    /// The strong entity tag; `nil` if the tag is weak or missing.
    var strongTag: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// True if the picture can be revalidated.
    var canBeRevalidated: Bool { mayBeKept && (entityTag != nil || lastModified != nil) }

    /// Adds the headers for revalidation if the picture came from the URL `target`.
    func addConditions(_ target: String, _ headers: inout HTTPHeaders) {
        guard canBeRevalidated, target == address else { return }
        if let entityTag { headers.add(name: "If-None-Match", value: entityTag) }
        if let lastModified { headers.add(name: "If-Modified-Since", value: lastModified) }
    }
}
