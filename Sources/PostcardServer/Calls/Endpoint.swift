import HummingbirdCore
import PostcardCore

/// An operation of the HTTP API, and the function that runs it.
struct Endpoint<Service: Sendable>: Sendable {
    private(set) var operation: Operation
    /// Returns the entity tag of the resource at the URL, for `ETag` and `If-Match`; `nil` for resources without tags.
    var version: (@Sendable (Call<Service>) throws -> String)? {
        didSet { operation.hasVersions = version != nil }
    }
    /// True if the endpoint reads all records from the same state of the library.
    var readsOneMoment = false
    /// Responds to a permitted request.
    let run: @Sendable (Call<Service>) async throws -> Response

    init(_ operation: Operation, run: @escaping @Sendable (Call<Service>) async throws -> Response) {
        (self.operation, self.run) = (operation, run)
    }
}
