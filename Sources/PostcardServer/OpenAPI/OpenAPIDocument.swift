import HTTPTypes
import PlatformFoundation
import PostcardCore

/// The description of the HTTP API in the format of the OpenAPI Specification 3.1.
struct OpenAPIDocument {
    let features: APIFeatures
    let operations: [Operation]
    /// The schemas of responses by name.
    let schemas: [NameKey: JSONValue]
    /// The version of the API. The first number is incremented for changes that break clients.
    private static let version = "1.0.0"

    private static let explanation = """
        Images in other sizes, memes, contact sheets, and the pins, albums, journals and memes of a library.

        Some URLs can't be described completely, since their paths have any number of parts. For thumbor, only the usual forms are \
        listed; trim, crop, alignments and smart go where thumbor's documentation puts them. Meme paths have one part per line of \
        text; those with up to three are listed. Image names may contain slashes.
        """

    /// Returns the document as JSON.
    func encoded() throws -> Data {
        try JSONEncoder.compact.encode(document)
    }

    private var document: JSONValue {
        var paths: [NameKey: JSONValue] = [:]
        for operation in operations.flatMap(\.described) {
            var members: [NameKey: JSONValue] = [
                NameKey(operation.method.rawValue.lowercased()): operation.node(features)
            ]
            if !operation.parts.isEmpty {
                members["parameters"] = .array(operation.parts.map { $0.node(in: "path") })
            }
            paths[operation.path.description] = (paths[operation.path.description] ?? [:]).adding(members)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Postcard", "version": .text(Self.version), "description": .text(Self.explanation),
            ],
            "paths": JSONValue(paths),
            "components": [
                "schemas": JSONValue(schemas),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
        ]
    }
}

extension Operation {
    /// The security requirement of operations with an optional token.
    static let optionalToken: JSONValue = [[:], ["token": []]]
    /// The security requirement of operations that require a token.
    static let token: JSONValue = [["token": []]]

    /// Returns the security requirement of the operation; `nil` if there is none. `features` are the service's features.
    func security(_ features: APIFeatures) -> JSONValue? {
        switch permission {
        case .everyone: nil
        case .preset, .unsigned: Self.optionalToken
        case .signedRest: [[:]]
        case .signedTarget:
            features.allowsUnsigned || features.hasKeys && method == .get ? Self.optionalToken : Self.token
        case .token(let scope): features.isLibraryPublic && scope == .read ? Self.optionalToken : Self.token
        }
    }

    /// Returns OpenAPI's Operation Object. `features` are the service's features.
    func node(_ features: APIFeatures) -> JSONValue {
        var members: [NameKey: JSONValue] = [
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
        var responses: [NameKey: JSONValue] = [:]
        for reply in replies {
            responses["\(reply.status.code)"] = Self.response(reply.explanation, reply.content, reply.fields)
            if reply.fields["Accept-Ranges"] != nil {
                responses["206"] = Self.response("Part of the file.", reply.content, reply.fields)
            }
            if reply.fields["ETag"] != nil, method == .get {
                responses["304"] = Self.response("The client's copy is current.", [], [:])
            }
        }
        // Operations with a rate limit also check the host name, which can result in status 421.
        let errors = errors.union(errors.contains(429) ? [421] : []).union(changesVersions ? [412] : [])
        for status in errors.subtracting([304]) {
            responses["\(status)"] = Self.response(
                HTTPResponse.Status(integerLiteral: status).reasonPhrase,
                [.init(mediaType: "application/problem+json", schema: Schema.ref("Problem"))]
                    + (showsErrorsAsPictures ? replies.first?.content ?? [] : []),
                status == 401
                    ? ["WWW-Authenticate": "Bearer"]
                    : [429, 503].contains(status) ? ["Retry-After": "Seconds."] : [:])
        }
        return JSONValue(responses)
    }

    private static func response(
        _ explanation: String, _ content: [Content], _ fields: [NameKey: String]
    ) -> JSONValue {
        var members: [NameKey: JSONValue] = ["description": .text(explanation)]
        if !content.isEmpty { members["content"] = Self.content(content) }
        if !fields.isEmpty {
            members["headers"] = JSONValue(fields.mapValues { ["description": .text($0), "schema": Schema.string] })
        }
        return JSONValue(members)
    }

    private static func content(_ contents: [Content]) -> JSONValue {
        JSONValue(
            [NameKey: JSONValue](contents.map { (NameKey($0.mediaType), ["schema": $0.schema]) }) { first, _ in first })
    }
}

extension Operation.Parameter {
    /// Returns OpenAPI's Parameter Object. `place` is `query`, `header` or `path`.
    func node(in place: String) -> JSONValue {
        var members: [NameKey: JSONValue] = ["name": .text(name), "in": .text(place), "schema": schema]
        if !explanation.isEmpty { members["description"] = .text(explanation) }
        if isRequired || place == "path" { members["required"] = true }
        return JSONValue(members)
    }
}
