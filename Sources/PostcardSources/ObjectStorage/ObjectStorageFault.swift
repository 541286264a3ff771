/// An answer of a server of objects that is no success.
struct ObjectStorageFault {
    let status: Int
    /// Such as `NoSuchKey`; empty where the server says none, as it does to HEAD.
    let code: String
    private let message: String
    /// The region in which the bucket is.
    let region: String?
    /// The address that a redirect leads to.
    let location: String?
    /// The seconds since 1970 by the server's clock.
    let date: Double?
    private let retryAfter: Duration?

    init(_ response: ObjectStorageTransport.Response) {
        let document = XMLText(response.body)
        status = response.status
        code = document.text("Code") ?? ""
        message = document.text("Message") ?? ""
        region = response.header("x-amz-bucket-region") ?? document.text("Region")
        location = response.header("Location")
        date = response.header("Date").flatMap { RetryAfter.seconds(of: $0).map(Double.init) }
        retryAfter = response.header("Retry-After").flatMap { RetryAfter.delay(of: $0, date: response.header("Date")) }
    }

    /// A Boolean value that indicates whether the request was refused for the time of its signature.
    var isSkewed: Bool { code == "RequestTimeTooSkewed" || (code == "RequestExpired" && status == 403) }

    /// A Boolean value that indicates whether other keys of the same profile may be accepted.
    var isOutdated: Bool { ["ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired"].contains(code) }

    /// The error for callers, with what a retry has to know.
    func failure(of address: ObjectAddress) -> AttemptFailure {
        let said = code.isEmpty ? "HTTP \(status)" : code
        func error(_ kind: SourceError.Code, _ text: String) -> AttemptFailure {
            AttemptFailure(SourceError(kind, text))
        }
        switch (status, code) {
        case (404, "NoSuchBucket"):
            return error(.gone, "There is no bucket \(address.bucket). Check its name, the endpoint and the region.")
        case (404, _): return error(.gone, "There is no object \(address). Check its key.")
        case (_, "SignatureDoesNotMatch"), (_, "InvalidAccessKeyId"), (_, "InvalidToken"), (_, "ExpiredToken"):
            return error(
                .keyRefused, "The keys for \(address) are not accepted (\(said)). Check them, and whose they are.")
        case (401, _), (403, _):
            return error(.refused, "Access to \(address) is refused (\(said)). Check what these keys may do.")
        case (429, _), (_, "SlowDown"):
            return AttemptFailure(
                SourceError(
                    .rateLimited, "The server of \(address) asks to slow down (\(said)).", retryAfter: retryAfter),
                .status(503, retryAfter: retryAfter))
        case (500...599, _), (408, _), (_, "RequestTimeout"):
            return AttemptFailure(
                SourceError(.unavailable, "The server of \(address) is out of order (\(said)). Try again later."),
                .status(max(500, status), retryAfter: retryAfter))
        default:
            let reason = message.isEmpty ? "" : ": \(message)"
            return error(.badReply, "\(address) was answered with \(said)\(reason)")
        }
    }
}
