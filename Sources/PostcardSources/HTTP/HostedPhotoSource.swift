import PlatformFoundation
import PostcardCore
import PostcardPhotos

/// A photo source whose pictures are downloaded from a host. After some errors, the next smaller rendition is tried; see
/// `mayHaveSmaller`.
protocol HostedPhotoSource: PhotoSource {
    /// The session for requests to the picture host.
    var pictures: HostSession { get }
    /// The headers of requests for pictures, such as a key; none by default.
    var headers: [(name: String, value: String)] { get }
    /// The statuses of responses that mean that a picture no longer exists: 404 and 410 by default.
    var goneStatuses: [Int] { get }

    /// Returns true if a served picture is a placeholder for a removed photo.
    ///
    /// - Parameters:
    ///   - served: the URL of the response, after all redirects.
    ///   - requested: the URL of the request.
    func isPlaceholder(_ served: URL, for requested: URL, _ format: PictureSignature) -> Bool
}

/// The maximum time for one attempt to download a picture.
private let pictureTimeout = Duration.seconds(120)

extension HostedPhotoSource {
    var headers: [(name: String, value: String)] { [] }
    var goneStatuses: [Int] { [404, 410] }

    /// Downloads a photo's picture in pieces; see `PhotoSource.download(_:atLeast:maximumBytes:resuming:to:)`.
    public func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming findPart: nonisolated(nonsending) (Rendition) async throws -> PartialPicture?,
        to sink: nonisolated(nonsending) (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        var reason = SourceError(.refused, "\(pictures.service) has no picture for photo \(photo.id).")
        for rendition in photo.renditions(atLeast: longEdge) {
            do {
                return try await fetch(rendition, maximumBytes: maximumBytes, resuming: findPart, to: sink)
            } catch let error as SourceError where mayHaveSmaller(rendition, after: error) {
                reason = error
            }
        }
        throw reason
    }

    /// Returns true if a smaller rendition should be tried after an error. A rendition may be withheld or too large. A rendition that was
    /// only inferred may never have existed. If a confirmed rendition no longer exists, the photo doesn't either.
    private func mayHaveSmaller(_ rendition: Rendition, after error: SourceError) -> Bool {
        error.code == .refused || error.code == .tooLarge || (error.code == .gone && !rendition.isConfirmed)
    }

    private func fetch(
        _ rendition: Rendition, maximumBytes: Int, resuming findPart: (Rendition) async throws -> PartialPicture?,
        to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        var partial: PartialPicture?
        var needsWholeFile = false
        return try await pictures.send({
            var request = HTTPClient.Request(
                url: rendition.url.absoluteString, headers: headers + [("Accept-Encoding", "identity")],
                maximumBodyBytes: maximumBytes, timeout: pictureTimeout)
            partial = needsWholeFile ? nil : try await findPart(rendition)
            if let partial {
                request.headers += [("Range", "bytes=\(partial.byteCount)-"), ("If-Range", partial.validator)]
            }
            return request
        }) { response in
            let range = response.header("Content-Range").flatMap { ContentRange($0) }
            // Status 206 means that the body is the rest of the file after the known part; otherwise, the body is the whole file (RFC 9110,
            // sections 13.1.5 and 14).
            let isRest =
                response.status == 206 && !response.isCoded && partial != nil && range?.start == partial?.byteCount
            if partial != nil, !isRest, [206, 416].contains(response.status) {
                // The file has changed, so the server can't resume the download. The next attempt requests the whole file.
                needsWholeFile = true
                throw FailedAttempt(
                    .badReply, "\(pictures.service) did not resume sending \(response.url.withoutSecrets).", .garbled)
            }
            switch response.status {
            case 200: break
            case 206 where isRest: break
            case let status where goneStatuses.contains(status):
                throw FailedAttempt(
                    .gone, "\(pictures.service) no longer has \(response.url.withoutSecrets) (HTTP \(response.status))."
                )
            default: throw FailedAttempt(status: response, from: pictures.service)
            }
            let whole = response.isCoded ? nil : response.header("Content-Length").flatMap { Int($0) }
            let length = isRest ? range?.length : whole
            if let length, length > maximumBytes { throw tooLarge(response, length, maximumBytes) }
            let beginning = isRest ? partial : nil
            let start = PictureStart(
                rendition: rendition, length: length, validator: beginning?.validator ?? response.validator)
            return try await read(response, start, after: beginning, maximumBytes: maximumBytes, to: sink)
        }
    }

    /// Passes the body to `sink` once the first bytes of the file are known to be those of a picture.
    private func read(
        _ response: HTTPClient.Response, _ start: PictureStart, after part: PartialPicture?, maximumBytes: Int,
        to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        var head: [UInt8] = []
        var isPicture = part != nil
        var byteCount = part?.byteCount ?? 0
        if let part {
            try checkPicture(part.head, of: response, requested: start.rendition.url)
            try await sink(.resumed(start))
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
            try checkPicture(head, of: response, requested: start.rendition.url)
            isPicture = true
            try await sink(.began(start))
            try await sink(.received(head))
        }
        guard isPicture else { throw notAPicture(response) }
        return PictureDownload(rendition: start.rendition, byteCount: byteCount, url: response.url)
    }

    private func tooLarge(_ response: HTTPClient.Response, _ length: Int, _ limit: Int) -> SourceError {
        SourceError(.tooLarge, "\(response.url.withoutSecrets) has \(length) bytes or more; the limit is \(limit).")
    }

    private func checkPicture(
        _ head: [UInt8], of response: HTTPClient.Response, requested: URL
    ) throws(SourceError) {
        guard let format = PictureSignature.picture(in: head) else { throw notAPicture(response) }
        guard !isPlaceholder(response.url, for: requested, format) else {
            throw SourceError(
                .gone,
                "\(pictures.service) serves a placeholder instead of \(requested.withoutSecrets): the photo no longer exists."
            )
        }
    }

    private func notAPicture(_ response: HTTPClient.Response) -> SourceError {
        SourceError(.notAPicture, "The response from \(response.url.withoutSecrets) is not a picture.")
    }
}

extension HTTPClient.Response {
    /// The strong validator for a later request for the remaining bytes; `nil` if there is none.
    ///
    /// The validator is a strong entity tag or, failing that, the time of the last change if the response came at least 60 seconds later.
    /// In that case, the file can't have changed twice within the same second.
    fileprivate var validator: String? {
        guard header("Accept-Ranges") != "none" else { return nil }
        if let tag = header("ETag"), tag.hasPrefix("\"") { return tag }
        guard let modified = header("Last-Modified"), let date = header("Date"),
            let age = RetryAfter.delay(of: date, date: modified), age >= .seconds(60)
        else { return nil }
        return modified
    }
}
