/// The requests that a token allows.
enum TokenScope: Sendable, Comparable {
    /// Reading the library.
    case read
    /// Reading and changing the library.
    case write
}
