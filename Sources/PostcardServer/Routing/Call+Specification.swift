import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore
import PostcardImaging
import PostcardLibrary

extension Call {
    /// Bytes that the JSON of a specification may have.
    private static let maximumJSONBytes = 1 << 20

    /// Makes the meme that is posted.
    func specifiedMeme() async throws -> Response {
        let mediaType = request.mediaType
        let responder = responder
        let (request, requester, access) = (request, requester, responder.access)
        guard mediaType == "application/json" || mediaType == "multipart/form-data" else {
            throw HTTPError(
                .unsupportedMediaType, "The body has to be application/json or multipart/form-data.",
                headers: [.acceptPost: "application/json, multipart/form-data"])
        }
        let limit = mediaType == "application/json" ? Self.maximumJSONBytes : responder.configuration.maximumBodyBytes
        let accept = AcceptHeader(request.headers[values: .accept].joined(separator: ","))
        let service = MemeService(
            pictures: responder.pictures, templates: responder.memes.templates, sent: responder.sentPictures
        ) {
            if responder.library != nil { try access.permit(requester.caller, .read) }
        }
        return try await whileConnected {
            let room = try responder.uploads.permit()
            defer { withExtendedLifetime(room) {} }
            let (specification, files) = try await Self.read(request, limit: limit, room)
            if specification.isRecorded {
                try access.permit(requester.caller, .write)
                return try await record { try await service.meme(specification, uploads: files, accept: accept) }
            }
            let made = try await service.meme(specification, uploads: files, accept: accept)
            var headers: HTTPFields = [
                .contentType: made.choice.format.mediaType, .cacheControl: "no-store", .memeReport: made.report.field,
            ]
            if made.choice.dependsOnAccept { headers[.vary] = "Accept" }
            return Response(
                status: .ok, headers: headers, body: try ResponseBody(made.bytes, countedBy: responder.responses))
        }
    }

    /// The whole meme that a specification means, without drawing it.
    func wholeSpecification() async throws -> Response {
        guard request.mediaType == "application/json" else {
            throw HTTPError(
                .unsupportedMediaType, "The body has to be application/json.", headers: [.accept: "application/json"])
        }
        let room = try responder.uploads.permit()
        let specification = try MemeSpecification(
            json: try await request.bytes(limit: Self.maximumJSONBytes, room: room))
        let entry = try specification.template.map { try responder.memes.templates.entry(named: $0) }
        let reply = try responder.json(["meme": try specification.meme(in: entry)])
        withExtendedLifetime(room) {}
        return reply
    }

    /// Keeps a picture for some minutes, so that it can be lettered several times.
    func sentPicture() async throws -> Response {
        guard request.mediaType.hasPrefix("image/") || request.mediaType == "application/octet-stream" else {
            throw HTTPError(
                .unsupportedMediaType, "The body has to be the file of a picture, with its type image/….",
                headers: [.accept: "image/*"])
        }
        let room = try responder.uploads.permit()
        let bytes = try await request.bytes(limit: responder.pictures.source.maximumBytes, room: room)
        try PictureSniffing.check(bytes)
        let size = try ImageHeader(of: bytes.span.bytes).size
        let name = responder.sentPictures.keep(bytes)
        withExtendedLifetime(room) {}
        var reply = try responder.json(
            SentPicture(name: name, width: size.width, height: size.height), status: .created)
        reply.headers[.cacheControl] = "no-store"
        return reply
    }

    /// Keeps a meme in the library, and only then tells that it is there.
    private func record(_ make: () async throws -> MemeService.Made) async throws -> Response {
        guard let library = responder.library else { throw HTTPError.unprocessable("This service has no library.") }
        var report: String?
        do {
            return try await library.creating(.meme, id: query.first("id")) { (record: MemeRecord) in
                var headers: HTTPFields = [
                    .contentType: "application/json", .cacheControl: "no-store",
                    .location: "/library/memes/\(record.id)",
                ]
                headers[.memeReport] = report
                return Response(
                    status: .created, headers: headers,
                    body: .init(
                        byteBuffer: ByteBuffer(bytes: try ListingEncoder.encode(LibraryCall.listing(of: record)))))
            } create: { id in
                let made = try await make()
                report = made.report.field
                return try await withTaskExecutorPreference(library.threads) {
                    try library.library.recordMeme(
                        made.bytes, format: made.choice.format, size: made.size, meme: made.meme, origin: made.origin,
                        source: made.picture, framing: made.framing, id: id)
                }
            }
        } catch let error as LibraryError {
            guard let fault = HTTPError(error) else { throw error }
            throw fault
        }
    }

    /// The specification and the files that came with it.
    private static func read(
        _ request: Request, limit: Int, _ room: WeightedSemaphore.Permit
    ) async throws -> (MemeSpecification, MultipartForm?) {
        guard request.mediaType == "multipart/form-data" else {
            return (try MemeSpecification(json: try await request.bytes(limit: limit, room: room)), nil)
        }
        var form = try MultipartForm(contentType: request.headers[.contentType] ?? "")
        try await request.readBody(limit: limit, room: room) { try form.read($0) }
        try form.finish()
        guard let part = form["request"] else {
            throw HTTPError.badRequest(
                "The form needs a part \"request\" with JSON that says what to write on the picture.")
        }
        guard part.bytes.count <= maximumJSONBytes else {
            throw HTTPError(.contentTooLarge, "The JSON has more than \(maximumJSONBytes) bytes.")
        }
        return (try MemeSpecification(json: part.bytes), form)
    }
}

/// A picture that is kept for some minutes.
struct SentPicture: Encodable {
    /// Its name in specifications of memes.
    let name: String
    let width: Int
    let height: Int

    static let schema = Schema.record(
        ["name": Schema.text("Its name in requests for memes."), "width": Schema.integer, "height": Schema.integer],
        required: ["name", "width", "height"])
}
