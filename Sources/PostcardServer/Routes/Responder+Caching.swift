import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

/// Responses from memory.
extension Responder {
    private var cache: ResponseCache { services.results.responses }

    /// Returns the cached response to a request; `nil` if no response is cached, or if its sources must be checked first.
    func cachedResponse(to head: HTTPRequest, peer: String) -> ConnectionGuard.Cached? {
        guard let (_, entry) = entry(for: head),
            environment.now() - entry.checked.value < ResponseCache.checkInterval
        else { return nil }
        return response(entry, to: head, peer)
    }

    /// Returns true if the sources of a cached response are unchanged, or if checking the sources exceeds a time limit. Otherwise discards
    /// the response.
    func isCurrent(_ entry: ResponseCache.Entry, _ key: ResponseCache.Key) async -> Bool {
        let source = services.results.source
        let deadline = environment.clock.deadline(after: ResponseCache.checkLimit)
        let isCurrent = try? await withTimeout(deadline, throwing: CancellationError()) {
            for stamp in entry.sources where await !source.isCurrent(stamp) { return false }
            return true
        }
        guard isCurrent ?? true else {
            cache.forget(key)
            return false
        }
        entry.checked.value = environment.now()
        return true
    }

    /// Returns the cache entry for a request, with its key; `nil` if there is none, or if the key that signed the URL was removed.
    func entry(for head: HTTPRequest) -> (ResponseCache.Key, ResponseCache.Entry)? {
        guard !isDraining.value, access.names.isName(head.authority), let key = key(head),
            let entry = cache.entry(for: key)
        else { return nil }
        guard entry.isPermitted() else {
            cache.forget(key)
            return nil
        }
        return (key, entry)
    }

    /// Returns the response to a request from a cache entry; `nil` if the client exceeds its rate limit.
    func response(
        _ entry: ResponseCache.Entry, to head: HTTPRequest, _ peer: String
    ) -> ConnectionGuard.Cached? {
        // A request that exceeds the rate limit is handled as usual, which results in 429.
        let client = access.addresses.client(head.headerFields, peer: peer)
        guard (try? access.admit(client)) != nil else { return nil }
        let identity = access.identity(head, at: environment.secondsSince1970())
        log.metrics.began()
        var exchange = Exchange(
            request: head, id: RequestID.accepted(head.headerFields[.requestID]) ?? environment.makeID(),
            route: entry.route, began: environment.now(), client: client, token: identity.name,
            trace: RequestTrace(head, at: entry.template, log.tracer))
        exchange.trace?.set("postcard.result", ResultOrigin.ready.rawValue)
        log.metrics.count(.ready)
        let isKnown = EntityTags.matches(head.headerFields[.ifNoneMatch], entry.entityTag)
        var fields = entry.fields
        exchange.size = isKnown ? 0 : entry.bytes.readableBytes
        if isKnown { fields[.contentType] = nil } else { fields[.contentLength] = "\(exchange.size)" }
        let status = isKnown ? HTTPResponse.Status.notModified : .ok
        (exchange.status, exchange.key) = (status.code, entry.signer)
        finish(&fields, exchange)
        return (
            HTTPResponse(status: status, headerFields: fields), head.method == .head || isKnown ? nil : entry.bytes
        )
    }

    /// Stores a response in memory for later requests.
    func store(_ file: ResultFile, of result: Results.Value, _ fields: HTTPFields, for call: Call<Responder>) {
        guard let stamps = result.stamps,
            let bytes = file.bytes(upTo: ResponseCache.pictureLimit), let key = key(call.request.head)
        else { return }
        let (access, signer) = (access, call.access.signer)
        cache.store(
            ResponseCache.Entry(
                sources: stamps, fields: fields, entityTag: result.key.entityTag, route: call.operation.route,
                template: call.operation.path.description, signer: signer?.name,
                isPermitted: { signer.map(access.signatures.contains) ?? true }, bytes: ByteBuffer(bytes: bytes),
                checked: Reloadable(environment.now())),
            for: key)
    }

    /// Returns the cache key of a request; `nil` if it is too long.
    private func key(_ head: HTTPRequest) -> ResponseCache.Key? {
        var accept = head.headerFields[.accept] ?? ""
        if services.settings.usesClientHints {
            accept += ClientHints(head.headerFields).options.map { "/\($0.text)" }.joined()
        }
        return head.path.flatMap { .init(target: $0, accept: accept) }
    }
}
