import PostcardImaging

/// A job of a ``PictureRunner``: a picture to read, and the results to make of it.
package struct PictureTask<Store: ResultStore>: Sendable {
    /// A result: its place in the store, or `nil` if it is returned in the report, and its size and format.
    package typealias Output = (place: Store.Place?, version: PictureConversion.Version)

    let store: Store
    let outputs: [Output]
    /// True if all results are made again when one is missing.
    var makesAll = false
    /// True if the picture is read even if no result is missing. It is in the report.
    var readsAlways = false
    /// Reads the file of the picture with its version; returns `nil` if it still has the version `known`.
    let read: @Sendable (_ known: String?) async throws -> (bytes: [UInt8], version: String?)?
    /// Returns the conversion to the results, after the picture is read.
    let conversion: @Sendable () async throws -> PictureConversion

    package init(
        store: Store, outputs: [Output],
        read: @escaping @Sendable (_ known: String?) async throws -> (bytes: [UInt8], version: String?)?,
        conversion: @escaping @Sendable () async throws -> PictureConversion
    ) {
        (self.store, self.outputs, self.read, self.conversion) = (store, outputs, read, conversion)
    }
}
