internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import PostcardImaging

extension Responder {
    /// Bytes that the JSON of a specification may have.
    private static let maximumJSONBytes = 1 << 20

    /// Makes the meme that is posted.
    func specifiedMeme(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let mediaType = request.mediaType
        guard mediaType == "application/json" || mediaType == "multipart/form-data" else {
            throw ServerFault(
                .unsupportedMediaType, "The body has to be application/json or multipart/form-data.",
                headers: [.acceptPost: "application/json, multipart/form-data"])
        }
        let limit = mediaType == "application/json" ? Self.maximumJSONBytes : configuration.maximumBodyBytes
        let accept = AcceptHeader(request.headers[values: .accept].joined(separator: ","))
        let kitchen = MemeKitchen(pictures: pictures, templates: memes.templates)
        return try await connections.whileConnected(context.channel) {
            // The picture beneath is in memory besides the body.
            try await uploads.with(limit + configuration.maximumSourceBytes) {
                let (specification, files) = try Self.read(
                    try await Self.body(of: request, limit: limit), request.headers[.contentType] ?? "")
                let made = try await kitchen.meme(specification, uploads: files, accept: accept)
                var headers: HTTPFields = [.contentType: made.choice.format.mediaType, .cacheControl: "no-store"]
                if made.choice.dependsOnAccept { headers[.vary] = "Accept" }
                return Response(
                    status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: made.bytes)))
            }
        }
    }

    /// The specification and the files that came with it.
    private static func read(
        _ body: [UInt8], _ contentType: String
    ) throws(ServerFault) -> (MemeSpecification, MultipartForm?) {
        guard contentType.lowercased().hasPrefix("multipart/") else {
            return (try MemeSpecification(json: body), nil)
        }
        let form = try MultipartForm(body, contentType: contentType)
        guard let part = form["request"] else {
            throw .badRequest("The form needs a part \"request\" with JSON that says what to write on the picture.")
        }
        guard part.bytes.count <= maximumJSONBytes else {
            throw ServerFault(.contentTooLarge, "The JSON has more than \(maximumJSONBytes) bytes.")
        }
        return (try MemeSpecification(json: part.bytes), form)
    }
}
