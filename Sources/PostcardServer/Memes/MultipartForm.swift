internal import HTTPTypes

/// The parts of a `multipart/form-data` body in memory.
struct MultipartForm: Sendable {
    /// A field or a file.
    struct Part: Sendable, Equatable {
        let name: String
        /// What the file was called where it came from; not to be used as a path.
        let fileName: String?
        var bytes: [UInt8] = []
    }

    private static let maximumParts = 50

    private var parts: [Part] = []

    /// - Parameters:
    ///   - body: all of it.
    ///   - contentType: the field of the header, with the boundary.
    /// - Throws: `ServerFault` with status 400 for what is not such a body.
    init(_ body: [UInt8], contentType: String) throws(ServerFault) {
        var parser = try MultipartParser(contentType: contentType)
        for event in try parser.read(body) {
            switch event {
            case .began(let field, let fileName):
                guard parts.count < Self.maximumParts else {
                    throw .badRequest("The form has more than \(Self.maximumParts) parts.")
                }
                parts.append(Part(name: field, fileName: fileName))
            case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
            case .ended: break
            }
        }
        try parser.finish()
    }

    subscript(name: String) -> Part? { parts.first { $0.name == name } }
}
