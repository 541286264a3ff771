import PostcardCore

/// A strict reader of JSON bodies. It rejects unknown members, which are usually typos.
struct BodyReader {
    /// The schema of the body, which is an object.
    let schema: JSONValue

    /// Decodes a body after checking it against the schema.
    ///
    /// - Throws: `HTTPError` with status 400 for malformed JSON, or 422 for a value that does not match the schema.
    func read<Body: Decodable>(_ bytes: [UInt8]) throws(HTTPError) -> Body {
        guard let value = try? bytes.withUnsafeBytes({ try JSONValue(parsing: $0) }) else { throw HTTPError.notJSON }
        guard let members = value.members?.sorted(by: { $0.name < $1.name }) else {
            throw HTTPError.unprocessable("The body must be a JSON object.")
        }
        let known = schema["properties"]?.names ?? []
        // If a name occurs twice, parsers differ in which member they use, so both members are checked.
        if let name = members.map(\.name).first(where: { !known.contains($0) }) {
            throw HTTPError.unprocessable(
                "The body has an unknown member \"\(name)\". Known members are \(known.sortedNames().joined(separator: ", "))."
            )
        }
        if let name = members.first(where: { $0.value == .null })?.name {
            throw HTTPError.unprocessable("\"\(name)\" must not be null. Omit it instead.")
        }
        if let name = (schema["required"]?.strings ?? []).first(where: { value[$0] == nil }) {
            throw HTTPError.unprocessable("The body must contain \"\(name)\".")
        }
        if let least = schema["minProperties"]?.integer, members.count < least {
            throw HTTPError.unprocessable(
                "The body changes nothing. It can contain \(known.sortedNames().joined(separator: ", ")).")
        }
        for member in members {
            guard let text = member.value.string, try schema["properties"]?[member.name]?.allows(text) == false else {
                continue
            }
            throw HTTPError.unprocessable("\"\(member.name)\" is \"\(text)\", which does not have the required format.")
        }
        do {
            return try value.decode()
        } catch let error as DecodingError {
            throw HTTPError.unprocessable(error.explanation)
        } catch {
            throw HTTPError.notJSON
        }
    }
}
