import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

/// A permitted request with the operation that it asks for.
struct Call: Sendable {
    /// The finding of the check of an operation's permission.
    enum Grant: Sendable {
        case everyone
        /// The text that was signed, which begins behind the signature. It is what was signed that is read, so that nobody can give signed
        /// text another meaning by encoding it.
        case signed(Substring, isImgproxy: Bool)
        /// The parameters of a query that could be signed.
        case query(QueryItems)
        /// The values of the path's parameters, decoded.
        case token([String: String])
    }

    let responder: Responder
    let operation: Operation
    let request: Request
    /// The values of the path's parameters, as they came.
    let path: [String: Substring]
    let channel: any Channel
    let client: String
    let identity: APITokens.Identity
    /// Bytes of responses to this client in memory.
    let responses: ResponseBudget
    private(set) var grant = Grant.everyone
    /// The key that signed the address, and so everything that it leads to.
    private(set) var signer: SigningKey?
    /// The pictures that the presets of the address show.
    var presetScopes: [PictureScope] = []
    /// The time at which the address expires, in seconds since 1970.
    private(set) var expires: Int?

    var services: Services { responder.services }

    /// The value of a parameter of the path, as it came.
    subscript(name: String) -> Substring { path[name] ?? "" }

    /// The parameters of a query that could be signed; empty for other operations.
    var query: QueryItems { if case .query(let items) = grant { items } else { QueryItems() } }

    /// Makes pictures, of those alone that the key and the presets of the address allow.
    var pictures: PictureService {
        var pictures = services.pictures
        pictures.source.scopes = scopes
        return pictures
    }

    var settings: any PictureSettings { services.settings }

    /// The limits of all pictures that the request may see.
    private var scopes: [PictureScope] { presetScopes + (signer?.scope.map { [$0] } ?? []) }

    /// Ends the address at a time in seconds since 1970, if not earlier.
    ///
    /// - Throws: `HTTPError` with status 410 when that is over.
    mutating func expire(at time: Int) throws(HTTPError) {
        guard responder.environment.secondsSince1970() < time else {
            throw HTTPError(.gone, "This address has expired.")
        }
        expires = min(time, expires ?? time)
    }

    /// - Returns: whether everybody may see what is made of these pictures: of those of the library only where it is public, or
    ///   where the operator signed for them.
    /// - Throws: `HTTPError` for those who may not see one of the pictures, and for one that the key or a preset of the address does not
    ///   allow.
    @discardableResult
    func requirePermission(toSee names: [String]) throws(HTTPError) -> Bool {
        for scope in scopes {
            for name in names { try scope.require(name) }
        }
        let isOpen =
            services.library == nil || signer != nil || responder.access.isLibraryPublic
            || !names.contains(where: PictureName.isInLibrary)
        if !isOpen { try responder.access.permit(identity, .read) }
        return isOpen
    }
}

/// The check of permissions.
extension Call {
    private static let onlySigned = HTTPError(.forbidden, "This service takes only signed addresses.")
    private static let wrongSignature = HTTPError(
        .forbidden, "The signature does not belong to this address.")

    /// - Throws: `HTTPError` for a request that may not use the operation.
    mutating func requirePermission() throws(HTTPError) {
        switch operation.permission {
        case .everyone, .preset: return
        case .unsigned:
            guard settings.allowsUnsigned else { throw Self.onlySigned }
        case .signedRest(let start):
            grant = try signedRest(self["rest"], below: start, signature: SignedTarget.plain(self["signature"]))
        case .signedTarget: grant = .query(try signedQuery())
        case .token(let scope):
            var values: [String: String] = [:]
            for (name, text) in path {
                guard let value = PercentEncoding.decode(text) else { throw .notFound }
                values[name] = value
            }
            try responder.access.permit(identity, scope)
            grant = .token(values)
        }
    }

    /// - Parameter start: the beginning of the path, before the signature, which is signed too; empty for none.
    private mutating func signedRest(
        _ rest: Substring, below start: String, signature: String
    ) throws(HTTPError) -> Grant {
        let signatures = responder.access.signatures
        // In imgproxy's scheme the query is not signed, and means nothing.
        let path = rest.prefix { $0 != "?" }
        let imgproxyPaths = ["\(start)/\(path)", "\(start)/\(ImgproxyAddress.repaired(path))"]
        signer = signatures.imgproxyKey(of: signature, for: imgproxyPaths)
        if signer != nil { return .signed(path, isImgproxy: true) }
        signer = signatures.key(of: signature, for: start.isEmpty ? "\(rest)" : "\(start)/\(rest)")
        if signer != nil { return .signed(rest, isImgproxy: false) }
        // Some clients encode an address after they have signed it.
        guard start.isEmpty, let decoded = PercentEncoding.decode(rest),
            let key = signatures.key(of: signature, for: decoded)
        else { throw Self.wrongSignature }
        signer = key
        return .signed(decoded[...], isImgproxy: false)
    }

    private mutating func signedQuery() throws(HTTPError) -> QueryItems {
        let target = SignedTarget(request.uri.string)
        let hasBody = !operation.bodies.isEmpty
        if let signature = target.signature {
            guard let key = responder.access.signatures.key(of: signature, for: target.target) else {
                throw Self.wrongSignature
            }
            signer = key
        }
        if target.signature == nil || hasBody { try requireToken(hasBody: hasBody) }
        let query = try QueryItems(target.query)
        if let time = query["expires"] { try expire(at: Int(time) ?? 0) }
        return query
    }

    private func requireToken(hasBody: Bool) throws(HTTPError) {
        if case .authenticated = identity { return }
        guard !settings.allowsUnsigned else { return }
        guard hasBody else { throw Self.onlySigned }
        throw HTTPError(
            .forbidden, "What is posted cannot be signed, so this service takes it only with a token.")
    }
}

extension Call {
    /// A response with bytes of JSON.
    func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) throws(HTTPError) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: try ResponseBody(bytes, countedBy: responses))
    }
}
