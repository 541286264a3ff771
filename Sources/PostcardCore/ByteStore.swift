/// A store that keeps bytes under names, such as the objects in a bucket.
package protocol ByteStore: Sendable {
    /// Returns the bytes under a name.
    ///
    /// - Parameter maximumBytes: the maximum number of bytes; if there are more, an error is thrown.
    func read(_ name: String, maximumBytes: Int) async throws -> [UInt8]

    /// Returns true if the store contains bytes under a name.
    func exists(_ name: String) async throws -> Bool

    /// Writes bytes with a media type under a name, replacing any existing bytes. A failed write leaves no partial bytes.
    func write(_ bytes: [UInt8], as name: String, type: String) async throws

    /// Returns one page of the names that start with `prefix`, in order, and the token of the next page, which is `nil` after the last
    /// page.
    func list(_ prefix: String, after token: String?) async throws -> (entries: [StoredName], next: String?)
}
