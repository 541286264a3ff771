/// The requests of one kind that a stand-in has received, and the faults of the next ones.
actor StandInScript {
    private(set) var requests: [TestHTTPRequest] = []
    private var faults: [StandInFault?] = []

    func add(_ faults: [StandInFault?]) { self.faults += faults }

    /// Returns the response to a request: the normal one unless a fault was set.
    func reply(to request: TestHTTPRequest, proper: @Sendable () -> TestHTTPReply) async -> TestHTTPReply {
        requests.append(request)
        let fault = faults.isEmpty ? nil : faults.removeFirst()
        var reply = proper()
        switch fault {
        case .reply(let other): reply = other
        case .cut(let count): reply.ending = .cut(after: count)
        case .hang(let count): reply.ending = .hang(after: count)
        case .wait(let gate): await gate.pass()
        case nil: break
        }
        return reply
    }
}
