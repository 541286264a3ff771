internal import HTTPTypes
internal import NIOCore

extension Responder {
    /// The answer to a request whose picture was asked for before, when nothing has changed since.
    func readyAnswer(to head: HTTPRequest, peer: String) -> ReadyAnswerHandler.Answer? {
        guard access.names.isName(head.authority), let question = Self.question(head),
            let answer = ready.answer(to: question)
        else { return nil }
        guard answer.sources.allSatisfy(pictures.source.isCurrent) else {
            ready.forget(question)
            return nil
        }
        let began = environment.now()
        let client = access.client(of: head.headerFields, peer: peer)
        // Who may not ask so often is told so on the usual way, where the request counts no more than here.
        guard (try? access.admit(client)) != nil else { return nil }
        metrics.began()
        metrics.cacheHit()
        let isKnown = EntityTags.matches(head.headerFields[.ifNoneMatch], answer.entityTag)
        let size = isKnown ? 0 : answer.bytes.readableBytes
        var fields = answer.fields
        if isKnown { fields[.contentType] = nil } else { fields[.contentLength] = "\(size)" }
        fields[.date] = date.text(at: environment.secondsSince1970())
        fields[.server] = PictureServer.name
        let status = isKnown ? HTTPResponse.Status.notModified : .ok
        finish(
            &fields,
            Exchange(
                request: head, id: id(of: head.headerFields), route: answer.route, status: status.code, size: size,
                began: began, client: client, token: access.tokens.caller(head.headerFields).name))
        return (
            HTTPResponse(status: status, headerFields: fields), head.method == .head || isKnown ? nil : answer.bytes
        )
    }

    /// Keeps an answer for the next one who asks for the same.
    func keep(
        _ result: PictureService.Result, _ fields: HTTPFields, of sources: [PictureSource.Stamp], route: String,
        for head: HTTPRequest
    ) {
        // What comes from the cache was asked for before; most of what is new will not be asked for again.
        guard result.isKept, let bytes = result.file?.bytes(upTo: ReadyAnswers.pictureLimit),
            let question = Self.question(head)
        else { return }
        ready.keep(
            ReadyAnswers.Answer(
                sources: sources, fields: fields, entityTag: result.key.entityTag, route: route,
                bytes: ByteBuffer(bytes: bytes)),
            to: question)
    }

    private static func question(_ head: HTTPRequest) -> ReadyAnswers.Question? {
        head.path.flatMap { .init(target: $0, accept: head.headerFields[.accept] ?? "") }
    }
}
