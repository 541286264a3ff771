/// The requests of one kind that a stand-in got, and what is to become of the next ones.
actor StandInScript {
    private(set) var requests: [TestHTTPRequest] = []
    private var faults: [StandInFault?] = []

    func add(_ faults: [StandInFault?]) { self.faults += faults }

    /// The answer to a request: the proper one unless something else was planned.
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
