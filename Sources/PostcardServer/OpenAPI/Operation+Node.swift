import HTTPTypes
import PostcardCore

extension Operation {
    /// The security requirement of everybody, or those with a token.
    static let anybodyOrToken: JSONValue = [[:], ["token": []]]
    /// The security requirement of those with a token.
    static let token: JSONValue = [["token": []]]

    /// The security requirement, as OpenAPI has it; `nil` for everybody. `features` are those of the service.
    func security(_ features: APIFeatures) -> JSONValue? {
        switch permission {
        case .everyone: nil
        case .preset, .unsigned: Self.anybodyOrToken
        case .signedRest: [[:]]
        case .signedTarget:
            features.allowsUnsigned || features.hasKeys && method == .get ? Self.anybodyOrToken : Self.token
        case .token(let scope): features.isLibraryPublic && scope == .read ? Self.anybodyOrToken : Self.token
        }
    }

    /// The Operation Object. `features` are those of the service.
    func node(_ features: APIFeatures) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .text(name), "summary": .text(summary), "tags": [.text(tag)], "responses": responses,
        ]
        members["security"] = security(features)
        let fields: [Parameter] = changesVersions ? [.ifMatch] : []
        let described = parameters.map { $0.node(in: "query") } + fields.map { $0.node(in: "header") }
        if !described.isEmpty { members["parameters"] = .array(described) }
        if !bodies.isEmpty { members["requestBody"] = ["required": true, "content": Self.content(bodies)] }
        return JSONValue(members)
    }

    private var responses: JSONValue {
        var responses: [String: JSONValue] = [:]
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
        let faults = faults.union(faults.contains(429) ? [421] : []).union(changesVersions ? [412] : [])
        for fault in faults.subtracting([304]) {
            responses["\(fault)"] = Self.response(
                HTTPResponse.Status(integerLiteral: fault).reasonPhrase,
                [.init(mediaType: "application/problem+json", schema: Schema.ref("Problem"))]
                    + (tellsFaultsByPictures ? replies.first?.content ?? [] : []),
                fault == 401
                    ? ["WWW-Authenticate": "Bearer"] : [429, 503].contains(fault) ? ["Retry-After": "Seconds."] : [:])
        }
        return JSONValue(responses)
    }

    private static func response(
        _ explanation: String, _ content: [Content], _ fields: [String: String]
    ) -> JSONValue {
        var members: [String: JSONValue] = ["description": .text(explanation)]
        if !content.isEmpty { members["content"] = Self.content(content) }
        if !fields.isEmpty {
            members["headers"] = JSONValue(fields.mapValues { ["description": .text($0), "schema": Schema.string] })
        }
        return JSONValue(members)
    }

    private static func content(_ contents: [Content]) -> JSONValue {
        JSONValue(Dictionary(contents.map { ($0.mediaType, ["schema": $0.schema]) }) { first, _ in first })
    }
}

extension Operation.Parameter {
    /// The Parameter Object. `place` is `query`, `header` or `path`.
    func node(in place: String) -> JSONValue {
        var members: [String: JSONValue] = ["name": .text(name), "in": .text(place), "schema": schema]
        if !explanation.isEmpty { members["description"] = .text(explanation) }
        if isRequired || place == "path" { members["required"] = true }
        return JSONValue(members)
    }
}
