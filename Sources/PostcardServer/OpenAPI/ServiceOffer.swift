/// What a service offers as it is configured, as far as its description depends on it.
struct ServiceOffer: Sendable {
    let hasLibrary: Bool
    let isLibraryPublic: Bool
    let allowsUnsigned: Bool
    let hasKeys: Bool
    /// Names of presets.
    let presets: [String]

    init(_ configuration: ServerConfiguration, presets: Presets) {
        hasLibrary = !configuration.library.isEmpty
        isLibraryPublic = configuration.publicLibrary
        allowsUnsigned = configuration.allowsUnsigned
        hasKeys = !configuration.keys.isEmpty
        self.presets = presets.names
    }

    /// The parameters at the end of addresses that can be signed.
    var ending: [Operation.Parameter] { hasKeys ? [.expires, .signature] : [.expires] }

    /// Who may ask for what is signed, or has a body, which cannot be.
    func security(isSignable: Bool) -> JSONNode {
        allowsUnsigned || isSignable && hasKeys ? AddressDescription.anybodyOrToken : AddressDescription.token
    }

    /// All that can be asked.
    var descriptions: [AddressDescription] {
        let library = hasLibrary ? LibraryService.operations : []
        return AddressDescription.service + AddressDescription.pictures(self) + AddressDescription.memes(self)
            + library.map { AddressDescription($0, isLibraryPublic: isLibraryPublic) }
    }
}
