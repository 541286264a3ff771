import PlatformFoundation
package import PostcardCore
package import PostcardDisk

/// A check for unknown names in JSON.
package enum UnknownNames {
    /// Throws an error if JSON contains names that are missing in the value decoded from it, so that typing errors are noticed.
    ///
    /// - Parameters:
    ///   - written: the JSON.
    ///   - value: the decoded value.
    ///   - path: the path of the JSON in its document; empty for the whole document.
    /// - Throws: `FileError` with code `invalidRecord`, whose message contains the position of the name and a similar known name.
    package static func refuse(
        in written: JSONValue, readAs value: some Encodable, at path: String = ""
    ) throws(FileError) {
        guard let known = try? JSONEncoder().encode(value),
            let read = known.withUnsafeBytes({ try? JSONValue(parsing: $0) })
        else { return }
        try refuse(in: written, readAs: read, at: path)
    }

    private static func refuse(in written: JSONValue, readAs read: JSONValue, at path: String) throws(FileError) {
        switch (written, read) {
        case (.array(let written), .array(let read)):
            for (index, (element, known)) in zip(written, read).enumerated() {
                try refuse(in: element, readAs: known, at: "\(path)[\(index)]")
            }
        case (.object(let members), .object(let known)):
            for member in members where member.value != .null {
                guard let value = read[member.name] else {
                    throw FileError(
                        .invalidRecord, message(member.name, at: path, known: known.map(\.name)))
                }
                let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
                try refuse(in: member.value, readAs: value, at: inner)
            }
        default: return
        }
    }

    private static func message(_ name: String, at path: String, known: [String]) -> String {
        let near = Spelling.nearest(to: name, of: known).map { " Did you mean \"\($0)\"?" }
        let location = path.isEmpty ? "" : " in \(path)"
        return
            "Unknown name \"\(name)\"\(location).\(near ?? " Known names: \(known.sorted().joined(separator: ", ")).")"
    }
}
