internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

/// One thing that can be done over HTTP: how it is called, what it takes and gives, and how it is done.
///
/// Requests are led by these values, checked by them, and the OpenAPI document is written from them.
struct Operation: Sendable {
    /// A parameter of the query.
    struct Parameter: Sendable {
        let name: String
        let explanation: String
        let schema: JSONNode
        var isRequired = false
    }

    /// What the body of a request has.
    struct Content: Sendable {
        let mediaType: String
        let schema: JSONNode
    }

    /// What comes of it.
    struct Reply: Sendable {
        let status: HTTPResponse.Status
        let explanation: String
        var content: [Content] = []
        /// Fields of the header with what they say.
        var fields: [String: String] = [:]
    }

    let method: HTTPRequest.Method
    let path: PathTemplate
    let name: String
    let summary: String
    var parameters: [Parameter] = []
    var bodies: [Content] = []
    let reply: Reply
    /// Other statuses than those that every operation may have.
    var faults: [Int] = []
    let run: @Sendable (LibraryCall) async throws -> Response
    /// Tells the version of what is at the address, which GET gives and `If-Match` means; `nil` where there is none.
    var version: (@Sendable (LibraryCall) throws -> String)?

    init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, _ summary: String,
        parameters: [Parameter] = [], bodies: [Content] = [], reply: Reply, faults: [Int] = [],
        run: @escaping @Sendable (LibraryCall) async throws -> Response
    ) {
        self.method = method
        self.path = PathTemplate(path)
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.bodies = bodies
        self.reply = reply
        self.faults = faults
        self.run = run
    }

    /// Reads one thing that has versions.
    ///
    /// - Parameter value: what is at the address.
    static func thing<Value: Encodable & SendableMetatype>(
        _ path: String, _ name: String, _ summary: String, _ schema: JSONNode, faults: [Int] = [404],
        value: @escaping @Sendable (LibraryCall) throws -> Value
    ) -> Operation {
        var operation = Operation(.get, path, name, summary, reply: .one(schema), faults: faults) { call in
            try call.json(try value(call))
        }
        operation.version = { try Representation(try value($0)).tag }
        return operation
    }

    /// Whether it changes something whose versions are known.
    var changesVersions: Bool { method != .get && version != nil }

    /// What a caller must be allowed.
    var scope: APIToken.Scope { method == .get ? .read : .write }
}

extension Operation.Content {
    static func json(_ schema: JSONNode) -> Self { .init(mediaType: "application/json", schema: schema) }
    static func bytes(_ mediaType: String) -> Self { .init(mediaType: mediaType, schema: [:]) }
}

extension Operation.Reply {
    /// One thing.
    static func one(_ schema: JSONNode) -> Self {
        .init(
            status: .ok, explanation: "What was asked for.", content: [.json(schema)], fields: ["ETag": "Its version."])
    }

    /// A page of several things.
    static func page(_ schema: JSONNode) -> Self {
        .init(
            status: .ok, explanation: "A page.", content: [.json(["type": "array", "items": schema])],
            fields: [
                "ETag": "Its version.",
                "Link": "The next page with rel=\"next\", where there is one, RFC 8288.",
            ])
    }

    /// Something new.
    static func created(_ schema: JSONNode) -> Self {
        .init(
            status: .created, explanation: "What was made.", content: [.json(schema)],
            fields: ["Location": "Where it is.", "ETag": "Its version."])
    }

    /// Something changed.
    static func changed(_ schema: JSONNode) -> Self {
        .init(
            status: .ok, explanation: "What it is now.", content: [.json(schema)], fields: ["ETag": "Its version."])
    }

    /// What came of something that was done.
    static func report(_ schema: JSONNode) -> Self {
        .init(status: .ok, explanation: "What was done.", content: [.json(schema)])
    }

    /// A document of another type than JSON.
    static func document(_ explanation: String, _ mediaType: String, _ schema: JSONNode) -> Self {
        .init(
            status: .ok, explanation: explanation, content: [.init(mediaType: mediaType, schema: schema)],
            fields: ["ETag": "Its version."])
    }

    /// A file that is made for the request.
    static func download(_ explanation: String, _ mediaType: String) -> Self {
        .init(
            status: .ok, explanation: explanation, content: [.bytes(mediaType)],
            fields: ["Content-Disposition": "That it is to be kept, and under what name."])
    }

    static let nothing = Self(status: .noContent, explanation: "Done.")

    /// A file.
    static func file(_ mediaTypes: String...) -> Self {
        .init(
            status: .ok, explanation: "The file, or with a Range the part of it as 206.",
            content: mediaTypes.map(Operation.Content.bytes),
            fields: ["ETag": "Changes with the file.", "Accept-Ranges": "bytes"])
    }
}

extension Operation.Parameter {
    /// The field of the header by which only a version that is known is changed.
    static let ifMatch = Operation.Parameter(
        name: "If-Match",
        explanation:
            "The ETag of what is to be changed, or several: it is left as it is, with 412, when it has another.",
        schema: ["type": "string", "examples": ["*"]])

    static let limit = Operation.Parameter(
        name: "limit", explanation: "How many there are on a page.",
        schema: ["type": "integer", "minimum": 1, "maximum": .integer(Page.largest), "default": .integer(Page.usual)])
    static let cursor = Operation.Parameter(
        name: "cursor", explanation: "Where the page begins, from the Link of the page before.",
        schema: ["type": "string", "pattern": "^[A-Za-z0-9_-]+$"])
    static let pages = [limit, cursor]
}
