internal import HTTPTypes

/// One thing that can be asked of an address, as the OpenAPI document tells it.
struct AddressDescription: Sendable {
    let method: HTTPRequest.Method
    let path: PathTemplate
    /// The name of the operation, by which generators call it.
    let name: String
    let summary: String
    /// What it is listed under.
    let tag: String
    /// What the parts of the path stand for, in their order.
    var parts: [Operation.Parameter] = []
    /// Of the query.
    var parameters: [Operation.Parameter] = []
    /// Of the header.
    var fields: [Operation.Parameter] = []
    var bodies: [Operation.Content] = []
    /// What may come of it, the usual one first.
    let replies: [Operation.Reply]
    /// Statuses of what goes wrong.
    var faults: Set<Int> = []
    /// Who may ask, as OpenAPI says it; `nil` for everybody.
    var security: JSONNode?

    /// Everybody, or those with a token.
    static let anybodyOrToken: JSONNode = [[:], ["token": []]]
    /// Those with a token.
    static let token: JSONNode = [["token": []]]

    /// The Operation Object.
    var node: JSONNode {
        var members: [String: JSONNode] = [
            "operationId": .text(name), "summary": .text(summary), "tags": [.text(tag)], "responses": responses,
        ]
        members["security"] = security
        let described = parameters.map { $0.node(in: "query") } + fields.map { $0.node(in: "header") }
        if !described.isEmpty { members["parameters"] = .list(described) }
        if !bodies.isEmpty { members["requestBody"] = ["required": true, "content": Self.content(bodies)] }
        return .object(members)
    }

    private var responses: JSONNode {
        var responses: [String: JSONNode] = [:]
        for reply in replies {
            responses["\(reply.status.code)"] = Self.response(reply.explanation, reply.content, reply.fields)
            if reply.fields["Accept-Ranges"] != nil {
                responses["206"] = Self.response("A part of the file.", reply.content, reply.fields)
            }
            if reply.fields["ETag"] != nil, method == .get {
                responses["304"] = Self.response("The client has it already.", [], [:])
            }
        }
        // Whatever is limited by client is told of names that are not the service's too.
        for fault in faults.union(faults.contains(429) ? [421] : []).subtracting([304]) {
            responses["\(fault)"] = Self.response(
                HTTPResponse.Status(integerLiteral: fault).reasonPhrase,
                [.init(mediaType: "application/problem+json", schema: Schema.ref("Problem"))],
                fault == 401
                    ? ["WWW-Authenticate": "Bearer"] : [429, 503].contains(fault) ? ["Retry-After": "Seconds."] : [:])
        }
        return .object(responses)
    }

    private static func response(
        _ explanation: String, _ content: [Operation.Content], _ fields: [String: String]
    ) -> JSONNode {
        var members: [String: JSONNode] = ["description": .text(explanation)]
        if !content.isEmpty { members["content"] = Self.content(content) }
        if !fields.isEmpty {
            members["headers"] = .object(fields.mapValues { ["description": .text($0), "schema": Schema.string] })
        }
        return .object(members)
    }

    private static func content(_ contents: [Operation.Content]) -> JSONNode {
        .object(Dictionary(contents.map { ($0.mediaType, ["schema": $0.schema]) }) { first, _ in first })
    }
}

extension Operation.Parameter {
    /// The Parameter Object.
    ///
    /// - Parameter place: `query`, `header` or `path`.
    func node(in place: String) -> JSONNode {
        var members: [String: JSONNode] = ["name": .text(name), "in": .text(place), "schema": schema]
        if !explanation.isEmpty { members["description"] = .text(explanation) }
        if isRequired || place == "path" { members["required"] = true }
        return .object(members)
    }
}
