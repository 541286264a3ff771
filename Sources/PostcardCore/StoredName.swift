/// A name in a store, with the time of its last write.
package struct StoredName: Sendable {
    package let name: String
    /// The time of the last write, in seconds since 1970.
    package let modified: Double

    package init(_ name: String, modified: Double) { (self.name, self.modified) = (name, modified) }
}
