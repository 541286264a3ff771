import HTTPTypes
import HummingbirdCore
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
    var requester: Requester
    let grant: Grant

    var services: Services { responder.services }

    /// The value of a parameter of the path, as it came.
    subscript(name: String) -> Substring { path[name] ?? "" }

    /// The parameters of a query that could be signed; empty for other operations.
    var query: QueryItems { if case .query(let items) = grant { items } else { QueryItems() } }

    /// Makes pictures, of those alone that the key and the presets of the address allow.
    var pictures: PictureService {
        var pictures = services.pictures
        pictures.source.scopes = requester.scopes
        return pictures
    }

    var settings: any PictureSettings { services.settings }

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
            services.library == nil || requester.isSigned || responder.access.isLibraryPublic
            || !names.contains(where: PictureName.isInLibrary)
        if !isOpen { try responder.access.permit(requester.identity, .read) }
        return isOpen
    }
}

/// The check of permissions.
extension Responder {
    private static let onlySigned = HTTPError(.forbidden, "This service takes only signed addresses.")
    private static let wrongSignature = HTTPError(
        .forbidden, "The signature does not belong to this address.")

    /// Checks whether a request may use an operation; `path` has the parameters of its path as they came.
    ///
    /// - Throws: `HTTPError` when it may not.
    func grant(
        _ operation: Operation, _ request: Request, path: [String: Substring], to requester: inout Requester
    ) throws(HTTPError) -> Call.Grant {
        switch operation.permission {
        case .everyone, .preset: return .everyone
        case .unsigned:
            guard services.settings.allowsUnsigned else { throw Self.onlySigned }
            return .everyone
        case .signedRest(let start):
            let (signature, rest) = (path["signature"] ?? "", path["rest"] ?? "")
            return try signedRest(rest, below: start, signature: SignedTarget.plain(signature), &requester)
        case .signedTarget: return .query(try signedQuery(of: request, operation, &requester))
        case .token(let scope):
            var values: [String: String] = [:]
            for (name, text) in path {
                guard let value = PercentEncoding.decode(text) else { throw .notFound }
                values[name] = value
            }
            try access.permit(requester.identity, scope)
            return .token(values)
        }
    }

    /// `time` is in seconds since 1970.
    func requireTime(before time: Int) throws(HTTPError) {
        guard environment.secondsSince1970() < time else { throw HTTPError(.gone, "This address has expired.") }
    }

    /// - Parameter start: the beginning of the path, before the signature, which is signed too; empty for none.
    private func signedRest(
        _ rest: Substring, below start: String, signature: String, _ requester: inout Requester
    ) throws(HTTPError) -> Call.Grant {
        let signatures = access.signatures
        // In imgproxy's scheme the query is not signed, and means nothing.
        let path = rest.prefix { $0 != "?" }
        let imgproxyPaths = ["\(start)/\(path)", "\(start)/\(ImgproxyAddress.repaired(path))"]
        if let key = signatures.imgproxyKey(of: signature, for: imgproxyPaths) {
            requester.signer = key
            return .signed(path, isImgproxy: true)
        }
        if let key = signatures.key(of: signature, for: start.isEmpty ? "\(rest)" : "\(start)/\(rest)") {
            requester.signer = key
            return .signed(rest, isImgproxy: false)
        }
        // Some clients encode an address after they have signed it.
        guard start.isEmpty, let decoded = PercentEncoding.decode(rest),
            let key = signatures.key(of: signature, for: decoded)
        else { throw Self.wrongSignature }
        requester.signer = key
        return .signed(decoded[...], isImgproxy: false)
    }

    private func signedQuery(
        of request: Request, _ operation: Operation, _ requester: inout Requester
    ) throws(HTTPError) -> QueryItems {
        let target = SignedTarget(request.uri.string)
        let hasBody = !operation.bodies.isEmpty
        if let signature = target.signature {
            guard let key = access.signatures.key(of: signature, for: target.target) else { throw Self.wrongSignature }
            requester.signer = key
        }
        if target.signature == nil || hasBody { try requireToken(of: requester, hasBody: hasBody) }
        let query = try QueryItems(target.query)
        if let time = query["expires"].map({ Int($0) ?? 0 }) {
            try requireTime(before: time)
            requester.expire(at: time)
        }
        return query
    }

    private func requireToken(of requester: Requester, hasBody: Bool) throws(HTTPError) {
        if case .authenticated = requester.identity { return }
        guard !services.settings.allowsUnsigned else { return }
        guard hasBody else { throw Self.onlySigned }
        throw HTTPError(
            .forbidden, "What is posted cannot be signed, so this service takes it only with a token.")
    }
}
