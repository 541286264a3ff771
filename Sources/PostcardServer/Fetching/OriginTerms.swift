import NIOHTTP1

/// On what terms an origin gave a picture: how long it may be kept (RFC 9111), and how to ask whether it is still the same
/// (RFC 9110, section 13).
struct OriginTerms: Sendable, Equatable, Codable {
    /// The address that gave it, after all redirects.
    let address: String
    private(set) var entityTag: String?
    private var lastModified: String?
    /// Seconds for which it is fresh; `nil` when the origin does not say.
    let seconds: Int?
    /// Seconds after that for which it may be used while the origin is away; `nil` when the origin does not say.
    let staleSeconds: Int?
    /// True when it may be kept for later at all.
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

    /// The terms after the origin said that the picture is the same, which need not repeat the marks that it is known by.
    func renewed(_ new: OriginTerms) -> OriginTerms {
        var terms = new
        terms.entityTag = new.entityTag ?? entityTag
        terms.lastModified = new.lastModified ?? lastModified
        return terms
    }

    /// The value that no other version of the picture has, byte for byte.
    var strongTag: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// True when the origin can be asked if the picture is still the same.
    var canBeAsked: Bool { mayBeKept && (entityTag != nil || lastModified != nil) }

    /// Adds the question whether the picture is still the same, when it goes to where the picture came from.
    func ask(_ target: String, _ headers: inout HTTPHeaders) {
        guard canBeAsked, target == address else { return }
        if let entityTag { headers.add(name: "If-None-Match", value: entityTag) }
        if let lastModified { headers.add(name: "If-Modified-Since", value: lastModified) }
    }
}
