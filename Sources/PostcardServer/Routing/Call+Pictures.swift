import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging

extension Call {
    /// The picture of a signed address. Only one way to encode it is answered, so that nobody can fill caches with one picture.
    func signedPicture() async throws -> Response {
        if isImgproxy { return try await imgproxyPicture(signedRest) }
        guard signedRest == self["rest"] || PercentEncoding.isUsual(self["rest"], for: String(signedRest)) else {
            return Self.moved(to: "/\(signature)/\(PercentEncoding.encodePath(String(signedRest)))")
        }
        return try await thumborPicture(signedRest)
    }

    func presetPicture() async throws -> Response {
        let text = self["picture"]
        let (wanted, scopes) = try responder.presets.pipeline(
            named: self["preset"], image: text, hints: hints, resolve: pictures.source.name)
        let image = SourcePictures.withoutLeadingSlashes(PercentEncoding.decode(text) ?? "")
        if PicturePath(image) != nil, let image = Self.otherSpelling(of: text, image) {
            return Self.moved(to: "/p/\(self["preset"])/\(image)")
        }
        return try await picture(of: wanted, within: scopes)
    }

    /// The usual spelling of a preset's picture, where it came in another one or with a query that has no meaning.
    private static func otherSpelling(of text: Substring, _ image: String) -> String? {
        if SourcePictures.isAddress(image) || !text.contains("?") {
            return PercentEncoding.isUsual(text, for: image) ? nil : PercentEncoding.encodePath(image)
        }
        return String(text.prefix { $0 != "?" })
    }

    /// The response at another spelling of an address.
    static func moved(to target: String) -> Response {
        Response(
            status: .movedPermanently, headers: [.location: target, .cacheControl: "public, max-age=300"], body: .init()
        )
    }

    func thumborPicture(_ address: Substring) async throws -> Response {
        var wanted = try ThumborRequest(
            parsing: address, isLenient: responder.configuration.lenientFilters)
        // Of signed addresses nothing is changed.
        if operation.permission == .unsigned, wanted.spelledName.hasPrefix("/") {
            let name = SourcePictures.withoutLeadingSlashes(wanted.spelledName)
            return Self.moved(to: "/unsafe/\(wanted.options)\(name)")
        }
        wanted.resolveNames(pictures.source.name)
        guard wanted.isMeta else { return try await picture(of: wanted.pipeline) }
        if let time = wanted.filters.output.expires { try requireTime(before: time) }
        return try await report(of: wanted)
    }

    /// The response with a picture of a pipeline.
    ///
    /// - Parameter scopes: those of the presets that the address names.
    func picture(of wanted: PicturePipeline, within scopes: [PictureScope] = []) async throws -> Response {
        var (call, wanted) = (self, wanted)
        call.requester.presetScopes = scopes
        if let time = wanted.output.expires {
            try requireTime(before: time)
            call.requester.expire(at: time)
        }
        wanted.output.fill(from: responder.pictures.defaults)
        var (result, fields): (PictureService.Result, HTTPFields)
        do {
            (result, fields) = try await call.result(made: wanted, maximumAge: wanted.output.maximumAge)
        } catch {
            guard let substitute = call.substitute(for: wanted, after: error) else { throw error }
            (result, fields) = try await call.result(made: substitute, maximumAge: Self.substituteAge)
        }
        if responder.configuration.clientHints { fields.addClientHints() }
        if let name = wanted.output.disposition(result.choice.format) { fields[.contentDisposition] = name }
        if call.requester.expires == nil, let stamps = result.stamps {
            responder.keep(
                result, fields, of: stamps, by: operation, signer: requester.signer, for: request.head)
        }
        return try responder.response(result, fields)
    }

    /// Seconds for which a picture may be kept that stands for another one.
    private static let substituteAge = 60

    /// The same of the picture that is shown where one is not there, or is none; `nil` for other errors.
    private func substitute(for wanted: PicturePipeline, after error: any Error) -> PicturePipeline? {
        let fallback = responder.configuration.fallback
        guard !fallback.isEmpty, wanted.image != fallback, Self.isOfSource(error) else { return nil }
        var substitute = wanted
        substitute.image = fallback
        return substitute
    }

    private static func isOfSource(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPError:
            [.notFound, .unsupportedMediaType, .badGateway, .gatewayTimeout].contains(error.status)
        case let error as ImageError: [.unsupported, .damaged, .truncated].contains(error.code)
        default: false
        }
    }

    /// What would be done, as JSON.
    private func report(of wanted: ThumborRequest) async throws -> Response {
        try requirePermission(toSee: [wanted.image])
        let pictures = pictures
        let limits = pictures.limits
        let report = try await whileConnected {
            try await pictures.source.with(wanted.image) { picture in
                let bytes = picture.bytes
                let size = try ImageHeader(of: bytes.span.bytes).size
                guard wanted.trim == nil || limits.allow(size) else {
                    throw HTTPError.unprocessable(
                        "The picture has \(size) pixels; \(limits.pixels) in all are allowed.")
                }
                let pixels = wanted.trim == nil ? 1 : size.area
                return try await pictures.work(on: pixels, decoding: [bytes], within: pictures.renderingTime()) {
                    try ThumborReport(wanted, of: bytes, limits: limits)
                }
            }
        }
        var response = try responder.json(report)
        let tag = ResultKey(sources: [], operations: "\(report)", format: .jpeg).entityTag
        guard !EntityTags.matches(request.headers[.ifNoneMatch], tag) else {
            return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: "no-cache"], body: .init())
        }
        response.headers[.eTag] = tag
        return response
    }

    /// The response with a picture that may be kept.
    func picture(made recipe: some PictureRecipe) async throws -> Response {
        let (result, fields) = try await result(made: recipe)
        return try responder.response(result, fields)
    }

    /// Seconds for which the address is good; what is made for it must not be kept longer.
    var secondsLeft: Int { requester.expires.map { max(0, $0 - responder.environment.secondsSince1970()) } ?? .max }

    private func result(
        made recipe: some PictureRecipe, maximumAge: Int? = nil
    ) async throws -> (PictureService.Result, HTTPFields) {
        let isOpen = try requirePermission(toSee: recipe.sources)
        let accept = AcceptHeader(request.headers[.accept])
        let known = request.headers[.ifNoneMatch]
        let pictures = pictures
        let isShared = isResultShared
        let result = try await whileConnected {
            try await pictures.picture(recipe, accept: accept, ifNoneMatch: known, isShared: isShared)
        }
        let left = secondsLeft
        let fresh = result.remote.compactMap(pictures.source.remote.fetched.secondsLeft).min() ?? .max
        let age = min(maximumAge ?? responder.configuration.maximumAge, left, fresh)
        // What may be kept for less and less time, or is private, or has an age of its own, is not for longer use in shared caches.
        let isLasting = isOpen && maximumAge == nil && left == .max && fresh > 0
        var fields: HTTPFields = [
            .eTag: result.key.entityTag,
            .cacheControl: "\(isOpen ? "public" : "private"), max-age=\(age)"
                + (isLasting ? responder.configuration.sharedCacheDirectives(fresh: fresh) : ""),
            .contentType: result.choice.format.mediaType,
        ]
        if let (name, separator) = responder.configuration.tagField, !recipe.sources.isEmpty {
            fields[name] = recipe.sources.map { "\(SourceTag($0))" }.joined(separator: separator)
        }
        if result.choice.dependsOnAccept { fields[.vary] = "Accept" }
        return (result, fields)
    }
}

extension Call {
    /// Tells whether replicas share the result: of requests that strangers cannot make up, unless the settings say otherwise.
    private var isResultShared: Bool {
        switch responder.configuration.resultsFor {
        case "all": true
        case "presets": operation.permission == .preset
        default: operation.permission == .preset || requester.isSigned
        }
    }
}

extension ServerConfiguration {
    /// What is said to shared caches alone, after the age for all. `fresh` is the time for which the sources are.
    fileprivate func sharedCacheDirectives(fresh: Int) -> String {
        var text = ""
        if sharedMaximumAge > 0 { text += ", s-maxage=\(min(sharedMaximumAge, fresh))" }
        if staleWhileRevalidate > 0 { text += ", stale-while-revalidate=\(staleWhileRevalidate)" }
        if staleIfError > 0 { text += ", stale-if-error=\(staleIfError)" }
        return text
    }

    /// The field with the tags of a result's sources, and what stands between them.
    fileprivate var tagField: (name: HTTPField.Name, separator: String)? {
        HTTPField.Name(cacheTags).map { ($0, cacheTags.lowercased() == "surrogate-key" ? " " : ",") }
    }
}

extension Responder {
    fileprivate func response(
        _ result: PictureService.Result, _ fields: HTTPFields
    ) throws(HTTPError) -> Response {
        switch result.file {
        case .cached(let file):
            return Response(status: .ok, headers: fields, body: file.body(0..<file.size, threads: fileThreads))
        case .bytes(let bytes):
            return Response(status: .ok, headers: fields, body: try ResponseBody(bytes, countedBy: responses))
        case nil:
            var fields = fields
            fields[.contentType] = nil
            return Response(status: .notModified, headers: fields, body: .init())
        }
    }
}
