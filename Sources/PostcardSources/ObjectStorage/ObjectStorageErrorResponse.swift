import PostcardPhotos

/// An error response from object storage.
struct ObjectStorageErrorResponse {
    private let response: ObjectStorage.Response
    private let document: XMLText
    /// The error code, such as `NoSuchKey`; empty if the server sends none, as in responses to HEAD requests.
    let code: String

    init(_ response: ObjectStorage.Response) {
        (self.response, document) = (response, XMLText(response.body))
        code = document.text("Code") ?? ""
    }

    var status: Int { response.status }
    /// The region of the bucket.
    var region: String? { response.header("x-amz-bucket-region") ?? document.text("Region") }
    /// The time on the server's clock, in seconds since 1970.
    var date: Double? { response.header("Date").flatMap { RetryAfter.seconds(of: $0).map(Double.init) } }

    /// True if the signature was rejected because of its time.
    var isSkewed: Bool { code == "RequestTimeTooSkewed" || (code == "RequestExpired" && status == 403) }

    /// True if renewed keys from the same profile might be accepted.
    var isOutdated: Bool { ["ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired"].contains(code) }

    /// Returns the scheme and host of a redirect's target; `nil` if there is no redirect that may be followed.
    ///
    /// The target receives a signed request and the session's token. Therefore, only the same host, its subdomains and, from Amazon hosts,
    /// other Amazon hosts are allowed. Redirects from https to http are never allowed.
    ///
    /// - Parameter endpoint: the URL of the server that sent the response.
    func redirect(from endpoint: String) -> String? {
        guard let target = response.header("Location").flatMap(Self.host),
            !target.hasPrefix("http://") || endpoint.hasPrefix("http://"),
            let own = Self.name(of: endpoint), let other = Self.name(of: target)
        else { return nil }
        let amazon = ".amazonaws.com"
        return other == own || other.hasSuffix(".\(own)") || (own.hasSuffix(amazon) && other.hasSuffix(amazon))
            ? target : nil
    }

    /// Returns the host name of a URL without the port; `nil` if the URL contains a user name.
    private static func name(of address: String) -> String? {
        guard let host = host(of: address)?.lowercased().split(separator: "/").last, !host.contains("@") else {
            return nil
        }
        if host.hasPrefix("[") { return String(host.prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    /// Returns the scheme, host and port of a URL.
    private static func host(of location: String) -> String? {
        guard let start = location.firstRange(of: "://"), ["http", "https"].contains(location[..<start.lowerBound])
        else {
            return nil
        }
        return String(
            location[..<(location[start.upperBound...].firstIndex { "/?#".contains($0) } ?? location.endIndex)])
    }

    /// Returns the error, with the cause that determines whether the request is retried.
    func failure(of address: ObjectAddress) -> FailedAttempt {
        let reason = code.isEmpty ? "HTTP \(status)" : code
        let message = document.text("Message") ?? ""
        let retryAfter = RetryAfter.delay(of: response.header)
        return switch (status, code) {
        case (404, "NoSuchBucket"):
            FailedAttempt(
                .gone, "Bucket not found: \(address.bucket). Check its name, the endpoint and the region.")
        case (404, _): FailedAttempt(.gone, "Object not found: \(address). Check its key.")
        case (_, "SignatureDoesNotMatch"), (_, "InvalidAccessKeyId"), (_, "InvalidToken"), (_, "ExpiredToken"):
            FailedAttempt(
                .keyRefused,
                "The credentials for \(address) were rejected (\(reason)). Check the keys and the account that they belong to."
            )
        case (401, _), (403, _):
            FailedAttempt(.refused, "Access to \(address) was denied (\(reason)). Check the permissions of these keys.")
        case (429, _), (_, "SlowDown"):
            FailedAttempt(
                .rateLimited, "The server for \(address) asks clients to slow down (\(reason)).",
                retryAfter: retryAfter,
                .status(503, retryAfter: retryAfter))
        case (500...599, _), (408, _), (_, "RequestTimeout"):
            FailedAttempt(
                .unavailable, "The server for \(address) is unavailable (\(reason)). Try again later.",
                .status(max(500, status), retryAfter: retryAfter))
        default:
            FailedAttempt(
                .badReply, "The server returned \(reason) for \(address)\(message.isEmpty ? "" : ": \(message)")")
        }
    }
}
