import HTTPTypes
import HummingbirdCore
import PostcardCore

/// A request with the operation that it asks for.
struct Call: Sendable {
    let responder: Responder
    let operation: Operation
    let request: Request
    /// The values of the path's parameters, as they came.
    let path: [String: Substring]
    var requester: Requester
    /// The values of the path's parameters, decoded, for operations of the library.
    private(set) var ids: [String: String] = [:]
    /// The parameters of the query, for operations whose targets can be signed.
    private(set) var query = QueryItems()
    /// The text that was signed: the rest of the target as it came or, since some clients encode an address after they have signed it,
    /// decoded. It is what was signed that is read, so that nobody can give signed text another meaning by encoding it.
    private(set) var signedRest: Substring = ""
    /// `true` if the signature is one of imgproxy's scheme.
    private(set) var isImgproxy = false

    init(
        _ operation: Operation, _ request: Request, path: [String: Substring], _ requester: Requester,
        _ responder: Responder
    ) {
        self.operation = operation
        self.request = request
        self.path = path
        self.requester = requester
        self.responder = responder
    }

    /// The value of a parameter of the path, as it came.
    subscript(name: String) -> Substring { path[name] ?? "" }

    /// The text behind the question mark, as it came.
    var queryText: Substring { request.uri.string.drop { $0 != "?" }.dropFirst() }

    /// Makes pictures, of those alone that the key and the presets of the address allow.
    var pictures: PictureService { responder.pictures.limited(to: requester.scopes) }

    /// Does work, and cancels it when the client disconnects.
    func whileConnected<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await responder.connections.whileConnected(requester.context.channel, do: work)
    }

    /// - Throws: `HTTPError` when the operation may not be used by this request.
    mutating func requirePermission() throws(HTTPError) {
        switch operation.permission {
        case .everyone, .preset: break
        case .unsigned:
            guard responder.configuration.allowsUnsigned else { throw Self.onlySigned }
        case .signedRest(let start): try requireSignedRest(below: start)
        case .signedTarget: try requireSignedTarget()
        case .token(let scope):
            for (name, text) in path {
                guard let id = PercentEncoding.decode(text) else { throw HTTPError.notFound }
                ids[name] = id
            }
            try responder.access.permit(requester.caller, scope)
        }
    }

    /// `time` is in seconds since 1970.
    func requireTime(before time: Int) throws(HTTPError) {
        guard responder.environment.secondsSince1970() < time else {
            throw HTTPError(.gone, "This address has expired.")
        }
    }

    /// - Returns: whether everybody may see what is made of these pictures: of those of the library only where it is public, or
    ///   where the operator signed for them.
    /// - Throws: `HTTPError` for those who may not see one of the pictures, and for one that the key or a preset of the address does not
    ///   allow.
    @discardableResult
    func requirePermission(toSee names: [String]) throws(HTTPError) -> Bool {
        for scope in requester.scopes {
            for name in names { try scope.require(name) }
        }
        let isOpen =
            responder.library == nil || requester.isSigned || responder.access.isLibraryPublic
            || !names.contains(where: LibraryPictures.isName)
        if !isOpen { try responder.access.permit(requester.caller, .read) }
        return isOpen
    }

    private static let onlySigned = HTTPError(.forbidden, "This service takes only signed addresses.")
    private static let wrongSignature = HTTPError(
        .forbidden, "The signature does not belong to this address.")

    /// The signature at the beginning of the path; some clients encode the "=" at its end.
    var signature: String { String(self["signature"].replacing("%3D", with: "=")) }

    /// - Parameter start: the beginning of the path, before the signature, which is signed too; empty for none.
    private mutating func requireSignedRest(below start: String) throws(HTTPError) {
        let rest = self["rest"]
        let signatures = responder.signatures
        // There the query is not signed, and means nothing.
        let path = rest.prefix { $0 != "?" }
        let imgproxyPaths = ["\(start)/\(path)", "\(start)/\(ImgproxyAddress.repaired(path))"]
        if let key = signatures.imgproxyKey(of: signature, for: imgproxyPaths) {
            (signedRest, requester.signer) = (path, key)
            isImgproxy = true
        } else if let key = signatures.key(of: signature, for: start.isEmpty ? "\(rest)" : "\(start)/\(rest)") {
            (signedRest, requester.signer) = (rest, key)
        } else if start.isEmpty, let decoded = PercentEncoding.decode(rest),
            let key = signatures.key(of: signature, for: decoded)
        {
            (signedRest, requester.signer) = (decoded[...], key)
        } else {
            throw Self.wrongSignature
        }
    }

    private mutating func requireSignedTarget() throws(HTTPError) {
        let target = SignedTarget(request.uri.string)
        let hasBody = !operation.bodies.isEmpty
        if let signature = target.signature {
            guard let key = responder.signatures.key(of: signature, for: target.target) else {
                throw Self.wrongSignature
            }
            requester.signer = key
        }
        if target.signature == nil || hasBody { try requireToken(hasBody: hasBody) }
        query = try QueryItems(target.query)
        if let time = query["expires"].map({ Int($0) ?? 0 }) {
            try requireTime(before: time)
            requester.expire(at: time)
        }
    }

    private func requireToken(hasBody: Bool) throws(HTTPError) {
        if case .authenticated = requester.caller { return }
        guard !responder.configuration.allowsUnsigned else { return }
        guard hasBody else { throw Self.onlySigned }
        throw HTTPError(
            .forbidden, "What is posted cannot be signed, so this service takes it only with a token.")
    }
}
