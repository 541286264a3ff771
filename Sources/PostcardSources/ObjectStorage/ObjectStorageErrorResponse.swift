import PostcardDisk
import PostcardPhotos

/// An error response of object storage.
struct ObjectStorageErrorResponse {
    private let response: ObjectStorage.Response
    private let document: XMLText
    /// The error code, such as `NoSuchKey`; empty if the server sends none, as for HEAD.
    let code: String

    init(_ response: ObjectStorage.Response) {
        (self.response, document) = (response, XMLText(response.body))
        code = document.text("Code") ?? ""
    }

    var status: Int { response.status }
    /// The region of the bucket.
    var region: String? { response.header("x-amz-bucket-region") ?? document.text("Region") }
    /// The time of the server's clock, in seconds since 1970.
    var date: Double? { response.header("Date").flatMap { RetryAfter.seconds(of: $0).map(Double.init) } }

    /// A Boolean value that indicates whether the time of the signature was refused.
    var isSkewed: Bool { code == "RequestTimeTooSkewed" || (code == "RequestExpired" && status == 403) }

    /// A Boolean value that indicates whether renewed keys of the same profile may be accepted.
    var isOutdated: Bool { ["ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired"].contains(code) }

    /// Returns the scheme and host of the target of a redirect that may be followed; `nil` if there is none.
    ///
    /// The target gets a signed request and the session's token. Allowed are the same host, its subdomains and, for hosts of Amazon, other hosts of
    /// Amazon; never http after https.
    ///
    /// - Parameter endpoint: the URL of the server that has sent the response.
    func redirect(from endpoint: String) -> String? {
        guard let target = response.header("Location").flatMap(Self.host),
            !target.hasPrefix("http://") || endpoint.hasPrefix("http://"),
            let own = Self.name(of: endpoint), let other = Self.name(of: target)
        else { return nil }
        let amazon = ".amazonaws.com"
        return other == own || other.hasSuffix(".\(own)") || (own.hasSuffix(amazon) && other.hasSuffix(amazon))
            ? target : nil
    }

    /// Returns the host name of a URL without the port; `nil` for a URL with a user.
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

    /// Returns the error with the cause for retries.
    func failure(of address: ObjectAddress) -> FailedAttempt {
        let said = code.isEmpty ? "HTTP \(status)" : code
        let message = document.text("Message") ?? ""
        let retryAfter = RetryAfter.delay(of: response.header)
        return switch (status, code) {
        case (404, "NoSuchBucket"):
            FailedAttempt(
                .gone, "There is no bucket \(address.bucket). Check its name, the endpoint and the region.")
        case (404, _): FailedAttempt(.gone, "There is no object \(address). Check its key.")
        case (_, "SignatureDoesNotMatch"), (_, "InvalidAccessKeyId"), (_, "InvalidToken"), (_, "ExpiredToken"):
            FailedAttempt(
                .keyRefused, "The keys for \(address) are not accepted (\(said)). Check them, and whose they are.")
        case (401, _), (403, _):
            FailedAttempt(.refused, "Access to \(address) is refused (\(said)). Check what these keys may do.")
        case (429, _), (_, "SlowDown"):
            FailedAttempt(
                .rateLimited, "The server of \(address) asks to slow down (\(said)).", retryAfter: retryAfter,
                .status(503, retryAfter: retryAfter))
        case (500...599, _), (408, _), (_, "RequestTimeout"):
            FailedAttempt(
                .unavailable, "The server of \(address) is out of order (\(said)). Try again later.",
                .status(max(500, status), retryAfter: retryAfter))
        default:
            FailedAttempt(
                .badReply, "\(address) was answered with \(said)\(message.isEmpty ? "" : ": \(message)")")
        }
    }
}

/// The elements of an XML document from object storage, such as a list or an error. Attributes, comments and namespaces are ignored.
struct XMLText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the contents of all elements with a name. Elements inside of them are not searched.
    func elements(_ name: String) -> [XMLText] {
        let (opening, closing) = (ByteNeedle("<\(name)"), ByteNeedle("</\(name)>"))
        return bytes.withUnsafeBytes { bytes in
            var found: [XMLText] = []
            var position = 0
            while let start = opening.firstIndex(in: bytes, from: position) {
                position = start + name.utf8.count + 1
                guard let end = bytes.firstIndex(of: UInt8(ascii: ">"), from: position) else { break }
                // This accepts <Key>, <Key/> and <Key xmlns="…">, but not <KeyCount>.
                guard [UInt8(ascii: ">"), UInt8(ascii: "/"), 0x20].contains(bytes[position]) else { continue }
                position = end + 1
                let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
                guard let close = isEmpty ? position : closing.firstIndex(in: bytes, from: position) else { break }
                found.append(XMLText(Array(bytes[position..<close])))
                position = close
            }
            return found
        }
    }

    /// Returns the text of the first element with a name; `nil` if there is none, or if it is not UTF-8.
    func text(_ name: String) -> String? { elements(name).first?.text }

    /// The text with decoded entities; `nil` for an unknown entity, or if it is not UTF-8.
    var text: String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ";"),
                let scalar = HTMLText.scalar(named: rest[rest.index(after: start)..<end])
            else { return nil }
            result.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
