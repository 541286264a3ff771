import PlatformFoundation
import PostcardCore

/// A downloader of pictures from one host. If a rendition is refused, it tries the next smaller one.
struct PictureDownloader: Sendable {
    /// The requests to the picture host.
    let host: HostSession

    /// Returns whether a served picture is a placeholder for a removed photo.
    ///
    /// `requested` and `served` are the URLs of request and response, `format` is the format of the bytes.
    let isPlaceholder: @Sendable (_ requested: URL, _ served: URL, _ format: PictureSignature) -> Bool

    /// The longest time for one file.
    static let timeout: Duration = .seconds(120)

    /// Downloads a picture; see ``PhotoSource/download(_:atLeast:maximumBytes:resuming:to:)``.
    func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: (Rendition) async throws -> PartialPicture?,
        to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        var reason = SourceError(.refused, "\(host.service) has no picture of photo \(photo.id).")
        for rendition in photo.renditions(atLeast: longEdge) {
            do {
                return try await fetch(rendition, maximumBytes: maximumBytes, resuming: part, to: sink)
            } catch let error as SourceError where Self.mayHaveSmaller(rendition, after: error) {
                reason = error
            }
        }
        throw reason
    }

    /// Returns a Boolean value that indicates whether to try a smaller rendition after an error. A size may be withheld, too large or, if it was only
    /// inferred, may never have existed. If a confirmed size is gone, the photo is gone.
    private static func mayHaveSmaller(_ rendition: Rendition, after error: SourceError) -> Bool {
        error.code == .refused || error.code == .tooLarge || (error.code == .gone && !rendition.isConfirmed)
    }

    private func fetch(
        _ rendition: Rendition, maximumBytes: Int, resuming part: (Rendition) async throws -> PartialPicture?,
        to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        var known: PartialPicture?
        var isRefused = false
        return try await host.send({
            var request = HTTPTransportRequest(
                url: rendition.url, headers: ["Accept-Encoding": "identity"], maximumBodyBytes: maximumBytes,
                timeout: Self.timeout)
            known = isRefused ? nil : try await part(rendition)
            if let known {
                request.headers["Range"] = "bytes=\(known.byteCount)-"
                request.headers["If-Range"] = known.validator
            }
            return request
        }) { response in
            let reply = PictureReply(response, to: known)
            if reply.isRefusal {
                // The file has changed. The next attempt requests all of it.
                isRefused = true
                throw SourceError(
                    .badReply, "\(host.service) does not continue \(response.url.withoutSecrets).", .garbled)
            }
            try check(reply, maximumBytes: maximumBytes)
            return try await read(reply, rendition: rendition, maximumBytes: maximumBytes, to: sink)
        }
    }

    /// Passes the body to `sink` once its first bytes are those of a picture.
    private func read(
        _ reply: PictureReply, rendition: Rendition, maximumBytes: Int, to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        let response = reply.response
        var head: [UInt8] = []
        var isPicture = false
        var byteCount = 0
        if let part = reply.part {
            try checkPicture(part.head, from: response, requested: rendition.url)
            isPicture = true
            byteCount = part.byteCount
            try await sink(.resumed(reply.start(rendition)))
        }
        for try await piece in response.body {
            byteCount += piece.count
            guard byteCount <= maximumBytes else { throw tooLarge(response, byteCount, maximumBytes) }
            guard !isPicture else {
                try await sink(.received(piece))
                continue
            }
            head += piece
            guard head.count >= PictureSignature.length else { continue }
            try checkPicture(head, from: response, requested: rendition.url)
            isPicture = true
            try await sink(.began(reply.start(rendition)))
            try await sink(.received(head))
        }
        guard isPicture else { throw Self.notAPicture(response) }
        return PictureDownload(rendition: rendition, byteCount: byteCount, url: response.url)
    }

    private func check(_ reply: PictureReply, maximumBytes: Int) throws(SourceError) {
        let response = reply.response
        switch response.status {
        case 200 where reply.part == nil, 206 where reply.part != nil:
            guard let length = reply.length, length > maximumBytes else { return }
            throw tooLarge(response, length, maximumBytes)
        case 404, 410:
            throw SourceError(
                .gone, "\(host.service) no longer has \(response.url.withoutSecrets) (HTTP \(response.status)).")
        default:
            throw SourceError(status: response, from: host.service)
        }
    }

    private func tooLarge(_ response: HTTPTransportResponse, _ length: Int, _ limit: Int) -> SourceError {
        SourceError(.tooLarge, "\(response.url.withoutSecrets) has \(length) bytes or more; \(limit) are allowed.")
    }

    private func checkPicture(
        _ head: [UInt8], from response: HTTPTransportResponse, requested: URL
    ) throws(SourceError) {
        guard let format = PictureSignature.picture(in: head) else { throw Self.notAPicture(response) }
        guard !isPlaceholder(requested, response.url, format) else {
            throw SourceError(
                .gone, "\(host.service) serves a placeholder instead of \(requested.withoutSecrets): it is gone.")
        }
    }

    private static func notAPicture(_ response: HTTPTransportResponse) -> SourceError {
        SourceError(.notAPicture, "What \(response.url.withoutSecrets) serves is not a picture.")
    }
}

/// The head of a response to a request for a picture or the rest of one (RFC 9110, sections 13.1.5 and 14).
struct PictureReply {
    let response: HTTPTransportResponse

    /// The partial file that the body continues; `nil` if the body is the whole file.
    let part: PartialPicture?

    /// A Boolean value that indicates whether the rest was requested, and the response is neither the rest nor the whole file.
    let isRefusal: Bool

    /// The length of the whole file in bytes; `nil` if it is unknown.
    let length: Int?

    /// Reads the head of a response.
    ///
    /// - Parameters:
    ///   - response: the response.
    ///   - part: the partial file at the time of the request; `nil` if there was none.
    init(_ response: HTTPTransportResponse, to part: PartialPicture?) {
        self.response = response
        let range = response.header("Content-Range").flatMap { ContentRange($0) }
        let isContinued = response.status == 206 && part != nil && range?.start == part?.byteCount
        self.part = isContinued ? part : nil
        isRefusal = part != nil && (response.status == 416 || (response.status == 206 && !isContinued))
        length = isContinued ? range?.length : response.header("Content-Length").flatMap { Int($0) }
    }

    /// Returns the event for the sink.
    func start(_ rendition: Rendition) -> PictureStart {
        PictureStart(rendition: rendition, length: length, validator: part?.validator ?? validator)
    }

    /// The strong validator, for a later request of the rest; `nil` if there is none.
    ///
    /// It is a strong entity tag, or else a last change at least 60 seconds before the response. A file changed so long ago cannot have changed twice
    /// within the same second.
    private var validator: String? {
        guard response.header("Accept-Ranges") != "none" else { return nil }
        if let tag = response.header("ETag"), tag.hasPrefix("\"") { return tag }
        guard let modified = response.header("Last-Modified"), let date = response.header("Date"),
            let age = RetryAfter.delay(of: date, date: modified), age >= .seconds(60)
        else { return nil }
        return modified
    }
}
