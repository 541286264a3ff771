import HummingbirdCore
import PostcardCore

/// An operation of the HTTP API with the function that runs it.
struct Endpoint<Service: Sendable>: Sendable {
    private(set) var operation: Operation
    /// Returns the entity tag of the resource at the address, which GET sends and `If-Match` can name; `nil` where it has none.
    var version: (@Sendable (Call<Service>) throws -> String)? {
        didSet { operation.hasVersions = version != nil }
    }
    /// True for an endpoint that reads the library at one moment: all records that it reads are of the same state.
    var readsOneMoment = false
    /// Responds to a permitted request.
    let run: @Sendable (Call<Service>) async throws -> Response

    init(_ operation: Operation, run: @escaping @Sendable (Call<Service>) async throws -> Response) {
        (self.operation, self.run) = (operation, run)
    }
}
