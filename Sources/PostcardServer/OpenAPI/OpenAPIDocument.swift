internal import HTTPTypes

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The description of the service after the OpenAPI Specification 3.1, written from the operations themselves.
struct OpenAPIDocument {
    let operations: [Operation]
    let isLibraryPublic: Bool

    /// Raised when clients have to change.
    private static let version = "1.0.0"

    /// The document as JSON.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(document)
    }

    private var document: JSONNode {
        var paths = Self.serviceItself
        for operation in operations {
            let item = paths[operation.path.description] ?? [:]
            paths[operation.path.description] = item.adding([
                operation.method.rawValue.lowercased(): describe(operation)
            ])
            .adding(operation.path.parameters.isEmpty ? [:] : ["parameters": pathParameters(operation.path)])
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Postcard", "version": .text(Self.version),
                "description": .text(
                    "Pins, albums, journals and memes of a library. Pictures of other sizes are at the addresses of "
                        + "thumbor's scheme, which are not described here."),
            ],
            "paths": .object(paths),
            "components": [
                "schemas": .object(Schema.components),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
        ]
    }

    private func describe(_ operation: Operation) -> JSONNode {
        var members: [String: JSONNode] = [
            "operationId": .text(operation.name), "summary": .text(operation.summary), "tags": ["library"],
            "responses": responses(operation),
            "security": isLibraryPublic && operation.scope == .read ? [[:], ["token": []]] : [["token": []]],
        ]
        let parameters =
            operation.parameters.map { $0.described(in: "query") }
            + (operation.changesVersions ? [Operation.Parameter.ifMatch.described(in: "header")] : [])
        if !parameters.isEmpty { members["parameters"] = .list(parameters) }
        if !operation.bodies.isEmpty {
            members["requestBody"] = ["required": true, "content": Self.content(operation.bodies)]
        }
        return .object(members)
    }

    private func pathParameters(_ path: PathTemplate) -> JSONNode {
        .list(
            path.parameters.map { name in
                let schema: JSONNode =
                    switch name {
                    case "size": ["type": "string", "enum": ["thumbnail", "peek"]]
                    case "number": ["type": "integer", "minimum": 1]
                    case "job": ["type": "string"]
                    case "id": Schema.anyID
                    default: Schema.id(name)
                    }
                return ["name": .text(name), "in": "path", "required": true, "schema": schema]
            })
    }

    private func responses(_ operation: Operation) -> JSONNode {
        var responses: [String: JSONNode] = [:]
        let reply = operation.reply
        responses["\(reply.status.code)"] = Self.response(reply.explanation, reply.content, reply.fields)
        if reply.fields["Accept-Ranges"] != nil {
            responses["206"] = Self.response("A part of the file.", reply.content, reply.fields)
        }
        if reply.fields["ETag"] != nil, operation.method == .get {
            responses["304"] = Self.response("The client has it already.", [], [:])
        }
        var faults: Set<Int> = [401, 403, 429, 503]
        faults.formUnion(operation.faults)
        if operation.changesVersions { faults.insert(412) }
        if !operation.parameters.isEmpty || !operation.bodies.isEmpty { faults.insert(400) }
        if !operation.bodies.isEmpty { faults.formUnion([413, 415, 422]) }
        for fault in faults.subtracting([304]) {
            responses["\(fault)"] = Self.response(
                HTTPResponse.Status(code: fault).reasonPhrase,
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
            members["headers"] = .object(
                fields.mapValues { ["description": .text($0), "schema": Schema.string] })
        }
        return .object(members)
    }

    private static func content(_ contents: [Operation.Content]) -> JSONNode {
        .object(Dictionary(contents.map { ($0.mediaType, ["schema": $0.schema]) }) { first, _ in first })
    }

    /// What is there without a library too.
    private static let serviceItself: [String: JSONNode] = [
        "/healthz": plain("isAlive", "Whether the service runs."),
        "/readyz": plain("isReady", "Whether the service takes requests.", others: [503]),
        "/metrics": plain("getMetrics", "What the service does, for Prometheus."),
        "/openapi.json": [
            "get": [
                "operationId": "getDescription", "summary": "This document.", "tags": ["service"],
                "responses": [
                    "200": response("The document.", [.json(["type": "object"])], [:]),
                    "304": response("The client has it already.", [], [:]), "429": tooMany,
                ],
            ]
        ],
    ]

    private static let tooMany = response(
        "Too Many Requests", [.init(mediaType: "application/problem+json", schema: Schema.ref("Problem"))],
        ["Retry-After": "Seconds."])

    private static func plain(_ name: String, _ summary: String, others: [Int] = []) -> JSONNode {
        var responses: [String: JSONNode] = [
            "200": response(summary, [.init(mediaType: "text/plain", schema: Schema.string)], [:]), "429": tooMany,
        ]
        for status in others {
            responses["\(status)"] = response(
                HTTPResponse.Status(code: status).reasonPhrase,
                [.init(mediaType: "application/problem+json", schema: Schema.ref("Problem"))], [:])
        }
        return [
            "get": [
                "operationId": .text(name), "summary": .text(summary), "tags": ["service"],
                "responses": .object(responses),
            ]
        ]
    }
}
