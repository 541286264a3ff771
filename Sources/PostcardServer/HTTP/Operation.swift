import HTTPTypes
import PostcardCore
import PostcardLibrary

/// An operation of the service: where it is, who may use it, what it takes and gives.
///
/// Requests are routed and checked by these values, and the OpenAPI document is written from them.
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

    /// A body of one media type.
    struct Content: Sendable {
        let mediaType: String
        let schema: JSONValue
    }

    /// A response.
    struct Reply: Sendable {
        var status: HTTPResponse.Status
        var explanation: String
        var content: [Content] = []
        /// Explanations of header fields by name.
        var fields: [String: String] = [:]
    }

    /// The requests that an operation answers.
    enum Permission: Sendable, Equatable {
        /// All.
        case everyone
        /// All; those who see pictures of a library that is not public need a token.
        case preset
        /// As `preset`, where the settings allow unsigned addresses.
        case unsigned
        /// Requests whose path has a signature over what comes before it, and over the rest of the target as it came over the wire.
        case signedRest(below: String)
        /// Requests whose target ends in a signature over what is before it, those with a token, and all where the
        /// settings allow unsigned addresses. No signature covers a body.
        case signedTarget
        /// Requests with a token of this scope; all may read a public library.
        case token(TokenScope)
    }

    /// A usual form of an address whose rest may have any number of parts, which OpenAPI cannot describe.
    struct Form: Sendable {
        let path: String
        let name: String
        let summary: String
        let parts: [Parameter]
        var parameters: [Parameter] = []
    }

    let method: HTTPRequest.Method
    var path: PathTemplate
    /// The unique name, by which generated clients call it.
    var name: String
    var summary: String
    /// The group in the OpenAPI document.
    let tag: String
    /// The name in metrics and logs.
    let route: String
    var permission = Permission.everyone
    /// True when requests count against the client's rate and have to use a name of the service.
    var isLimited = true
    /// True when the OpenAPI document has it: some answer only that the settings do not allow it.
    var isDescribed = true
    /// Parameters of the path, in their order.
    var parts: [Parameter] = []
    /// Parameters of the query.
    var parameters: [Parameter] = []
    var bodies: [Content] = []
    /// Responses that are no errors, the usual one first.
    let replies: [Reply]
    /// Statuses of errors.
    var errors: Set<Int> = []
    /// True when pictures tell of errors, for clients that do not want JSON.
    var showsErrorsAsPictures = false
    /// The forms to describe instead of the path.
    var forms: [Form] = []
    /// True when what is at the address has versions, which GET gives and `If-Match` means.
    var hasVersions = false
    /// True when it changes something whose versions are known.
    var changesVersions: Bool { method != .get && hasVersions }
    /// The operations that the OpenAPI document has for it.
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
    /// The first part of the addresses of the library, and their tag.
    static let library = "library"
}

/// The requests that a token allows.
enum TokenScope: Sendable, Comparable {
    /// Look at the library.
    case read
    /// Look at it and change it.
    case write
}

extension Operation.Content {
    static func json(_ schema: JSONValue) -> Self { .init(mediaType: "application/json", schema: schema) }
    static func bytes(_ mediaType: String) -> Self { .init(mediaType: mediaType, schema: [:]) }

    /// An object as JSON, which may have nothing else.
    static func object(_ properties: [String: JSONValue], required: [String]) -> Self {
        .json(Schema.object(properties, required: required))
    }

    /// An object as JSON of which at least one member is there.
    static func changes(_ properties: [String: JSONValue]) -> Self { .json(Schema.changes(properties)) }
}

extension Operation.Reply {
    /// A JSON value.
    static func json(
        _ schema: JSONValue, _ explanation: String, status: HTTPResponse.Status = .ok, fields: [String: String] = [:]
    ) -> Self {
        .init(status: status, explanation: explanation, content: [.json(schema)], fields: fields)
    }

    /// One thing.
    static func one(_ schema: JSONValue) -> Self {
        json(schema, "What was asked for.", fields: ["ETag": "Its version."])
    }

    /// A page of several things.
    static func page(_ schema: JSONValue) -> Self {
        json(
            Schema.array(of: schema), "A page.",
            fields: [
                "ETag": "Its version.",
                "Total-Count": "How many there are on all pages.",
                "Link": "The next page with rel=\"next\", where there is one, RFC 8288.",
            ])
    }

    /// Something new.
    static func created(_ schema: JSONValue) -> Self {
        json(
            schema, "What was made.", status: .created, fields: ["Location": "Where it is.", "ETag": "Its version."])
    }

    /// Something changed.
    static func changed(_ schema: JSONValue) -> Self {
        json(schema, "What it is now.", fields: ["ETag": "Its version."])
    }

    /// A report of something that was done.
    static func report(_ schema: JSONValue) -> Self {
        json(schema, "What was done.")
    }

    /// A document of another type than JSON.
    static func document(_ explanation: String, _ mediaType: String, _ schema: JSONValue) -> Self {
        .init(
            status: .ok, explanation: explanation, content: [.init(mediaType: mediaType, schema: schema)],
            fields: ["ETag": "Its version."])
    }

    /// A file that is made for the request.
    static func download(_ explanation: String, _ mediaType: String) -> Self {
        .init(
            status: .ok, explanation: explanation, content: [.bytes(mediaType)],
            fields: ["Content-Disposition": "Whether it is to be kept or shown, and its name."])
    }

    /// Server-sent events whose data is JSON.
    static func events(_ schema: JSONValue) -> Self {
        let data: JSONValue = ["type": "string", "contentMediaType": "application/json", "contentSchema": schema]
        let event = Schema.record(["event": Schema.string, "id?": Schema.string, "data": data])
        return .init(
            status: .ok, explanation: "The events.", content: [.init(mediaType: "text/event-stream", schema: event)])
    }

    /// Something that is being made.
    static let underWay = Self(
        status: .accepted, explanation: "It is being made.",
        fields: ["Retry-After": "Seconds until it is worth to ask again."])

    static let nothing = Self(status: .noContent, explanation: "Done.")

    /// A file.
    static func file(_ mediaTypes: [String]) -> Self {
        .init(
            status: .ok, explanation: "The file, or with a Range the part of it as 206.",
            content: mediaTypes.map(Operation.Content.bytes),
            fields: ["ETag": "Changes with the file.", "Accept-Ranges": "bytes"])
    }
}

extension Operation.Parameter {
    /// The field of the header by which only a version that is known is changed.
    static let ifMatch = Operation.Parameter(
        "If-Match",
        "The ETag of what is to be changed, or several: it is left as it is, with 412, when it has another.",
        ["type": "string", "examples": ["*"]])

    /// The version of the file that a client means, by which it may keep the answer for good.
    static let version = Operation.Parameter(
        "v", "The first 12 digits of the file's hash: then the answer is kept for good, unless settings say its size.",
        Schema.version)

    /// The id of something new, chosen by the client.
    static func chosenID(of kind: RecordKind) -> Operation.Parameter {
        Operation.Parameter(
            "id",
            "The id of what is created, \(kind)- and 12 random characters: a request that is sent again finds what the first one created.",
            [
                "type": "string", "pattern": .text("^\(kind)-[0-9a-hjkmnp-tv-z]{12}$"),
                "examples": [.text("\(kind)-7k3x9w2mq4ta")],
            ])
    }

    static let limit = Operation.Parameter(
        "limit", "How many there are on a page.",
        ["type": "integer", "minimum": 1, "maximum": .integer(Page.maximum), "default": .integer(Page.usual)])
    static let cursor = Operation.Parameter(
        "cursor", "Where the page begins, from the Link of the page before.",
        ["type": "string", "pattern": "^[A-Za-z0-9_-]+$"])
    static let pages = [limit, cursor]
}

/// A path with parts that stand for something, such as `/library/pins/{pin}`.
///
/// - `{name}` is one part of the path, `{name:27}` one of at least 27 bytes, and `sheet.{name}` what follows the dot.
/// - `{+name}`, at the end, is the rest of the path, its slashes included; `{*name}` is the rest of the target, its query included.
/// - `[/]` at the end allows a slash there that means nothing.
///
/// Values are the text of the request as it came: what is signed is what came over the wire.
///
/// A part may have more in it, as `{line}.{ext}`; such paths are described and not matched.
struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    enum Part: Sendable, Hashable {
        case fixed(String)
        /// The rest of a part that begins with a text, mostly an empty one.
        case parameter(String, prefix: String, minimumBytes: Int)
        case rest(String, includesQuery: Bool)
    }

    /// The path as the OpenAPI document has it.
    let description: String
    /// The names of its parameters, in order.
    let parameters: [String]
    let parts: [Part]
    /// True when a slash at the end of the path means nothing.
    let allowsLastSlash: Bool

    init(_ text: String) {
        allowsLastSlash = text.hasSuffix("[/]")
        let path = allowsLastSlash ? text.dropLast(3) : text[...]
        parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.part)
        let names = parts.map { part in
            switch part {
            case .fixed(let text): text
            case .parameter(let name, let prefix, _): "\(prefix){\(name)}"
            case .rest(let name, _): "{\(name)}"
            }
        }
        description = "/" + names.joined(separator: "/")
        parameters = description.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
    }

    private static func part(_ text: Substring) -> Part {
        guard text.hasSuffix("}"), let start = text.firstIndex(of: "{"), text.lastIndex(of: "{") == start else {
            return .fixed(String(text))
        }
        let name = text[start...].dropFirst().dropLast()
        if let mark = name.first, "+*".contains(mark) {
            return .rest(String(name.dropFirst()), includesQuery: mark == "*")
        }
        let fields = name.split(separator: ":")
        return .parameter(
            String(fields[0]), prefix: String(text[..<start]), minimumBytes: fields.count > 1 ? Int(fields[1]) ?? 0 : 0)
    }
}
