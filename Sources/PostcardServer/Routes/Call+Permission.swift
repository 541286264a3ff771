import HTTPTypes
import HummingbirdCore
import PostcardCore

extension Responder {
    /// Checks that a request may run an operation, and stores the key that signed it in `exchange`.
    ///
    /// - Parameter path: the values of the path parameters, as received.
    /// - Returns: the access, and the parameters of a query that can be signed.
    /// - Throws: `HTTPError` with status 401, 403 or 410.
    func permit(
        _ request: Request, as operation: Operation, path: [NameKey: Substring], from identity: APITokens.Identity,
        _ exchange: inout Exchange
    ) throws(HTTPError) -> (access: CallAccess, query: QueryItems) {
        switch operation.permission {
        case .everyone, .preset: break
        case .unsigned: guard services.settings.allowsUnsigned else { throw .onlySigned }
        case .signedRest(let start):
            let address = try signedURL(
                path["rest"] ?? "", SignedTarget.plain(path["signature"] ?? ""), below: start)
            exchange.key = address.key.name
            return (.signed(address), QueryItems())
        case .signedTarget:
            let target = SignedTarget(request.uri.string)
            let hasBody = !operation.bodies.isEmpty
            let key = try target.signature.map { signature throws(HTTPError) in
                guard let key = access.signatures.key(of: signature, for: target.target) else { throw .wrongSignature }
                return key
            }
            exchange.key = key?.name
            if key == nil || hasBody { try requireToken(of: identity, hasBody: hasBody) }
            let query = try QueryItems(target.query)
            let expires = query["expires"].map { Int($0) ?? 0 }
            try requireFuture(expires)
            return (.query(CallAccess.SignedQuery(key: key, expires: expires)), query)
        case .token(let scope):
            try access.requireScope(scope, of: identity)
            return (.library(scope), QueryItems())
        }
        return (.open, QueryItems())
    }

    /// Returns the signed URL that a path contains, with the key that signed it.
    ///
    /// - Parameters:
    ///   - rest: the target after the signature.
    ///   - start: the path before the signature, which is also signed; empty if nothing precedes the signature.
    /// - Throws: `HTTPError` with status 403 for an invalid signature.
    private func signedURL(
        _ rest: Substring, _ signature: String, below start: String
    ) throws(HTTPError) -> CallAccess.SignedURL {
        let signatures = access.signatures
        // imgproxy's signatures do not cover the query, so the query is ignored.
        let path = rest.prefix { $0 != "?" }
        let imgproxyPaths = ["\(start)/\(path)", "\(start)/\(ImgproxyAddress.repaired(path))"]
        if let key = signatures.imgproxyKey(of: signature, for: imgproxyPaths) {
            return CallAccess.SignedURL(key: key, rest: path, isImgproxy: true)
        }
        if let key = signatures.key(of: signature, for: start.isEmpty ? "\(rest)" : "\(start)/\(rest)") {
            return CallAccess.SignedURL(key: key, rest: rest)
        }
        // Some clients percent-encode a URL after signing it.
        guard start.isEmpty, let decoded = PercentEncoding.decode(rest),
            let key = signatures.key(of: signature, for: decoded)
        else { throw .wrongSignature }
        return CallAccess.SignedURL(key: key, rest: decoded[...])
    }

    /// Checks that a request has a token, unless the settings allow unsigned URLs.
    private func requireToken(of identity: APITokens.Identity, hasBody: Bool) throws(HTTPError) {
        if case .authenticated = identity { return }
        guard !services.settings.allowsUnsigned else { return }
        guard hasBody else { throw .onlySigned }
        throw HTTPError(
            .forbidden, "A request body can't be signed, so this service accepts it only with a token.")
    }

    /// Checks that a URL has not expired. `expires` is in seconds since 1970; `nil` if the URL never expires.
    ///
    /// - Throws: `HTTPError` with status 410.
    func requireFuture(_ expires: Int?) throws(HTTPError) {
        guard let expires, environment.secondsSince1970() >= expires else { return }
        throw HTTPError(.gone, "This URL has expired.")
    }
}

extension CallAccess {
    /// The scope of the key that signed the URL; empty if the key is for all pictures, or if the URL is not signed.
    var scopes: [PictureScope] { signer?.scope.map { [$0] } ?? [] }
}

extension Call<Responder> {
    /// Checks that the client may see pictures.
    ///
    /// - Parameter scopes: the scopes that must permit the pictures; by default, the scopes of the signing key.
    /// - Returns: true if a result made from these pictures is public. A result from library pictures is public only if the library is
    ///   public or the URL is signed.
    /// - Throws: `HTTPError` for a picture that the client may not see, or that is outside the scopes.
    @discardableResult
    func requirePermission(toSee names: [String], within scopes: [PictureScope]? = nil) throws(HTTPError) -> Bool {
        for scope in scopes ?? access.scopes {
            for name in names { try scope.require(name) }
        }
        let isPublic =
            services.library == nil || access.signer != nil || service.access.isLibraryPublic
            || !names.contains(where: PictureName.isInLibrary)
        if !isPublic { try service.access.requireScope(.read, of: identity) }
        return isPublic
    }
}

extension HTTPError {
    fileprivate static let onlySigned = HTTPError(.forbidden, "This service accepts only signed URLs.")
    fileprivate static let wrongSignature = HTTPError(
        .forbidden, "The signature does not match this URL.")
}
