/// The measured stages of creating a result.
enum Stage: String, CaseIterable {
    /// Waiting for permits and a thread.
    case queue
    /// Finding and reading the sources.
    case source
    case decode, edit, encode
    /// Reading from the shared store and writing to it.
    case store
}
