/// The sender of a request and the connection that it came over.
struct Requester: Sendable {
    let context: ConnectionContext
    let caller: APITokens.Caller
    /// True when the operator signed the address, and so everything that it leads to.
    var isSigned = false
    /// The time at which the requested address expires, in seconds since 1970.
    private(set) var expires: Int?

    init(context: ConnectionContext, caller: APITokens.Caller) {
        self.context = context
        self.caller = caller
    }

    /// The same with a signature that is right.
    var signed: Requester {
        var signed = self
        signed.isSigned = true
        return signed
    }

    /// Ends the address at a time, if not earlier.
    mutating func expire(at time: Int) { expires = min(time, expires ?? time) }
}
