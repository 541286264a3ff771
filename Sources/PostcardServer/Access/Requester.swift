/// The sender of a request and the connection that it came over.
struct Requester: Sendable {
    let context: ConnectionContext
    let caller: APITokens.Caller
    /// The key that signed the address, and so everything that it leads to.
    var signer: SigningKey?
    /// The pictures that the presets of the address show.
    var presetScopes: [PictureScope] = []
    /// The time at which the requested address expires, in seconds since 1970.
    private(set) var expires: Int?

    init(context: ConnectionContext, caller: APITokens.Caller) {
        self.context = context
        self.caller = caller
    }

    /// True when the address is signed.
    var isSigned: Bool { signer != nil }

    /// The limits of all pictures that the request may see.
    var scopes: [PictureScope] { presetScopes + (signer?.scope.map { [$0] } ?? []) }

    /// Ends the address at a time, if not earlier.
    mutating func expire(at time: Int) { expires = min(time, expires ?? time) }
}
