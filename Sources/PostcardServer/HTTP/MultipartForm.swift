import HTTPTypes

/// The parts of a `multipart/form-data` body in memory.
struct MultipartForm: Sendable {
    /// A field or a file.
    struct Part: Sendable, Equatable {
        let name: String
        /// The name of the file at the client; not to be used as a path.
        let fileName: String?
        var bytes: [UInt8] = []
    }

    private static let maximumParts = 50

    private var parser: MultipartParser
    private var parts: [Part] = []

    /// - Parameter contentType: the field of the header, with the boundary.
    /// - Throws: `HTTPError` with status 400 when it names no boundary.
    init(contentType: String) throws(HTTPError) {
        parser = try MultipartParser(contentType: contentType, maximumParts: Self.maximumParts)
    }

    /// Reads on.
    ///
    /// - Throws: `HTTPError` with status 400 for what is not such a body.
    mutating func read(_ bytes: some Collection<UInt8>) throws(HTTPError) {
        for event in try parser.read(bytes) {
            switch event {
            case .began(let field, let fileName): parts.append(Part(name: field, fileName: fileName))
            case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
            case .ended: break
            }
        }
    }

    /// - Throws: `HTTPError` with status 400 when the body ended before its end.
    func finish() throws(HTTPError) { try parser.finish() }

    subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// The fields that are texts, without files.
    ///
    /// - Throws: `HTTPError` with status 400 for one that is not UTF-8.
    func fields() throws(HTTPError) -> QueryItems {
        var items: [(name: String, value: String)] = []
        for part in parts where part.fileName == nil {
            guard let text = String(validating: part.bytes, as: UTF8.self) else {
                throw .badRequest("The field \(part.name.prefix(80)) is not UTF-8.")
            }
            items.append((part.name, text))
        }
        return QueryItems(items)
    }
}
