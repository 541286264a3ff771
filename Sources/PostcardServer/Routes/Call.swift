import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

/// A request to an operation of the service, with its requester and the key that signed it.
struct Call: Sendable {
    let responder: Responder
    let operation: Operation
    let request: Request
    /// The values of the path's parameters, as received.
    let path: [NameKey: Substring]
    let channel: any Channel
    let client: String
    let identity: APITokens.Identity
    /// The budget of response bytes in memory for this client.
    let responses: ResponseBudget
    /// The key that signed the address; `nil` for none.
    private(set) var signer: SigningKey?
    /// The signed text, which begins behind the signature. It is parsed as it was signed, so that another encoding cannot change its meaning.
    private(set) var signedRest: Substring = ""
    /// True for an address that an imgproxy key signed.
    private(set) var isImgproxy = false
    /// The parameters of a query that can be signed; empty for other operations.
    private(set) var query = QueryItems()
    /// The scopes of the presets in the address.
    var presetScopes: [PictureScope] = []
    /// The time at which the address expires, in seconds since 1970; `nil` for never.
    private(set) var expires: Int?

    var services: Services { responder.services }

    /// Returns the value of a parameter of the path, as received.
    subscript(name: String) -> Substring { path[name] ?? "" }

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

/// The check of signatures.
extension Call {
    private static let wrongSignature = HTTPError(
        .forbidden, "The signature does not belong to this address.")

    /// Checks the signature in the path, and finds its key.
    ///
    /// - Parameter start: the path before the signature, which is signed too; empty for none.
    /// - Throws: `HTTPError` with status 403 for a wrong signature.
    mutating func requireSignature(below start: String) throws(HTTPError) {
        let (rest, signature) = (self["rest"], SignedTarget.plain(self["signature"]))
        let signatures = responder.access.signatures
        // imgproxy's signatures do not cover the query, so it is ignored.
        let path = rest.prefix { $0 != "?" }
        let imgproxyPaths = ["\(start)/\(path)", "\(start)/\(ImgproxyAddress.repaired(path))"]
        if let key = signatures.imgproxyKey(of: signature, for: imgproxyPaths) {
            (signer, signedRest, isImgproxy) = (key, path, true)
        } else if let key = signatures.key(of: signature, for: start.isEmpty ? "\(rest)" : "\(start)/\(rest)") {
            (signer, signedRest) = (key, rest)
        } else if start.isEmpty, let decoded = PercentEncoding.decode(rest),
            let key = signatures.key(of: signature, for: decoded)
        {
            // Some clients percent-encode an address after signing it.
            (signer, signedRest) = (key, decoded[...])
        } else {
            throw Self.wrongSignature
        }
    }

    /// Checks the signature of the query or the token, and reads the query's parameters.
    ///
    /// - Throws: `HTTPError` with status 403 for a request without either, 410 for an expired address.
    mutating func requireSignatureOrToken() throws(HTTPError) {
        let target = SignedTarget(request.uri.string)
        let hasBody = !operation.bodies.isEmpty
        if let signature = target.signature {
            guard let key = responder.access.signatures.key(of: signature, for: target.target) else {
                throw Self.wrongSignature
            }
            signer = key
        }
        if target.signature == nil || hasBody { try requireToken(hasBody: hasBody) }
        query = try QueryItems(target.query)
        if let time = query["expires"] { try expire(at: Int(time) ?? 0) }
    }

    /// Checks that the request has a token, unless the settings allow unsigned addresses.
    private func requireToken(hasBody: Bool) throws(HTTPError) {
        if case .authenticated = identity { return }
        guard !settings.allowsUnsigned else { return }
        guard hasBody else { throw .onlySigned }
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

extension HTTPError {
    static let onlySigned = HTTPError(.forbidden, "This service takes only signed addresses.")
}
