/// The features of a configured service that its API description depends on.
struct APIFeatures: Sendable {
    var hasLibrary = false
    var isLibraryPublic = false
    var hasApp = false
    var allowsUnsigned = false
    var hasKeys = false
    /// The names of presets.
    var presets: [String] = []

    /// The parameters `expires` and `signature` at the end of URLs that can be signed.
    var ending: [Operation.Parameter] { hasKeys ? [.expires, .signature] : [.expires] }

    /// The error statuses of operations that create an image from sources.
    var pictureErrors: Set<Int> {
        Set<Int>([400, 403, 404, 410, 413, 414, 415, 422, 429, 502, 503, 504]).union(hasLibrary ? [401] : [])
    }
}
