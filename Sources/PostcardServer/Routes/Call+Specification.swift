import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

extension Call<Responder> {
    /// The maximum size of a specification's JSON in bytes.
    private static var maximumJSONBytes: Int { 1 << 20 }

    /// Responds with the complete meme from a specification as JSON, without rendering it.
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

    /// Stores an uploaded picture for several minutes, so several memes can use it, and responds with its name.
    func sentPicture() async throws -> Response {
        guard request.mediaType.hasPrefix("image/") || request.mediaType == "application/octet-stream" else {
            throw HTTPError(
                .unsupportedMediaType, "The body must be an image file with the Content-Type image/….",
                headers: [.accept: "image/*"])
        }
        let permit = try services.uploads.permit()
        defer { withExtendedLifetime(permit) {} }
        let bytes = try await request.bytes(limit: services.results.source.maximumBytes, room: permit)
        try PictureSniffing.check(bytes)
        let size = try ImageHeader(of: bytes).size
        let picture: JSONValue = [
            "name": .text(services.sentPictures.store(bytes)), "width": .integer(size.width),
            "height": .integer(size.height),
        ]
        return try reply(picture.bytes, status: .created, cacheControl: "no-store")
    }

    /// Renders a meme and saves it in the library before responding.
    func record(_ specification: MemeSpecification, _ files: MultipartForm?) async throws -> Response {
        try service.access.requireScope(.write, of: identity)
        guard let library = services.library else { throw HTTPError.unprocessable("This service has no library.") }
        var report: String?
        return try await to(library, query: query).creating(MemeRecord.self) { id -> [MemeRecord] in
            let drawn = try await draw(specification, files)
            report = drawn.report
            let framing = MemeFraming(crop: specification.crop, size: specification.size?.description)
            return try await withTaskExecutorPreference(library.changeThreads) {
                [
                    try library.library.addMeme(
                        drawn.picture.bytes, format: drawn.format, size: drawn.picture.size, meme: drawn.meme,
                        origin: drawn.origin, source: drawn.base, framing: framing, id: id)
                ]
            }
        } reply: { records in
            var headers: HTTPFields = [.location: LibraryService.address(of: records[0].id.rawValue)]
            headers[.memeReport] = report
            return try reply(
                Array(try ListingEncoder.encode(LibraryService.listing(of: records[0]))), status: .created,
                cacheControl: "no-store", headers: headers)
        }
    }

    /// Reads the specification and the form that contains it; the form is `nil` for a JSON body.
    func specification(_ permit: WeightedSemaphore.Permit) async throws -> (MemeSpecification, MultipartForm?) {
        guard ["application/json", "multipart/form-data"].contains(request.mediaType) else {
            throw HTTPError(
                .unsupportedMediaType, "The body must be application/json or multipart/form-data.",
                headers: [.acceptPost: "application/json, multipart/form-data"])
        }
        let isForm = request.mediaType == "multipart/form-data"
        var (json, form) = (
            [UInt8](), isForm ? try MultipartForm(contentType: request.headers[.contentType] ?? "") : nil
        )
        try await request.readBody(limit: isForm ? settings.bodyBytes : Self.maximumJSONBytes, room: permit) { piece in
            if form == nil { json += piece } else { try form?.read(piece) }
        }
        guard let form else { return (try MemeSpecification(json: json), nil) }
        try form.finish()
        guard let part = form["request"] else {
            throw HTTPError.badRequest(
                "The form must have a part \"request\" that contains the JSON of the meme.")
        }
        guard part.bytes.count <= Self.maximumJSONBytes else {
            throw HTTPError(.contentTooLarge, "The JSON has more than \(Self.maximumJSONBytes) bytes.")
        }
        return (try MemeSpecification(json: part.bytes), form)
    }

    /// Reads the pictures of a specification and renders the meme. `uploads` is the form with the uploaded files.
    func draw(_ specification: MemeSpecification, _ uploads: MultipartForm?) async throws -> DrawnMeme {
        let entry = try specification.template.map { try services.memes.templates.entry(named: $0) }
        var meme = try specification.meme(in: entry)
        let (base, origin): ([UInt8], MemeOrigin)
        if let entry {
            (base, origin) = (entry.picture.bytes, .template(entry.template))
        } else if let names = specification.pictures {
            (base, origin) = try await joined(names, as: specification.layout ?? .grid, uploads)
        } else if let name = specification.picture ?? uploads?["picture"]?.name {
            (base, origin) = try await file(name, uploads)
        } else {
            throw HTTPError.unprocessable(
                "The request needs a picture or a template. You can also send the picture as the part \"picture\" of a form."
            )
        }
        // Uploaded pictures and templates are in memory anyway. The remaining pictures may have as many bytes in total as one picture.
        func isUploaded(_ name: String) -> Bool { uploads?[name] != nil || SentPictures.isName(name) }
        let maximumBytes = services.results.source.maximumBytes
        var byteCount = entry != nil || isUploaded(specification.picture ?? "picture") ? 0 : base.count
        var overlays: [NameKey: [UInt8]] = [:]
        for name in meme.overlayNames {
            let bytes = try await file(name, uploads).bytes
            if !isUploaded(name) { byteCount += bytes.count }
            guard byteCount <= maximumBytes else { throw HTTPError.picturesTooLarge(maximumBytes) }
            overlays[name] = bytes
        }
        meme.resolveOverlays { overlays[$0] }
        let framing = MemeFile.Framing(
            crop: specification.crop.flatMap { MemeFile.Crop($0) }, resize: specification.size?.resize())
        let picture = try entry?.picture ?? OpenedPicture(base)
        var plan = MemePlan(baseImage: .opened(picture), meme: meme, framing: framing, credit: origin.credit)
        plan.destination = specification.destination
        let video = try videoFormat(of: specification, meme, on: picture)
        let usual = specification.destination?.rule(moves: picture.mayBeAnimated || meme.isTimed).format
        plan.isVideo = video != nil
        plan.format = video != nil ? .webp : usual ?? specification.format
        var (made, format) = try await services.results.uncachedValue(for: plan, request.headers)
        if let video { made = try await self.video(of: made, as: video, for: specification.destination) }
        return DrawnMeme(meme: meme, base: base, origin: origin, format: format, picture: made, video: video)
    }

    /// Reads and joins pictures, which together may have as many bytes as one picture.
    private func joined(
        _ names: [String], as layout: PictureLayout, _ uploads: MultipartForm?
    ) async throws -> (bytes: [UInt8], origin: MemeOrigin) {
        let (limit, workshop) = (services.results.source.maximumBytes, services.results.workshop)
        var pictures: [(name: String, picture: OpenedPicture)] = []
        var origins: [MemeOrigin] = []
        for (index, name) in names.enumerated() {
            do {
                let (bytes, origin) = try await file(name, uploads)
                pictures.append((name, try OpenedPicture(bytes)))
                origins.append(origin)
            } catch {
                throw HTTPError(describing: error).about("picture \(index + 1), \(name.prefix(200))")
            }
            guard pictures.reduce(0, { $0 + $1.picture.bytes.count }) <= limit else {
                throw HTTPError.picturesTooLarge(limit)
            }
        }
        let size = layout.arranged(pictures.map(\.picture.header.size)).size
        // The joined picture is in memory with one of its pictures, and then with its file.
        let largest = pictures.map(\.picture.header.size.area).max() ?? 0
        let pixels = largest.addedClamped(size.area.multipliedClamped(by: 2))
        let joined = try await workshop.work(on: pixels, decoding: pictures.map(\.picture)) { [pictures] in
            try layout.joined(pictures, limits: workshop.limits)
        }
        return (joined.bytes, .joined(origins))
    }

    /// Returns the picture with this name from the form or, if there is none, the source with this name.
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
            origin = PictureName.isURL(name) ? .url(name) : .file(PictureName.lastPart(of: name) ?? "picture")
        }
        return (try await source.read([found]).pictures[0].bytes, origin)
    }
}

/// The meme rendered from a specification, with the data for its record.
struct DrawnMeme: Sendable {
    let meme: Meme
    let base: [UInt8]
    let origin: MemeOrigin
    let format: ImageFormat
    let picture: MadePicture
    /// The format of a video; `nil` for a picture in `format`.
    let video: VideoMeme.Format?

    var mediaType: String { video.map { "video/\($0.rawValue)" } ?? format.mediaType }
}

// MARK: Report

extension DrawnMeme {
    /// The maximum size of the report in bytes; proxies reject much longer headers.
    private static let maximumReportBytes = 2_048
    private static let maximumCharacters = 120
    private static let maximumMissing = 12

    /// The layout of the captions above the picture, on it, and below it, for the response header `Meme-Report`: URL-safe Base64 of JSON,
    /// without the last captions if there are too many.
    var report: String {
        var captions = picture.reports.map(Self.caption)
        while let json = try? JSONEncoder.compact.encode(["captions": captions]) {
            let text = Base64.urlSafe.encode(Array(json))
            guard text.utf8.count > Self.maximumReportBytes, !captions.isEmpty else { return text }
            captions.removeLast(max(1, captions.count / 8))
        }
        return ""
    }

    /// Returns the members of a caption: `size` is one em in pixels, `lines` the number of lines, `unfitted` the text that did not fit, and
    /// `missing` the characters that no font contains.
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
