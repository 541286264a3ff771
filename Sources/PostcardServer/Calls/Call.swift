import HTTPTypes
import HummingbirdCore
import PostcardCore

/// A permitted request to an endpoint of a service.
struct Call<Service: Sendable>: Sendable {
    let service: Service
    let operation: Operation
    let request: Request
    /// The values of the path parameters: as received, or decoded if the operation needs a token.
    let path: [NameKey: Substring]
    /// The IP address of the client.
    let client: String
    let identity: APITokens.Identity
    /// The limit on response bytes in memory for this client.
    let responses: ResponseBudget
    /// The result of the permission check.
    var access = CallAccess.open
    /// The query parameters, for operations that define any.
    var query = QueryItems()

    /// Returns the value of a path parameter.
    subscript(name: String) -> Substring { path[name] ?? "" }

    /// Returns the same call for a part of the service.
    func to<Part: Sendable>(_ part: Part, query: QueryItems) -> Call<Part> {
        Call<Part>(
            service: part, operation: operation, request: request, path: path, client: client, identity: identity,
            responses: responses, access: access, query: query)
    }
}
