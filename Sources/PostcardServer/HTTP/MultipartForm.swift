import PostcardCore

/// The parts of a `multipart/form-data` body, in memory.
struct MultipartForm: Sendable {
    /// A text field or a file.
    struct Part: Sendable, Equatable {
        let name: String
        /// The client's name for the file, which must not be used as a path; `nil` for a text field.
        let fileName: String?
        var bytes: [UInt8] = []
    }

    private static let maximumParts = 50

    private var parser: MultipartParser
    private var parts: [Part] = []

    /// - Parameter contentType: the value of the header, with the boundary.
    /// - Throws: `HTTPError` with status 400 if the boundary is missing.
    init(contentType: String) throws(HTTPError) {
        parser = try MultipartParser(contentType: contentType, maximumParts: Self.maximumParts)
    }

    /// Reads the next bytes of the body.
    ///
    /// - Throws: `HTTPError` with status 400 for a malformed form.
    mutating func read(_ bytes: some Collection<UInt8>) throws(HTTPError) {
        for event in try parser.read(bytes) {
            switch event {
            case .began(let field, let fileName): parts.append(Part(name: field, fileName: fileName))
            case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
            case .ended: break
            }
        }
    }

    /// Checks that the form is complete.
    ///
    /// - Throws: `HTTPError` with status 400 for a truncated body.
    func finish() throws(HTTPError) { try parser.finish() }

    subscript(name: String) -> Part? { parts.first { $0.name.hasBytes(of: name) } }

    /// Returns the text fields, without files.
    ///
    /// - Throws: `HTTPError` with status 400 for a field that is not UTF-8.
    func fields() throws(HTTPError) -> QueryItems {
        var items: [(name: String, value: String)] = []
        for part in parts where part.fileName == nil {
            guard let text = String(validating: part.bytes, as: UTF8.self) else {
                throw .badRequest("The \(part.name.prefix(80)) field is not UTF-8.")
            }
            items.append((part.name, text))
        }
        return QueryItems(items)
    }
}
