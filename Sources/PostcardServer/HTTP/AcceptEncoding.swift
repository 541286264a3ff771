import HTTPTypes

extension HTTPFields {
    /// True when the client takes gzip, RFC 9110 section 12.5.3.
    var acceptsGzip: Bool {
        let codings = self[values: .acceptEncoding].flatMap { $0.split(separator: ",") }.prefix(64).map { coding in
            let parts = coding.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (name: parts.first ?? "", quality: quality)
        }
        let named = codings.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? codings.first { $0.name == "*" }
        return (named?.quality ?? 0) > 0
    }
}
