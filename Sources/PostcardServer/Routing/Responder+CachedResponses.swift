import HTTPTypes
import NIOCore

extension Responder {
    /// The response to a request for a picture that was sent before, when nothing has changed since.
    func cachedResponse(to head: HTTPRequest, peer: String) -> CachedResponseHandler.Cached? {
        guard !isDraining.value, access.names.isName(head.authority), let key = key(head),
            let entry = responseCache.entry(for: key)
        else { return nil }
        guard entry.signer.map(signatures.contains) ?? true, entry.sources.allSatisfy(pictures.source.isCurrent) else {
            responseCache.forget(key)
            return nil
        }
        let began = environment.now()
        let client = access.client(of: head.headerFields, peer: peer)
        // Rate-limited requests take the normal path, which answers 429.
        guard (try? access.admit(client)) != nil else { return nil }
        let trace = RequestTrace(head, at: entry.template, tracer)
        trace?.set("postcard.result", "ready")
        metrics.began()
        metrics.count(.ready)
        let isKnown = EntityTags.matches(head.headerFields[.ifNoneMatch], entry.entityTag)
        let size = isKnown ? 0 : entry.bytes.readableBytes
        var fields = entry.fields
        if isKnown { fields[.contentType] = nil } else { fields[.contentLength] = "\(size)" }
        fields[.date] = date.text(at: environment.secondsSince1970())
        fields[.server] = PictureServer.name
        let status = isKnown ? HTTPResponse.Status.notModified : .ok
        finish(
            &fields,
            Exchange(
                request: head, id: id(of: head.headerFields), route: entry.route, status: status.code, size: size,
                began: began, client: client, token: access.caller(head, at: environment.secondsSince1970()).name,
                key: entry.signer?.name, trace: trace))
        return (
            HTTPResponse(status: status, headerFields: fields), head.method == .head || isKnown ? nil : entry.bytes
        )
    }

    /// Keeps a response for the next request of the same.
    func keep(
        _ result: PictureService.Result, _ fields: HTTPFields, of sources: [SourcePictures.Stamp],
        by operation: Operation, signer: SigningKey?, for head: HTTPRequest
    ) {
        // What comes from the cache was asked for before; most of what is new will not be asked for again.
        guard result.isKept, let bytes = result.file?.bytes(upTo: ResponseCache.pictureLimit),
            let key = key(head)
        else { return }
        responseCache.keep(
            ResponseCache.Entry(
                sources: sources, fields: fields, entityTag: result.key.entityTag, route: operation.route,
                template: operation.path.description, signer: signer, bytes: ByteBuffer(bytes: bytes)),
            for: key)
    }

    private func key(_ head: HTTPRequest) -> ResponseCache.Key? {
        var accept = head.headerFields[.accept] ?? ""
        if configuration.clientHints {
            accept += ClientHints(head.headerFields).options.map { "/\($0.text)" }.joined()
        }
        return head.path.flatMap { .init(target: $0, accept: accept) }
    }
}
