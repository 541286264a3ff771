#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Fetches pictures from a host, the next smaller rendition where one is refused.
struct PictureDownloader: Sendable {
    /// The requests to the picture host.
    let host: HostSession

    /// Whether bytes of a format that were requested at the first and served from the second address stand in for a
    /// photo that is gone.
    let isPlaceholder: @Sendable (_ requested: URL, _ served: URL, _ format: PictureFormat) -> Bool

    /// See ``PhotoSource/download(_:atLeast:maximumBytes:to:)``.
    func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int, to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        var reason = SourceError(.refused, "\(host.service) has no picture of photo \(photo.id).")
        for rendition in photo.renditions(atLeast: longEdge) {
            do {
                return try await fetch(rendition, maximumBytes: maximumBytes, to: sink)
            } catch let error as SourceError where Self.mayHaveSmaller(rendition, after: error) {
                reason = error
            }
        }
        throw reason
    }

    /// A size may be withheld or too big and another one not; a size that was only inferred may never have existed. But
    /// where a size is gone that the provider named, the photo is gone.
    private static func mayHaveSmaller(_ rendition: Rendition, after error: SourceError) -> Bool {
        error.code == .refused || error.code == .tooLarge || (error.code == .gone && !rendition.isConfirmed)
    }

    private func fetch(
        _ rendition: Rendition, maximumBytes: Int, to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        let request = HTTPTransportRequest(
            url: rendition.url, maximumBodyBytes: maximumBytes, timeout: .seconds(120))
        return try await host.send(request) { response in
            try check(response, maximumBytes: maximumBytes)
            var head: [UInt8] = []
            var format: PictureFormat?
            var byteCount = 0
            for try await piece in response.body {
                byteCount += piece.count
                guard format == nil else {
                    try await sink(.received(piece))
                    continue
                }
                head += piece
                guard head.count >= PictureFormat.signatureLength else { continue }
                let recognised = try recognise(head, from: response, requested: rendition.url)
                format = recognised
                try await sink(.began(rendition, recognised))
                try await sink(.received(head))
            }
            guard let format else { throw Self.notAPicture(response) }
            return PictureDownload(rendition: rendition, format: format, byteCount: byteCount, url: response.url)
        }
    }

    private func check(_ response: HTTPTransportResponse, maximumBytes: Int) throws(AttemptFailure) {
        switch response.status {
        case 200:
            guard let length = response.header("Content-Length").flatMap({ Int($0) }), length > maximumBytes else {
                return
            }
            throw AttemptFailure(
                SourceError(
                    .tooLarge, "\(response.url.withoutSecrets) has \(length) bytes; \(maximumBytes) are allowed."))
        case 404, 410:
            throw AttemptFailure(
                SourceError(
                    .gone, "\(host.service) no longer has \(response.url.withoutSecrets) (HTTP \(response.status))."))
        default:
            throw AttemptFailure(status: response, from: host.service)
        }
    }

    private func recognise(
        _ head: [UInt8], from response: HTTPTransportResponse, requested: URL
    ) throws(AttemptFailure) -> PictureFormat {
        guard let format = PictureFormat(sniffing: head) else { throw Self.notAPicture(response) }
        guard !isPlaceholder(requested, response.url, format) else {
            throw AttemptFailure(
                SourceError(
                    .gone, "\(host.service) serves a placeholder instead of \(requested.withoutSecrets): it is gone."))
        }
        return format
    }

    private static func notAPicture(_ response: HTTPTransportResponse) -> AttemptFailure {
        AttemptFailure(SourceError(.notAPicture, "What \(response.url.withoutSecrets) serves is not a picture."))
    }
}
