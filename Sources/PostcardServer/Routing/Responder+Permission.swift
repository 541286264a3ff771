internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

extension Responder {
    /// The parameters of an address whose last one may be its signature, for those who may ask.
    ///
    /// - Returns: the asker with the signature's rights, where there is one.
    /// - Throws: `ServerFault` with status 403, or 410 when its time is over.
    func permitted(_ request: Request, _ asker: Asker) throws(ServerFault) -> (items: QueryItems, asker: Asker) {
        let target = SignedTarget(request.uri.string)
        try requirePermission(for: target, of: asker, isBodySigned: request.method != .post)
        let items = try QueryItems(target.query)
        var asker = target.signature == nil ? asker : asker.signed
        if let time = items["expires"].map({ Int($0) ?? 0 }) {
            try requireTime(before: time)
            asker.expire(at: time)
        }
        return (items, asker)
    }

    /// Signed addresses, those who have a token, and everybody where the operator says so.
    ///
    /// - Parameter isBodySigned: whether there is nothing that the signature does not cover.
    private func requirePermission(
        for target: SignedTarget, of asker: Asker, isBodySigned: Bool
    ) throws(ServerFault) {
        if let signature = target.signature {
            guard signatures.isValid(signature, for: target.target) else {
                throw ServerFault(.forbidden, "The signature does not belong to this address.")
            }
            if isBodySigned { return }
        }
        if case .known = asker.caller { return }
        guard configuration.allowsUnsigned else {
            throw ServerFault(
                .forbidden,
                isBodySigned
                    ? "This service takes only signed addresses."
                    : "What is posted cannot be signed, so this service takes it only with a token.")
        }
    }

    /// - Parameter time: seconds since 1970.
    func requireTime(before time: Int) throws(ServerFault) {
        guard environment.secondsSince1970() < time else { throw ServerFault(.gone, "This address has expired.") }
    }

    /// - Returns: whether everybody may see what is made of these pictures: of those of the library only where it is public, or
    ///   where the operator signed for them.
    /// - Throws: `ServerFault` for those who may not see one of the pictures.
    @discardableResult
    func requirePermission(toSee names: [String], _ asker: Asker) throws(ServerFault) -> Bool {
        let isOpen =
            library == nil || asker.isSigned || access.isLibraryPublic
            || !names.contains(where: LibraryPictures.isName)
        if !isOpen { try access.permit(asker.caller, .read) }
        return isOpen
    }
}
