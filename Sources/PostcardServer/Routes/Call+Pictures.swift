import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging

extension Call<Responder> {
    var services: Services { service.services }
    var settings: PictureSettings { services.settings }

    /// Returns the results with their sources restricted to the scopes.
    private func results(within scopes: [PictureScope]) -> Results {
        var results = services.results
        results.source.scopes = scopes
        return results
    }

    /// Responds with the picture for a signed URL. Redirects unusual percent-encodings to the usual form, so a picture isn't cached under
    /// many URLs.
    func signedPicture() async throws -> Response {
        guard case .signed(let address) = access else { throw HTTPError.notFound }
        if address.isImgproxy { return try await imgproxyPicture(address.rest) }
        guard address.rest == self["rest"] || PercentEncoding.isUsual(self["rest"], for: String(address.rest)) else {
            let signature = SignedTarget.plain(self["signature"])
            return Self.moved(to: "/\(signature)/\(PercentEncoding.encodePath(String(address.rest)))")
        }
        let wanted = try ThumborRequest(parsing: address.rest, isLenient: settings.ignoresUnknownFilters)
        return try await wanted.isMeta ? report(of: wanted) : picture(of: wanted.pipeline)
    }

    /// Responds with the picture for a preset URL.
    func presetPicture() async throws -> Response {
        let text = self["picture"]
        let (wanted, scopes) = try services.presets.pipeline(
            named: self["preset"], image: text, hints: hints)
        let image = PictureName.withoutLeadingSlashes(PercentEncoding.decode(text) ?? "")
        if PicturePath(image) != nil, let image = Self.otherSpelling(of: text, image) {
            return Self.moved(to: "/p/\(self["preset"])/\(image)")
        }
        return try await picture(of: wanted, scopes)
    }

    /// Returns the usual spelling of the picture's name in a preset URL, without a query; `nil` if the URL already has this spelling.
    private static func otherSpelling(of text: Substring, _ image: String) -> String? {
        if PictureName.isURL(image) || !text.contains("?") {
            return PercentEncoding.isUsual(text, for: image) ? nil : PercentEncoding.encodePath(image)
        }
        return String(text.prefix { $0 != "?" })
    }

    /// Responds with the result of a pipeline, or with the fallback picture. Names are spelled as in the URL; `scopes` are the scopes of
    /// presets.
    func picture(of pipeline: PicturePipeline, _ scopes: [PictureScope] = []) async throws -> Response {
        try service.requireFuture(pipeline.output.expires)
        var pipeline = pipeline
        pipeline.output.fill(from: services.defaults)
        let source = services.results.source
        pipeline.image = try await source.name(pipeline.image)
        for (index, step) in pipeline.steps.enumerated() {
            guard case .mark(var mark) = step else { continue }
            mark.image = try await source.name(mark.image)
            pipeline.steps[index] = .mark(mark)
        }
        do {
            return try await response(with: pipeline, scopes, as: pipeline.output)
        } catch {
            guard let substitute = substitute(for: pipeline, after: error) else { throw error }
            return try await response(with: substitute, scopes, as: substitute.output)
        }
    }

    /// The number of seconds for which clients may cache a substitute.
    private static var substituteAge: Int { 60 }

    /// Returns the pipeline of the fallback picture after a source error; `nil` for other errors, or if the settings contain no fallback.
    private func substitute(for pipeline: PicturePipeline, after error: any Error) -> PicturePipeline? {
        guard let fallback = settings.fallback, pipeline.image != fallback, Self.isSourceError(error) else {
            return nil
        }
        var substitute = pipeline
        substitute.image = fallback
        substitute.output.maximumAge = Self.substituteAge
        return substitute
    }

    /// Returns true for a source error, after which the fallback picture can be shown.
    private static func isSourceError(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPError:
            [.notFound, .unsupportedMediaType, .badGateway, .gatewayTimeout].contains(error.status)
        case let error as ImageError: [.unsupported, .damaged, .truncated].contains(error.code)
        default: false
        }
    }

    /// Responds with the report on a thumbor URL: the operations as JSON.
    func report(of wanted: ThumborRequest) async throws -> Response {
        try service.requireFuture(wanted.filters.output.expires)
        var wanted = wanted
        wanted.image = try await services.results.source.name(wanted.image)
        let limits = services.results.workshop.limits
        let (report, _) = try await examine(wanted.image) { size in
            guard wanted.trim != nil else { return 1 }
            guard limits.allow(size) else {
                throw HTTPError.unprocessable("The picture has \(size) pixels; the limit is \(limits.pixels) in all.")
            }
            return size.area
        } work: { [wanted] picture in
            try wanted.report(on: picture, limits: limits).bytes
        }
        return try tagged(report)
    }

    /// Runs work on a picture's file, and returns its result and whether that result is public. `pixels` returns the number of pixels that
    /// the work decodes, given the picture's size.
    func examine<Value: Sendable>(
        _ name: String, pixels: (PixelSize) throws -> Int,
        work: @escaping @Sendable (OpenedPicture) throws -> Value
    ) async throws -> (Value, isPublic: Bool) {
        let isPublic = try requirePermission(toSee: [name])
        let results = results(within: access.scopes)
        let files = try await results.source.files([name])
        defer { withExtendedLifetime(files) {} }
        let picture = try OpenedPicture(files.pictures[0].bytes)
        let pixels = try pixels(picture.header.size)
        return (try await results.workshop.work(on: pixels, decoding: [picture]) { try work(picture) }, isPublic)
    }

    /// Returns the time in seconds for which clients may cache a result: the age in the settings or `maximumAge`, limited to the time for
    /// which the URL is valid and its sources are fresh.
    func age(_ maximumAge: Int? = nil, until expires: Int?, fresh: Int) -> Int {
        let left = expires.map { max(0, $0 - service.environment.secondsSince1970()) } ?? .max
        return min(maximumAge ?? settings.maximumAge, left, fresh)
    }

    /// Responds with a picture.
    ///
    /// - Parameters:
    ///   - scopes: the scopes of presets, in addition to those of the key.
    ///   - output: the file options of a pipeline; `nil` for memes and sheets.
    func response(
        with rendering: some Rendering, _ scopes: [PictureScope] = [], as output: OutputOptions? = nil
    ) async throws -> Response {
        let scopes = scopes + access.scopes
        let isPublic = try requirePermission(toSee: rendering.sources, within: scopes)
        let isShared =
            operation.permission == .preset || settings.sharedResults == .all
            || (settings.sharedResults == .signed && access.signer != nil)
        let result = try await results(within: scopes).value(
            for: rendering, request.headers, isPublic: isPublic, isShared: isShared)
        // A URL has at most one of these two expiration times.
        let expires = output?.expires ?? access.expires
        let fresh = result.remote.compactMap(services.results.source.remote.fetched.secondsLeft).min() ?? .max
        let age = age(output?.maximumAge, until: expires, fresh: fresh)
        // Shared caches may keep only public pictures longer, and only if the URL specifies neither an expiration time nor a maximum age.
        let isStable = isPublic && output?.maximumAge == nil && expires == nil && fresh > 0
        var fields: HTTPFields = [
            .eTag: result.key.entityTag,
            .cacheControl: "\(isPublic ? "public" : "private"), max-age=\(age)"
                + (isStable ? settings.sharedDirectives(fresh: fresh) : ""),
            .contentType: result.format.mediaType,
        ]
        if let (name, separator) = settings.tagField, !rendering.sources.isEmpty {
            fields[name] = rendering.sources.map { "\(SourceTag($0))" }.joined(separator: separator)
        }
        if rendering.format == nil { fields[.vary] = "Accept" }
        if let output {
            if settings.usesClientHints { fields.addClientHints() }
            fields[.contentDisposition] = output.disposition(result.format)
        }
        guard let file = result.file else {
            fields[.contentType] = nil
            return Response(status: .notModified, headers: fields, body: .init())
        }
        // New results are not stored here, because most are never requested again. Only public results are stored, because responses in
        // memory are sent to every client.
        if output != nil, isPublic, expires == nil, result.origin != .made {
            service.store(file, of: result, fields, for: self)
        }
        let body =
            switch file {
            case .cached(let file): file.body(0..<file.size, threads: services.fileThreads)
            case .bytes(let bytes): try ResponseBody(bytes, countedBy: responses)
            }
        return Response(status: .ok, headers: fields, body: body)
    }
}

extension OutputOptions {
    /// Returns the `Content-Disposition` header (RFC 6266); `nil` if neither a name nor a download is requested.
    func disposition(_ format: ImageFormat) -> String? {
        guard fileName != nil || isAttachment else { return nil }
        let kind = isAttachment ? "attachment" : "inline"
        guard let fileName else { return kind }
        return ContentDisposition.value(kind, fileName: "\(fileName).\(format.fileExtension)")
    }
}
