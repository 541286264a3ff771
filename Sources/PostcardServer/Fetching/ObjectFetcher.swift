import HTTPTypes
import NIOHTTP1
import PostcardCore
import PostcardSources

/// Fetches pictures from object storage, of addresses that the settings allow.
struct ObjectFetcher: Sendable {
    let storage: ObjectStorage
    let maximumBytes: Int
    /// For the whole exchange, tries after failures included.
    let timeout: Duration

    /// Fetches a picture.
    ///
    /// - Parameters:
    ///   - known: the terms of the version that is here already, if any.
    ///   - needsAll: whether its beginning is not enough.
    ///   - room: counts the bytes as they come.
    /// - Returns: the picture, or its beginning, or that the version which is here is still current.
    /// - Throws: `HTTPError`, with status 404 for what is not there; `CancellationError`.
    func picture(
        at address: ObjectAddress, known: OriginTerms?, needsAll: Bool, room: WeightedSemaphore.Permit
    ) async throws -> FetchedReply {
        try await withDeadline(timeout) {
            do {
                let reading = try await storage.read(
                    address, prefix: needsAll ? nil : FetchedReply.startBytes, unless: known?.entityTag,
                    maximumBytes: maximumBytes, fields: RequestTrace.fields, count: { try room.grow(by: $0) })
                return try reply(reading, address)
            } catch let error as SourceError {
                throw fault(error)
            }
        }
    }

    private func reply(_ reading: ObjectStorage.Reading, _ address: ObjectAddress) throws(HTTPError) -> FetchedReply {
        func terms(_ headers: [(name: String, value: String)]) -> OriginTerms {
            OriginTerms(address: "\(address)", headers: HTTPHeaders(headers.map { ($0.name, $0.value) }))
        }
        switch reading {
        case .missing: throw HTTPError(.notFound, "There is no such picture.")
        case .unchanged(let headers): return .unchanged(terms(headers))
        case .bytes(let bytes, let size, let headers):
            try PictureSniffing.check(bytes)
            guard bytes.count < size else { return .picture(bytes, terms(headers)) }
            return .start(bytes, size: size, terms(headers))
        }
    }

    /// The response to a failure. Buckets, keys and whose they are is for the log alone.
    private func fault(_ error: SourceError) -> HTTPError {
        var fault: HTTPError
        switch error.code {
        case .tooLarge: return HTTPError(.contentTooLarge, "The picture has more than \(maximumBytes) bytes.")
        case .unavailable, .rateLimited, .unreachable:
            let seconds = error.retryAfter.map { Int($0.components.seconds) } ?? 5
            fault = HTTPError(
                .serviceUnavailable, "The store of the pictures is away. Try again later.",
                retryAfter: min(max(1, seconds), 60))
        default:
            fault = HTTPError(
                .badGateway, "The store of the pictures refuses to give this one, or does not answer well.")
            fault.isFinal = true
        }
        fault.cause = error.message
        return fault
    }
}
