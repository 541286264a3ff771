/// Who sent a request, and over which connection.
struct Asker: Sendable {
    let context: ConnectionContext
    let caller: APITokens.Caller
    /// Whether the operator signed what is asked for, and so everything that it leads to.
    var isSigned = false

    /// The same with a signature that is right.
    var signed: Asker { Asker(context: context, caller: caller, isSigned: true) }
}
