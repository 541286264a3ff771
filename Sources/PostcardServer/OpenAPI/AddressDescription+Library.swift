extension AddressDescription {
    /// An operation of the library.
    init(_ operation: Operation, isLibraryPublic: Bool) {
        var faults: Set<Int> = [401, 403, 429, 503]
        faults.formUnion(operation.faults)
        if operation.changesVersions { faults.insert(412) }
        if !operation.parameters.isEmpty || !operation.bodies.isEmpty { faults.insert(400) }
        if !operation.bodies.isEmpty { faults.formUnion([413, 415, 422]) }
        self.init(
            method: operation.method, path: operation.path, name: operation.name, summary: operation.summary,
            tag: "library", parts: operation.path.parameters.map(Self.part), parameters: operation.parameters,
            fields: operation.changesVersions ? [.ifMatch] : [], bodies: operation.bodies, replies: [operation.reply],
            faults: faults,
            security: isLibraryPublic && operation.scope == .read ? Self.anybodyOrToken : Self.token)
    }

    private static func part(_ name: String) -> Operation.Parameter {
        let schema: JSONNode =
            switch name {
            case "size": ["type": "string", "enum": ["thumbnail", "peek"]]
            case "number": ["type": "integer", "minimum": 1]
            case "job": Schema.string
            case "id": Schema.anyID
            default: Schema.id(name)
            }
        return Operation.Parameter(name: name, explanation: "", schema: schema)
    }
}
