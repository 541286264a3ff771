/// The state of a stand-in, and its responses.
actor FlickrStandInState {
    private let settings: FlickrStandIn.Settings
    private let pictures: FlickrStandInPictures
    private var faults: [FlickrStandIn.RequestKind: [FlickrStandIn.Fault?]] = [:]
    private var received: [FlickrStandIn.RequestKind: [TestHTTPRequest]] = [:]

    init(_ settings: FlickrStandIn.Settings) {
        self.settings = settings
        pictures = FlickrStandInPictures(settings)
    }

    func script(_ faults: [FlickrStandIn.Fault?], for kind: FlickrStandIn.RequestKind) {
        self.faults[kind, default: []] += faults
    }

    func requests(_ kind: FlickrStandIn.RequestKind) -> [TestHTTPRequest] { received[kind] ?? [] }

    func reply(to request: TestHTTPRequest) async -> TestHTTPReply {
        let kind: FlickrStandIn.RequestKind = request.path.hasPrefix("/services/") ? .api : .picture
        received[kind, default: []].append(request)
        let count = received[kind]?.count ?? 0
        let fault = faults[kind]?.isEmpty == false ? faults[kind]?.removeFirst() : nil
        let proper: TestHTTPReply
        switch fault {
        case .fail(let code, let message):
            return FlickrStandInSearch.failure(code, message)
        case .status(let status, let retryAfter):
            var reply = TestHTTPReply.text("<html><h1>\(status)</h1></html>", status: status)
            if let retryAfter { reply.headers.append(("Retry-After", retryAfter)) }
            return reply
        case .body(let text):
            return .text(text)
        case .hangUp:
            return .raw([])
        case .redirect(let location):
            return .redirect(to: location)
        case .wait(let gate):
            await gate.pass()
            fallthrough
        case .cut, .hang, .chunked, nil:
            proper = self.properReply(to: request, kind: kind, count: count)
        }
        return Self.spoil(proper, by: fault)
    }

    private func properReply(
        to request: TestHTTPRequest, kind: FlickrStandIn.RequestKind, count: Int
    ) -> TestHTTPReply {
        guard request.method == "GET" else { return .text("<html>Method not allowed</html>", status: 405) }
        guard kind == .api else { return pictures.reply(to: request.path).continued(for: request) }
        let host = "http://\(request.headers["host"] ?? "127.0.0.1")/"
        return FlickrStandInSearch(settings, arguments: request.query, host: host, count: count).reply()
    }

    private static func spoil(_ reply: TestHTTPReply, by fault: FlickrStandIn.Fault?) -> TestHTTPReply {
        var reply = reply
        switch fault {
        case .cut(let count): reply.ending = .cut(after: count)
        case .hang(let count): reply.ending = .hang(after: count)
        case .chunked: reply.isChunked = true
        default: break
        }
        return reply
    }
}
