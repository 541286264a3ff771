/// The stages of creating a result whose times are measured.
enum Stage: String, CaseIterable {
    /// Waiting for permits and a thread.
    case queue
    /// Finding and reading the sources.
    case source
    case decode, edit, encode
    /// Reading from the shared store and writing to it.
    case store
}
