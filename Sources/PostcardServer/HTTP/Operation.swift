import HTTPTypes
import PostcardCore
import PostcardLibrary

/// An operation of the HTTP API: its path, permission, parameters, bodies and responses.
///
/// Requests are routed and checked by these values, and the OpenAPI document is generated from them.
struct Operation: Sendable {
    /// A parameter of the path, the query or the header.
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

    /// A response without an error.
    struct Reply: Sendable {
        var status: HTTPResponse.Status
        var explanation: String
        var content: [Content] = []
        /// The explanations of header fields by name.
        var fields: [NameKey: String] = [:]
    }

    /// The requests that may run an operation.
    enum Permission: Sendable, Equatable {
        /// All requests.
        case everyone
        /// All requests; for pictures of a library that is not public, a token is needed.
        case preset
        /// Requests as for `preset`, where the settings allow unsigned addresses.
        case unsigned
        /// Requests with a signature in the path. It covers the path before it, `below`, and the rest of the target behind it, both as received.
        case signedRest(below: String)
        /// Requests whose target ends in a signature over what is before it, requests with a token, and all requests where the settings allow
        /// unsigned addresses. A signature covers no body.
        case signedTarget
        /// Requests with a token of this scope, and all requests to read a public library.
        case token(TokenScope)
    }

    /// A usual form of an address that may have any number of parts, which OpenAPI cannot describe.
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
    /// True when requests count against the client's rate, and have to use a host name of the service.
    var isLimited = true
    /// True when the OpenAPI document has the operation; false for one that only responds that the settings do not allow it.
    var isDescribed = true
    /// The parameters of the path, in order.
    var parts: [Parameter] = []
    /// The parameters of the query.
    var parameters: [Parameter] = []
    var bodies: [Content] = []
    /// The responses without an error, the usual one first.
    let replies: [Reply]
    /// The statuses of errors.
    var errors: Set<Int> = []
    /// True when errors are also sent as pictures, for clients that do not accept JSON.
    var showsErrorsAsPictures = false
    /// True for a POST whose picture is of use only to the client that sent it.
    var isRendering = false
    /// True when the work ends as soon as the client leaves, as for reading and rendering; a change is completed.
    var endsWithClient: Bool { method == .get || isRendering }
    /// The forms that are described in place of the path.
    var forms: [Form] = []
    /// True when the resource at the address has versions: GET sends its entity tag, and `If-Match` can name it.
    var hasVersions = false
    /// True when the operation changes a resource that has versions.
    var changesVersions: Bool { method != .get && hasVersions }
    /// The operations that describe this one in the OpenAPI document.
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

    /// Returns a JSON object without other members.
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
        json(schema, "What was asked for.", fields: ["ETag": "Its version."])
    }

    /// Returns a response with a page of a list.
    static func page(_ schema: JSONValue) -> Self {
        json(
            Schema.array(of: schema), "A page.",
            fields: [
                "ETag": "Its version.",
                "Total-Count": "How many there are on all pages.",
                "Link": "The next page with rel=\"next\", where there is one, RFC 8288.",
            ])
    }

    /// Returns a response with a resource that was created.
    static func created(_ schema: JSONValue) -> Self {
        json(
            schema, "What was made.", status: .created, fields: ["Location": "Where it is.", "ETag": "Its version."])
    }

    /// Returns a response with a resource that was changed.
    static func changed(_ schema: JSONValue) -> Self {
        json(schema, "What it is now.", fields: ["ETag": "Its version."])
    }

    /// Returns a response with a report of what was done.
    static func report(_ schema: JSONValue) -> Self {
        json(schema, "What was done.")
    }

    /// Returns a response with a document of another type than JSON.
    static func document(_ explanation: String, _ mediaType: String, _ schema: JSONValue) -> Self {
        .init(
            status: .ok, explanation: explanation, content: [.init(mediaType: mediaType, schema: schema)],
            fields: ["ETag": "Its version."])
    }

    /// Returns a response with a file that is made for the request.
    static func download(_ explanation: String, _ mediaType: String) -> Self {
        .init(
            status: .ok, explanation: explanation, content: [.bytes(mediaType)],
            fields: ["Content-Disposition": "Whether it is to be kept or shown, and its name."])
    }

    /// Returns a response with server-sent events, whose data is JSON.
    static func events(_ schema: JSONValue) -> Self {
        let data: JSONValue = ["type": "string", "contentMediaType": "application/json", "contentSchema": schema]
        let event = Schema.record(["event": Schema.string, "id?": Schema.string, "data": data])
        return .init(
            status: .ok, explanation: "The events.", content: [.init(mediaType: "text/event-stream", schema: event)])
    }

    /// The response while a file is being made.
    static let underWay = Self(
        status: .accepted, explanation: "It is being made.",
        fields: ["Retry-After": "Seconds until it is worth to ask again."])

    static let noContent = Self(status: .noContent, explanation: "Done.")

    /// Returns a response with a file of one of these media types.
    static func file(_ mediaTypes: [String]) -> Self {
        .init(
            status: .ok, explanation: "The file, or with a Range the part of it as 206.",
            content: mediaTypes.map(Operation.Content.bytes),
            fields: ["ETag": "Changes with the file.", "Accept-Ranges": "bytes"])
    }
}

extension Operation.Parameter {
    /// The header field that makes a change depend on the resource's version.
    static let ifMatch = Operation.Parameter(
        "If-Match",
        "The ETag of what is to be changed, or several: it is left as it is, with 412, when it has another.",
        ["type": "string", "examples": ["*"]])

    /// The parameter for the version of a file, with which clients may cache the response for good.
    static let version = Operation.Parameter(
        "v", "The first 12 digits of the file's hash: then the answer is kept for good, unless settings say its size.",
        Schema.version)

    /// Returns the parameter for the id of a new record, chosen by the client.
    static func chosenID(of kind: RecordKind) -> Operation.Parameter {
        Operation.Parameter(
            "id",
            "The id of what is created, \(kind)- and 12 random characters: a request that is sent again finds what the first one created.",
            [
                "type": "string", "pattern": .text("^\(kind)-[0-9a-hjkmnp-tv-z]{12}$"),
                "examples": [.text("\(kind)-7k3x9w2mq4ta")],
            ])
    }

    /// The number of items on a page, unless the client says another.
    static let usualLimit = 50
    static let limit = Operation.Parameter(
        "limit", "How many there are on a page.",
        ["type": "integer", "minimum": 1, "maximum": 200, "default": .integer(usualLimit)])
    static let cursor = Operation.Parameter(
        "cursor", "Where the page begins, from the Link of the page before.",
        ["type": "string", "pattern": "^[A-Za-z0-9_-]+$"])
    static let pages = [limit, cursor]
}
