import HTTPTypes
import PostcardCore
import PostcardLibrary

/// An operation of the HTTP API: its path, permission, parameters, bodies and responses.
///
/// These values are used to route and check requests, and to generate the OpenAPI document.
struct Operation: Sendable {
    /// A parameter in the path, the query or a header.
    struct Parameter: Sendable {
        let name: String
        let explanation: String
        let schema: JSONValue
        let isRequired: Bool

        init(_ name: String, _ explanation: String, _ schema: JSONValue, isRequired: Bool = false) {
            (self.name, self.explanation, self.schema, self.isRequired) = (name, explanation, schema, isRequired)
        }
    }

    /// A request or response body of one media type.
    struct Content: Sendable {
        let mediaType: String
        let schema: JSONValue
    }

    /// A response that is not an error.
    struct Reply: Sendable {
        var status: HTTPResponse.Status
        var explanation: String
        var content: [Content] = []
        /// The descriptions of headers, by name.
        var fields: [NameKey: String] = [:]
    }

    /// The requests that may run an operation.
    enum Permission: Sendable, Equatable {
        /// All requests.
        case everyone
        /// All requests; images in a library that is not public require a token.
        case preset
        /// The same requests as for `preset`, but only if the settings allow unsigned URLs.
        case unsigned
        /// Requests with a signature in the path. The signature covers the path before it (`below`) and the rest of the target, both as
        /// received.
        case signedRest(below: String)
        /// Requests whose target ends in a signature of the text before it, requests with a token, and all requests if the settings allow
        /// unsigned URLs. A signature does not cover the body.
        case signedTarget
        /// Requests with a token of this scope, and all requests that read a public library.
        case token(TokenScope)
    }

    /// A common form of a URL that can have any number of parts, which OpenAPI can't describe.
    struct Form: Sendable {
        let path: String
        let name: String
        let summary: String
        let parts: [Parameter]
        var parameters: [Parameter] = []
    }

    let method: HTTPRequest.Method
    var path: PathTemplate
    /// The unique name, which generated clients use for their methods.
    var name: String
    var summary: String
    /// The group in the OpenAPI document.
    let tag: String
    /// The name in metrics and logs.
    let route: String
    var permission = Permission.everyone
    /// True if requests count toward the client's rate limit, and must use a host name of the service.
    var isLimited = true
    /// True if the OpenAPI document contains the operation; false if the operation's only response is that the settings do not allow it.
    var isDescribed = true
    /// The path parameters, in order.
    var parts: [Parameter] = []
    /// The query parameters.
    var parameters: [Parameter] = []
    var bodies: [Content] = []
    /// The responses that are not errors, most common first.
    let replies: [Reply]
    /// The possible error statuses.
    var errors: Set<Int> = []
    /// True if errors are also sent as images, for clients that do not accept JSON.
    var showsErrorsAsPictures = false
    /// True for a POST that renders an image only for the client that sent it.
    var isRendering = false
    /// True if the work is canceled when the client disconnects, as for reading and rendering. Changes are completed.
    var endsWithClient: Bool { method == .get || isRendering }
    /// The URL forms to describe in the OpenAPI document instead of the path.
    var forms: [Form] = []
    /// True if the resource at the URL has versions: GET sends the entity tag, and `If-Match` can contain it.
    var hasVersions = false
    /// True if the operation changes a resource with versions.
    var changesVersions: Bool { method != .get && hasVersions }
    /// The operations that represent this one in the OpenAPI document.
    var described: [Operation] {
        guard isDescribed else { return [] }
        guard !forms.isEmpty else { return [self] }
        return forms.map { form in
            var operation = self
            (operation.path, operation.name, operation.summary) = (PathTemplate(form.path), form.name, form.summary)
            (operation.parts, operation.parameters, operation.forms) = (form.parts, form.parameters + parameters, [])
            return operation
        }
    }
}

extension Operation {
    /// The first part of the library's paths, and their tag.
    static let library = "library"
}

extension Operation.Content {
    static func json(_ schema: JSONValue) -> Self { .init(mediaType: "application/json", schema: schema) }
    static func bytes(_ mediaType: String) -> Self { .init(mediaType: mediaType, schema: [:]) }

    /// Returns a JSON object without additional members.
    static func object(_ properties: [NameKey: JSONValue], required: [String]) -> Self {
        .json(Schema.object(properties, required: required))
    }

    /// Returns a JSON object with at least one of the members.
    static func changes(_ properties: [NameKey: JSONValue]) -> Self { .json(Schema.changes(properties)) }
}

extension Operation.Reply {
    /// Returns a response with a JSON value.
    static func json(
        _ schema: JSONValue, _ explanation: String, status: HTTPResponse.Status = .ok, fields: [NameKey: String] = [:]
    ) -> Self {
        .init(status: status, explanation: explanation, content: [.json(schema)], fields: fields)
    }

    /// Returns a response with one resource and its entity tag.
    static func one(_ schema: JSONValue) -> Self {
        json(schema, "The resource.", fields: ["ETag": "Its version."])
    }

    /// Returns a response with a page of a list.
    static func page(_ schema: JSONValue) -> Self {
        json(
            Schema.array(of: schema), "A page.",
            fields: [
                "ETag": "Its version.",
                "Total-Count": "The number of items on all pages.",
                "Link": "A link to the next page, if there is one, with rel=\"next\" (RFC 8288).",
            ])
    }

    /// Returns a response with a resource that was created.
    static func created(_ schema: JSONValue) -> Self {
        json(
            schema, "The created resource.", status: .created, fields: ["Location": "Its URL.", "ETag": "Its version."])
    }

    /// Returns a response with a resource that was changed.
    static func changed(_ schema: JSONValue) -> Self {
        json(schema, "The changed resource.", fields: ["ETag": "Its version."])
    }

    /// Returns a response with a report on the operation.
    static func report(_ schema: JSONValue) -> Self {
        json(schema, "A report.")
    }

    /// Returns a response with a document that is not JSON.
    static func document(_ explanation: String, _ mediaType: String, _ schema: JSONValue) -> Self {
        .init(
            status: .ok, explanation: explanation, content: [.init(mediaType: mediaType, schema: schema)],
            fields: ["ETag": "Its version."])
    }

    /// Returns a response with a file that is created for the request.
    static func download(_ explanation: String, _ mediaType: String) -> Self {
        .init(
            status: .ok, explanation: explanation, content: [.bytes(mediaType)],
            fields: ["Content-Disposition": "Attachment or inline, with the file name."])
    }

    /// Returns a response with server-sent events, whose data is JSON.
    static func events(_ schema: JSONValue) -> Self {
        let data: JSONValue = ["type": "string", "contentMediaType": "application/json", "contentSchema": schema]
        let event = Schema.record(["event": Schema.string, "id?": Schema.string, "data": data])
        return .init(
            status: .ok, explanation: "The events.", content: [.init(mediaType: "text/event-stream", schema: event)])
    }

    /// The response while a file is being created.
    static let underWay = Self(
        status: .accepted, explanation: "The file is being created.",
        fields: ["Retry-After": "The number of seconds to wait before the next request."])

    static let noContent = Self(status: .noContent, explanation: "Done.")

    /// Returns a response with a file of one of these media types.
    static func file(_ mediaTypes: [String]) -> Self {
        .init(
            status: .ok, explanation: "The file, or a part of it with status 206 if the request has a Range header.",
            content: mediaTypes.map(Operation.Content.bytes),
            fields: ["ETag": "Changes when the file changes.", "Accept-Ranges": "bytes"])
    }
}

extension Operation.Parameter {
    /// The header that makes a change depend on the resource's version.
    static let ifMatch = Operation.Parameter(
        "If-Match",
        "The ETag of the resource, or several ETags. If none matches, nothing is changed, and the response is 412.",
        ["type": "string", "examples": ["*"]])

    /// The parameter for the version of a file. Clients may permanently cache a response to a URL with this parameter.
    static let version = Operation.Parameter(
        "v",
        "The first 12 digits of the file's hash. With this parameter, responses can be cached permanently, except for "
            + "sizes that depend on settings.",
        Schema.version)

    /// Returns the parameter for the id of a new record, chosen by the client.
    static func chosenID(of kind: RecordKind) -> Operation.Parameter {
        Operation.Parameter(
            "id",
            "The id of the new item: \(kind)- and 12 random characters. A repeated request returns the existing item.",
            [
                "type": "string", "pattern": .text("^\(kind)-[0-9a-hjkmnp-tv-z]{12}$"),
                "examples": [.text("\(kind)-7k3x9w2mq4ta")],
            ])
    }

    /// The default number of items on a page.
    static let usualLimit = 50
    static let limit = Operation.Parameter(
        "limit", "The number of items on a page.",
        ["type": "integer", "minimum": 1, "maximum": 200, "default": .integer(usualLimit)])
    static let cursor = Operation.Parameter(
        "cursor", "The start of the page, from the Link header of the previous page.",
        ["type": "string", "pattern": "^[A-Za-z0-9_-]+$"])
    static let pages = [limit, cursor]
    /// The order of a list by date.
    static let order = Operation.Parameter(
        "order", "The order by date.", Schema.choice(["oldest", "newest"], default: "oldest"))
}
