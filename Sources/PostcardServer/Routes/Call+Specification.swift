import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

extension Call<Responder> {
    /// The largest JSON of a specification in bytes.
    private static var maximumJSONBytes: Int { 1 << 20 }

    /// Responds to `POST /memes` with the meme, or with its record where it is kept in the library.
    func specifiedMeme() async throws -> Response {
        guard ["application/json", "multipart/form-data"].contains(request.mediaType) else {
            throw HTTPError(
                .unsupportedMediaType, "The body has to be application/json or multipart/form-data.",
                headers: [.acceptPost: "application/json, multipart/form-data"])
        }
        let permit = try services.uploads.permit()
        defer { withExtendedLifetime(permit) {} }
        let (specification, files) = try await specification(permit)
        guard !specification.isRecorded else {
            try service.access.requireScope(.write, of: identity)
            return try await record(specification, files)
        }
        let drawn = try await draw(specification, files)
        var headers: HTTPFields = [
            .contentType: drawn.format.mediaType, .cacheControl: "no-store",
            .memeReport: Self.report(of: drawn.picture.reports),
        ]
        if specification.format == nil, specification.destination == nil { headers[.vary] = "Accept" }
        return Response(
            status: .ok, headers: headers, body: try ResponseBody(drawn.picture.bytes, countedBy: responses))
    }

    /// Responds with the complete meme of a specification as JSON, without rendering it.
    func wholeSpecification() async throws -> Response {
        try content("application/json")
        let permit = try services.uploads.permit()
        defer { withExtendedLifetime(permit) {} }
        let specification = try MemeSpecification(
            json: try await request.bytes(limit: Self.maximumJSONBytes, room: permit))
        let entry = try specification.template.map { try services.memes.templates.entry(named: $0) }
        return try reply(
            Array(try JSONEncoder.compact.encode(["meme": try specification.meme(in: entry)])),
            cacheControl: "no-cache")
    }

    /// Keeps an uploaded picture for some minutes, so that several memes can use it, and responds with its name.
    func sentPicture() async throws -> Response {
        guard request.mediaType.hasPrefix("image/") || request.mediaType == "application/octet-stream" else {
            throw HTTPError(
                .unsupportedMediaType, "The body has to be the file of a picture, with its type image/….",
                headers: [.accept: "image/*"])
        }
        let permit = try services.uploads.permit()
        defer { withExtendedLifetime(permit) {} }
        let bytes = try await request.bytes(limit: services.results.source.maximumBytes, room: permit)
        try PictureSniffing.check(bytes)
        let size = try ImageHeader(of: bytes.span.bytes).size
        let picture: JSONValue = [
            "name": .text(services.sentPictures.keep(bytes)), "width": .integer(size.width),
            "height": .integer(size.height),
        ]
        return try reply(picture.bytes, status: .created, cacheControl: "no-store")
    }

    /// Renders a meme and records it in the library; the response is sent after that.
    private func record(_ specification: MemeSpecification, _ files: MultipartForm?) async throws -> Response {
        guard let library = services.library else { throw HTTPError.unprocessable("This service has no library.") }
        var report: String?
        return try await to(library, query: query).creating(.meme) { id -> [MemeRecord] in
            let drawn = try await draw(specification, files)
            report = Self.report(of: drawn.picture.reports)
            let framing = MemeFraming(crop: specification.crop, size: specification.size?.description)
            return try await withTaskExecutorPreference(library.changeThreads) {
                [
                    try library.library.recordMeme(
                        drawn.picture.bytes, format: drawn.format, size: drawn.picture.size, meme: drawn.meme,
                        origin: drawn.origin, source: drawn.base, framing: framing, id: id)
                ]
            }
        } reply: { records in
            var headers: HTTPFields = [.location: LibraryService.address(of: records[0].id)]
            headers[.memeReport] = report
            return try reply(
                Array(try ListingEncoder.encode(LibraryService.listing(of: records[0]))), status: .created,
                cacheControl: "no-store", headers: headers)
        }
    }

    /// Reads the specification and the files of its form; `nil` for a JSON body.
    private func specification(_ permit: WeightedSemaphore.Permit) async throws -> (MemeSpecification, MultipartForm?) {
        guard request.mediaType == "multipart/form-data" else {
            return (
                try MemeSpecification(json: try await request.bytes(limit: Self.maximumJSONBytes, room: permit)), nil
            )
        }
        var form = try MultipartForm(contentType: request.headers[.contentType] ?? "")
        try await request.readBody(limit: settings.bodyBytes, room: permit) { try form.read($0) }
        try form.finish()
        guard let part = form["request"] else {
            throw HTTPError.badRequest(
                "The form needs a part \"request\" with JSON that says what to write on the picture.")
        }
        guard part.bytes.count <= Self.maximumJSONBytes else {
            throw HTTPError(.contentTooLarge, "The JSON has more than \(Self.maximumJSONBytes) bytes.")
        }
        return (try MemeSpecification(json: part.bytes), form)
    }

    /// Reads the pictures of a specification and renders the meme. `uploads` are the files of its form.
    private func draw(_ specification: MemeSpecification, _ uploads: MultipartForm?) async throws -> DrawnMeme {
        let entry = try specification.template.map { try services.memes.templates.entry(named: $0) }
        var meme = try specification.meme(in: entry)
        let (base, origin): ([UInt8], MemeOrigin)
        if let entry {
            (base, origin) = (entry.picture.bytes, .template(entry.template))
        } else if let name = specification.picture ?? uploads?["picture"]?.name {
            (base, origin) = try await file(name, uploads)
        } else {
            throw HTTPError.unprocessable(
                "Name a picture or a template, or send the picture as the part \"picture\" of a form.")
        }
        let name = specification.picture ?? "picture"
        let isSent = entry != nil || uploads?[name] != nil || SentPictures.isName(name)
        let overlays = try await overlays(of: meme, uploads, besides: isSent ? 0 : base.count)
        meme.fillOverlays { overlays[$0] }
        let framing = MemeFile.Framing(
            crop: specification.crop.flatMap { MemeFile.Crop($0) }, resize: specification.size?.resize())
        let picture = try entry?.picture ?? OpenedPicture(base)
        var plan = MemePlan(baseImage: .opened(picture), meme: meme, framing: framing, credit: origin.credit)
        plan.destination = specification.destination
        plan.format = specification.destination?.rule(moves: picture.mayBeAnimated).format ?? specification.format
        let (made, format) = try await services.results.unkeptValue(for: plan, request.headers)
        return DrawnMeme(meme: meme, base: base, origin: origin, format: format, picture: made)
    }

    /// Reads the overlays of a meme by name. `count` is the number of bytes that its base image takes.
    private func overlays(
        of meme: Meme, _ uploads: MultipartForm?, besides count: Int
    ) async throws -> [NameKey: [UInt8]] {
        let maximumBytes = services.results.source.maximumBytes
        var (overlays, byteCount): ([NameKey: [UInt8]], Int) = ([:], count)
        for name in meme.overlayNames {
            let bytes = try await file(name, uploads).bytes
            // Uploaded pictures and templates are in memory anyway; all others together may have as many bytes as one picture.
            if uploads?[name] == nil, !SentPictures.isName(name) { byteCount += bytes.count }
            guard byteCount <= maximumBytes else {
                throw HTTPError(
                    .contentTooLarge, "The pictures have more than \(maximumBytes) bytes together.")
            }
            overlays[name] = bytes
        }
        return overlays
    }

    /// Returns a picture of the form, or the one that its name means.
    private func file(_ name: String, _ uploads: MultipartForm?) async throws -> (bytes: [UInt8], origin: MemeOrigin) {
        let source = services.results.source
        if let part = uploads?[name] {
            guard part.bytes.count <= source.maximumBytes else {
                throw HTTPError.pictureTooLarge(source.maximumBytes)
            }
            try PictureSniffing.check(part.bytes)
            return (part.bytes, .file(PictureName.lastPart(of: part.fileName ?? part.name) ?? "picture"))
        }
        if SentPictures.isName(name) { return (try services.sentPictures.picture(name), .file("picture")) }
        let name = try await source.name(name)
        if PictureName.isInLibrary(name), services.library != nil {
            try service.access.requireScope(.read, of: identity)
        }
        let found = try await source.find(name, .bytes)
        let origin: MemeOrigin
        if case .library(let item) = found.content {
            origin = item.origin
            try origin.requireDerivatives()
        } else {
            origin = PictureName.isAddress(name) ? .url(name) : .file(PictureName.lastPart(of: name) ?? "picture")
        }
        return (try await source.read([found]).pictures[0].bytes, origin)
    }
}

/// A rendered meme of a specification, with the data for its record.
private struct DrawnMeme: Sendable {
    let meme: Meme
    let base: [UInt8]
    let origin: MemeOrigin
    let format: ImageFormat
    let picture: MadePicture
}

// MARK: Report

/// The layout of a meme's captions, for the field `Meme-Report` of the response.
extension Call<Responder> {
    /// The largest size of the report in bytes; proxies refuse much longer fields.
    private static var maximumReportBytes: Int { 2_048 }
    private static var maximumCharacters: Int { 120 }
    private static var maximumMissing: Int { 12 }

    /// Returns the report as url-safe Base64 of JSON, without the last captions where they are too many.
    ///
    /// - Parameter reports: those of the captions above the picture, on it, and below it.
    private static func report(of reports: [CaptionReport]) -> String {
        var captions = reports.map(caption)
        while let json = try? JSONEncoder.compact.encode(["captions": captions]) {
            let text = Base64.urlSafe.encode(Array(json))
            guard text.utf8.count > maximumReportBytes, !captions.isEmpty else { return text }
            captions.removeLast(max(1, captions.count / 8))
        }
        return ""
    }

    /// Returns the members of a caption: `size` is that of an em in pixels, `lines` the number of lines, `unfitted` the text that did not fit, and
    /// `missing` has the characters that no font has.
    private static func caption(_ report: CaptionReport) -> JSONValue {
        let (unfitted, missing) = (
            report.layout.unfitted.prefix(maximumCharacters), report.layout.missing.prefix(maximumMissing)
        )
        var members: [NameKey: JSONValue] = [
            "size": .number((report.layout.size * 100).rounded() / 100), "lines": .integer(report.layout.lines.count),
        ]
        if !unfitted.isEmpty { members["unfitted"] = .text(unfitted) }
        if !missing.isEmpty { members["missing"] = .array(missing.map { .text($0) }) }
        return JSONValue(members)
    }
}
