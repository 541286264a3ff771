import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

/// A request with its operation, requester and permission.
struct Call: Sendable {
    /// The result of the permission check.
    enum Grant: Sendable {
        case everyone
        /// The signed text, which begins behind the signature. It is parsed as it was signed, so that another encoding cannot change its meaning.
        case signed(Substring, isImgproxy: Bool)
        /// The parameters of a query that can be signed.
        case query(QueryItems)
        /// The decoded values of the path's parameters.
        case token([String: String])
    }

    let responder: Responder
    let operation: Operation
    let request: Request
    /// The values of the path's parameters, as received.
    let path: [String: Substring]
    let channel: any Channel
    let client: String
    let identity: APITokens.Identity
    /// The budget of response bytes in memory for this client.
    let responses: ResponseBudget
    private(set) var grant = Grant.everyone
    /// The key that signed the address; `nil` for none.
    private(set) var signer: SigningKey?
    /// The scopes of the presets in the address.
    var presetScopes: [PictureScope] = []
    /// The time at which the address expires, in seconds since 1970; `nil` for never.
    private(set) var expires: Int?

    var services: Services { responder.services }

    /// Returns the value of a parameter of the path, as received.
    subscript(name: String) -> Substring { path[name] ?? "" }

    /// The parameters of a query that can be signed; empty for other operations.
    var query: QueryItems { if case .query(let items) = grant { items } else { QueryItems() } }

    /// The picture service, restricted to the scopes of the key and the presets.
    var pictures: PictureService {
        var pictures = services.pictures
        pictures.source.scopes = scopes
        return pictures
    }

    var settings: any PictureSettings { services.settings }

    /// The scopes that all pictures of the request have to be in.
    var scopes: [PictureScope] { presetScopes + (signer?.scope.map { [$0] } ?? []) }

    /// Sets the time at which the address expires, in seconds since 1970, unless it expires earlier.
    ///
    /// - Throws: `HTTPError` with status 410 for a time in the past.
    mutating func expire(at time: Int) throws(HTTPError) {
        guard responder.environment.secondsSince1970() < time else {
            throw HTTPError(.gone, "This address has expired.")
        }
        expires = min(time, expires ?? time)
    }
}

/// The check of permissions.
extension Call {
    private static let onlySigned = HTTPError(.forbidden, "This service takes only signed addresses.")
    private static let wrongSignature = HTTPError(
        .forbidden, "The signature does not belong to this address.")

    /// Checks that the request may use the operation.
    ///
    /// - Throws: `HTTPError` with status 401 or 403 for one that may not, 410 for an expired address.
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

    /// Finds the key that signed the rest of the target.
    ///
    /// - Parameter start: the path before the signature, which is signed too; empty for none.
    private mutating func signedRest(
        _ rest: Substring, below start: String, signature: String
    ) throws(HTTPError) -> Grant {
        let signatures = responder.access.signatures
        // imgproxy's signatures do not cover the query, so it is ignored.
        let path = rest.prefix { $0 != "?" }
        let imgproxyPaths = ["\(start)/\(path)", "\(start)/\(ImgproxyAddress.repaired(path))"]
        signer = signatures.imgproxyKey(of: signature, for: imgproxyPaths)
        if signer != nil { return .signed(path, isImgproxy: true) }
        signer = signatures.key(of: signature, for: start.isEmpty ? "\(rest)" : "\(start)/\(rest)")
        if signer != nil { return .signed(rest, isImgproxy: false) }
        // Some clients percent-encode an address after signing it.
        guard start.isEmpty, let decoded = PercentEncoding.decode(rest),
            let key = signatures.key(of: signature, for: decoded)
        else { throw Self.wrongSignature }
        signer = key
        return .signed(decoded[...], isImgproxy: false)
    }

    /// Checks the signature or token of a query, and returns its parameters.
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

    /// Checks that the request has a token, unless the settings allow unsigned addresses.
    private func requireToken(hasBody: Bool) throws(HTTPError) {
        if case .authenticated = identity { return }
        guard !settings.allowsUnsigned else { return }
        guard hasBody else { throw Self.onlySigned }
        throw HTTPError(
            .forbidden, "What is posted cannot be signed, so this service takes it only with a token.")
    }
}

extension Call {
    /// Returns a response with JSON.
    func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) throws(HTTPError) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: try ResponseBody(bytes, countedBy: responses))
    }
}
