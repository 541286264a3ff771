import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary

extension Call {
    /// Bytes that the JSON of a specification may have.
    private static let maximumJSONBytes = 1 << 20

    /// Makes the meme that is posted.
    func specifiedMeme() async throws -> Response {
        let mediaType = request.mediaType
        let (request, requester, services, access) = (request, requester, services, responder.access)
        let responses = responder.responses
        guard mediaType == "application/json" || mediaType == "multipart/form-data" else {
            throw HTTPError(
                .unsupportedMediaType, "The body has to be application/json or multipart/form-data.",
                headers: [.acceptPost: "application/json, multipart/form-data"])
        }
        let limit = mediaType == "application/json" ? Self.maximumJSONBytes : settings.bodyBytes
        let accept = AcceptHeader(request.headers[values: .accept].joined(separator: ","))
        let service = MemeService(
            source: services.pictures.source, templates: services.memes.templates, sent: services.sentPictures
        ) {
            if services.library != nil { try access.permit(requester.identity, .read) }
        }
        return try await whileConnected {
            let room = try services.uploads.permit()
            defer { withExtendedLifetime(room) {} }
            let (specification, files) = try await Self.read(request, limit: limit, room)
            @Sendable func make() async throws -> (meme: PostedMeme, picture: MadePicture) {
                let meme = try await service.meme(specification, uploads: files, accept: accept)
                return (meme, try await services.pictures.make(meme.recipe, as: meme.choice.format).picture)
            }
            if specification.isRecorded {
                try access.permit(requester.identity, .write)
                return try await record(make)
            }
            let (meme, picture) = try await make()
            var headers: HTTPFields = [
                .contentType: meme.choice.format.mediaType, .cacheControl: "no-store",
                .memeReport: MemeReport(picture.reports).field,
            ]
            if meme.choice.dependsOnAccept { headers[.vary] = "Accept" }
            return Response(
                status: .ok, headers: headers, body: try ResponseBody(picture.bytes, countedBy: responses))
        }
    }

    /// The whole meme that a specification means, without drawing it.
    func wholeSpecification() async throws -> Response {
        try request.requireJSON()
        let room = try services.uploads.permit()
        let specification = try MemeSpecification(
            json: try await request.bytes(limit: Self.maximumJSONBytes, room: room))
        let entry = try specification.template.map { try services.memes.templates.entry(named: $0) }
        let reply = try responder.json(
            Array(try JSONEncoder.compact.encode(["meme": try specification.meme(in: entry)])))
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
        let room = try services.uploads.permit()
        let bytes = try await request.bytes(limit: services.pictures.source.maximumBytes, room: room)
        try PictureSniffing.check(bytes)
        let size = try ImageHeader(of: bytes.span.bytes).size
        let name = services.sentPictures.keep(bytes)
        withExtendedLifetime(room) {}
        let picture: JSONValue = [
            "name": .text(name), "width": .integer(size.width), "height": .integer(size.height),
        ]
        var reply = try responder.json(picture.bytes, status: .created)
        reply.headers[.cacheControl] = "no-store"
        return reply
    }

    /// Keeps a meme in the library, and only then tells that it is there.
    private func record(
        _ make: () async throws -> (meme: PostedMeme, picture: MadePicture)
    ) async throws -> Response {
        guard let library = services.library else { throw HTTPError.unprocessable("This service has no library.") }
        var report: String?
        return try await library.creating(.meme, id: query.first("id")) { (record: MemeRecord) in
            var headers: HTTPFields = [
                .contentType: "application/json", .cacheControl: "no-store",
                .location: LibraryCall.address(of: record.id),
            ]
            headers[.memeReport] = report
            return Response(
                status: .created, headers: headers,
                body: .init(byteBuffer: ByteBuffer(bytes: try ListingEncoder.encode(LibraryCall.listing(of: record)))))
        } create: { id in
            let (posted, picture) = try await make()
            report = MemeReport(picture.reports).field
            return try await withTaskExecutorPreference(library.threads) {
                try library.library.recordMeme(
                    picture.bytes, format: posted.choice.format, size: picture.size, meme: posted.plan.meme,
                    origin: posted.origin, source: posted.picture, framing: posted.framing, id: id)
            }
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
