/// The features of a service as it is configured, as far as its description depends on them.
struct APIFeatures: Sendable {
    let hasLibrary: Bool
    let isLibraryPublic: Bool
    let hasApp: Bool
    let allowsUnsigned: Bool
    let hasKeys: Bool
    /// Names of presets.
    let presets: [String]

    init(_ configuration: ServerConfiguration, presets: Presets, hasApp: Bool) {
        hasLibrary = !configuration.library.isEmpty
        isLibraryPublic = configuration.publicLibrary
        self.hasApp = hasApp
        allowsUnsigned = configuration.allowsUnsigned
        hasKeys = !configuration.keys.isEmpty || !configuration.imgproxyKeys.isEmpty
        self.presets = presets.names
    }

    /// The parameters at the end of addresses that can be signed.
    var ending: [Operation.Parameter] { hasKeys ? [.expires, .signature] : [.expires] }

    /// Statuses of errors of operations that make a picture of others.
    var pictureFaults: Set<Int> {
        Set([400, 403, 404, 410, 413, 414, 415, 422, 429, 502, 503, 504]).union(hasLibrary ? [401] : [])
    }

    /// All operations of the service.
    var operations: [Operation] {
        Operation.service + Operation.pictures(self) + Operation.imgproxy(self) + Operation.sheets(self)
            + Operation.memes(self)
            + (hasLibrary ? LibraryService.operations : []) + (hasApp ? Operation.sessions + Operation.appPages : [])
    }
}
