import PlatformFoundation
import PostcardCore
import PostcardLibrary

/// Reads the JSON body of a request, strictly: a member that nobody knows is a slip that should be told.
struct BodyReader {
    /// The schema of the body, an object.
    let schema: JSONValue

    /// A member of any type.
    private struct Member: Decodable {
        let isNull: Bool
        /// The text, if it is one.
        let text: String?

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            isNull = value.decodeNil()
            text = try? value.decode(String.self)
        }
    }

    /// - Throws: `HTTPError` with status 400 for what is no JSON, 422 for what does not fit.
    func read<Body: Decodable>(_ data: Data) throws(HTTPError) -> Body {
        let members: [String: Member]
        do {
            members = try JSONDecoder().decode([String: Member].self, from: data)
        } catch DecodingError.typeMismatch {
            throw HTTPError.unprocessable("The body has to be a JSON object.")
        } catch {
            throw HTTPError.notJSON
        }
        let known = schema["properties"]?.names ?? []
        if let name = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw HTTPError.unprocessable(
                "The body has a member \"\(name)\"; known are \(known.sorted().joined(separator: ", ")).")
        }
        if let name = members.keys.sorted().first(where: { members[$0]?.isNull == true }) {
            throw HTTPError.unprocessable("\(name) is null. Leave out what is not to be said.")
        }
        if let name = (schema["required"]?.strings ?? []).first(where: { members[$0] == nil }) {
            throw HTTPError.unprocessable("The body lacks \"\(name)\".")
        }
        if let least = schema["minProperties"]?.integer, members.count < least {
            throw HTTPError.unprocessable(
                "The body changes nothing; it can have \(known.sorted().joined(separator: ", ")).")
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            guard let text = member.text, try schema["properties"]?[name]?.allows(text) == false else { continue }
            throw HTTPError.unprocessable("\(name) is \"\(text)\", which is not of the form it has to have.")
        }
        do {
            return try JSONDecoder().decode(Body.self, from: data)
        } catch let error as DecodingError {
            throw HTTPError.unprocessable(error.explanation)
        } catch {
            throw HTTPError.notJSON
        }
    }
}
