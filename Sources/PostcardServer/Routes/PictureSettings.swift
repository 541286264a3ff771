import HTTPTypes

/// The settings for responses with pictures.
struct PictureSettings: Sendable {
    let allowsUnsigned: Bool
    /// The public URL of the service, without a trailing slash; `nil` to use the host in requests.
    let publicAddress: String?
    let ignoresUnknownFilters: Bool
    /// True to use client hints.
    let usesClientHints: Bool
    /// The name of the picture to show if a picture is missing or damaged or its server fails; `nil` to respond with an error.
    let fallback: String?
    /// The requests whose results replicas share.
    let sharedResults: SharedResultScope
    /// The number of seconds for which clients may cache a result.
    let maximumAge: Int
    /// The directives for shared caches, which follow `max-age` in `Cache-Control`; `nil` if there are none.
    let cacheControl: String?
    /// The response header for the cache tags of a result's sources; `nil` to send no tags.
    let cacheTags: String?
    /// The maximum size of a request body in bytes.
    let bodyBytes: Int

    /// The response header for the cache tags of a result's sources, and the separator of the tags; `nil` to send no tags.
    var tagField: (name: HTTPField.Name, separator: String)? {
        guard let cacheTags else { return nil }
        return HTTPField.Name(cacheTags).map { ($0, cacheTags.lowercased() == "surrogate-key" ? " " : ",") }
    }

    /// Returns the directives for shared caches, with an `s-maxage` of at most `fresh`, the number of seconds until a source expires.
    func sharedDirectives(fresh: Int) -> String {
        guard let cacheControl else { return "" }
        let shared = "s-maxage="
        return cacheControl.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.map { directive in
            guard directive.hasPrefix(shared), let seconds = Int(directive.dropFirst(shared.count)) else {
                return ", \(directive)"
            }
            return ", \(shared)\(min(seconds, fresh))"
        }.joined()
    }
}
