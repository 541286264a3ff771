internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

extension Request {
    /// The type of the body without parameters, in lower case.
    var mediaType: String {
        (headers[.contentType] ?? "").prefix { $0 != ";" }.trimmingSpaces().lowercased()
    }
}

extension Responder {
    /// - Throws: `ServerFault` with status 413 for more bytes than `limit`.
    static func body(of request: Request, limit: Int) async throws -> [UInt8] {
        let tooLarge = ServerFault(.contentTooLarge, "The body has more than \(limit) bytes.")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
        var bytes: [UInt8] = []
        for try await piece in request.body {
            bytes.append(contentsOf: piece.readableBytesView)
            guard bytes.count <= limit else { throw tooLarge }
        }
        return bytes
    }
}
