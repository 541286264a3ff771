/// The features of a service as it is configured, as far as its description depends on them.
struct APIFeatures: Sendable {
    var hasLibrary = false
    var isLibraryPublic = false
    var hasApp = false
    var allowsUnsigned = false
    var hasKeys = false
    /// Names of presets.
    var presets: [String] = []

    /// The parameters at the end of addresses that can be signed.
    var ending: [Operation.Parameter] { hasKeys ? [.expires, .signature] : [.expires] }

    /// Statuses of errors of operations that make a picture of others.
    var pictureFaults: Set<Int> {
        Set([400, 403, 404, 410, 413, 414, 415, 422, 429, 502, 503, 504]).union(hasLibrary ? [401] : [])
    }
}
