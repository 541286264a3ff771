import HTTPTypes
import NIOHTTP1
import PostcardCore
import PostcardPhotos
import PostcardSources

/// A fetcher of pictures from object storage, for URLs that the settings allow.
struct ObjectFetcher: Sendable {
    let storage: ObjectStorage
    let maximumBytes: Int
    /// The time limit for a whole fetch, including retries.
    let timeout: Duration
    var clock: any Clock<Duration> = ContinuousClock()

    /// Fetches a picture.
    ///
    /// - Parameters:
    ///   - known: the terms of a cached version, which is revalidated; `nil` if there is none.
    ///   - needsAll: true for the whole picture, false for its first bytes.
    ///   - room: the permit that grows by the number of received bytes.
    /// - Returns: the picture, its first bytes, or confirmation that the cached version is current.
    /// - Throws: `HTTPError`, with status 404 for a missing picture; `CancellationError`.
    func picture(
        at address: ObjectAddress, known: OriginTerms?, needsAll: Bool, room: WeightedSemaphore.Permit
    ) async throws -> FetchedReply {
        try await withDeadline(timeout, on: clock) {
            do {
                let result = try await storage.read(
                    address, prefix: needsAll ? nil : FetchedReply.startBytes, unless: known?.entityTag,
                    maximumBytes: maximumBytes, fields: RequestTrace.fields, count: { try room.grow(by: $0) })
                return try reply(result, address)
            } catch let error as SourceError {
                throw httpError(error)
            }
        }
    }

    private func reply(_ result: ObjectStorage.ReadResult, _ address: ObjectAddress) throws(HTTPError) -> FetchedReply {
        func terms(_ headers: [(name: String, value: String)]) -> OriginTerms {
            OriginTerms(address: "\(address)", headers: HTTPHeaders(headers.map { ($0.name, $0.value) }))
        }
        switch result {
        case .missing: throw HTTPError(.notFound, "Picture not found.")
        case .unchanged(let headers): return .unchanged(terms(headers))
        case .bytes(let bytes, let size, let headers):
            try PictureSniffing.check(bytes)
            guard bytes.count < size else { return .picture(bytes, terms(headers)) }
            return .start(bytes, size: size, terms(headers))
        }
    }

    /// Returns the error for clients. The bucket and key appear only in the error's cause, which is logged.
    private func httpError(_ error: SourceError) -> HTTPError {
        var httpError: HTTPError
        switch error.code {
        case .tooLarge: return .pictureTooLarge(maximumBytes)
        case .unavailable, .rateLimited, .unreachable:
            let seconds = error.retryAfter.map { Int($0.components.seconds) } ?? 5
            httpError = HTTPError(
                .serviceUnavailable, "The object storage is unavailable. Try again later.",
                retryAfter: min(max(1, seconds), 60))
        default:
            httpError = HTTPError(
                .badGateway, "The object storage denied access to the picture, or sent an invalid response.")
            httpError.isFinal = true
        }
        httpError.cause = error.message
        return httpError
    }
}
