/// Bytes under names, such as the objects of buckets under their addresses.
package protocol ByteStore: Sendable {
    /// Returns the bytes under a name.
    ///
    /// - Parameter maximumBytes: more are refused.
    func read(_ name: String, maximumBytes: Int) async throws -> [UInt8]

    /// Returns a Boolean value that indicates whether there are bytes under a name.
    func exists(_ name: String) async throws -> Bool

    /// Writes bytes of a media type in place of those that are there. They are there complete, or not at all.
    func write(_ bytes: [UInt8], as name: String, type: String) async throws

    /// Lists the names that begin with a text, in order: those after a token, and the next token while there are more.
    func list(_ prefix: String, after token: String?) async throws -> (entries: [StoredName], next: String?)
}

/// A name in a store, and the time at which its bytes were written.
package struct StoredName: Sendable {
    package let name: String
    /// The seconds since 1970.
    package let modified: Double

    package init(_ name: String, modified: Double) { (self.name, self.modified) = (name, modified) }
}
