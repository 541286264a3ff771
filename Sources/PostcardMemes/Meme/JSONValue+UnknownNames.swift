import PlatformFoundation
package import PostcardCore

extension JSONValue {
    /// Returns a message about the first name in this JSON that the decoded value does not have, so that typos are reported; `nil` if all
    /// names are known.
    ///
    /// - Parameters:
    ///   - value: the decoded value.
    ///   - path: the path of the JSON in its document; empty for the whole document.
    /// - Returns: a sentence with the position of the name and a similar known name.
    package func unknownName(readAs value: some Encodable, at path: String = "") -> String? {
        guard let known = try? JSONEncoder().encode(value),
            let read = known.withUnsafeBytes({ try? JSONValue(parsing: $0) })
        else { return nil }
        return unknownName(readAs: read, at: path)
    }

    private func unknownName(readAs read: JSONValue, at path: String) -> String? {
        switch (self, read) {
        case (.array(let written), .array(let read)):
            for (index, (element, known)) in zip(written, read).enumerated() {
                if let message = element.unknownName(readAs: known, at: "\(path)[\(index)]") { return message }
            }
        case (.object(let members), .object(let known)):
            for member in members where member.value != .null {
                guard let value = read[member.name] else {
                    return Self.message(member.name, at: path, known: known.map(\.name))
                }
                let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
                if let message = member.value.unknownName(readAs: value, at: inner) { return message }
            }
        default: break
        }
        return nil
    }

    private static func message(_ name: String, at path: String, known: [String]) -> String {
        let near = Spelling.nearest(to: name, of: known).map { " Did you mean \"\($0)\"?" }
        let location = path.isEmpty ? "" : " in \(path)"
        return
            "Unknown name \"\(name)\"\(location).\(near ?? " Known names: \(known.sorted().joined(separator: ", ")).")"
    }
}
