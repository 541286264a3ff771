import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging

extension Call {
    /// Responds with the picture of a signed address. Another percent-encoding than the usual one is redirected, so that one picture cannot fill
    /// caches.
    func signedPicture() async throws -> Response {
        let rest = signedRest
        if isImgproxy { return try await imgproxyPicture(rest) }
        guard rest == self["rest"] || PercentEncoding.isUsual(self["rest"], for: String(rest)) else {
            let signature = SignedTarget.plain(self["signature"])
            return Self.moved(to: "/\(signature)/\(PercentEncoding.encodePath(String(rest)))")
        }
        return try await thumborPicture(rest)
    }

    /// Responds with the picture of a preset.
    func presetPicture() async throws -> Response {
        let text = self["picture"]
        let (wanted, scopes) = try services.presets.pipeline(
            named: self["preset"], image: text, hints: hints)
        let image = PictureName.withoutLeadingSlashes(PercentEncoding.decode(text) ?? "")
        if PicturePath(image) != nil, let image = Self.otherSpelling(of: text, image) {
            return Self.moved(to: "/p/\(self["preset"])/\(image)")
        }
        return try await limited(to: scopes, until: wanted.output.expires).picture(of: wanted)
    }

    /// Returns the usual spelling of the picture's name in a preset's address; `nil` where it has that already. A query is left out.
    private static func otherSpelling(of text: Substring, _ image: String) -> String? {
        if PictureName.isAddress(image) || !text.contains("?") {
            return PercentEncoding.isUsual(text, for: image) ? nil : PercentEncoding.encodePath(image)
        }
        return String(text.prefix { $0 != "?" })
    }

    /// Returns a permanent redirect to another spelling of an address.
    static func moved(to target: String) -> Response {
        redirect(to: target, status: .movedPermanently, cacheControl: "public, max-age=300")
    }

    /// Responds with the picture of an address in thumbor's scheme, without its signature.
    func thumborPicture(_ address: Substring) async throws -> Response {
        var wanted = try ThumborRequest(parsing: address, isLenient: settings.lenientFilters)
        // Signed addresses are not redirected.
        if operation.permission == .unsigned, wanted.spelledName.hasPrefix("/") {
            let name = PictureName.withoutLeadingSlashes(wanted.spelledName)
            return Self.moved(to: "/unsafe/\(wanted.options)\(name)")
        }
        let call = try limited(until: wanted.filters.output.expires)
        guard wanted.isMeta else { return try await call.picture(of: wanted.pipeline) }
        wanted.image = try await pictures.source.name(wanted.image)
        return try await call.report(of: wanted)
    }

    /// Returns the call with the limits that its address sets: the scopes of presets, and the time in seconds since 1970 at which it expires.
    ///
    /// - Throws: `HTTPError` with status 410 for a time in the past.
    func limited(to scopes: [PictureScope] = [], until time: Int?) throws(HTTPError) -> Call {
        var call = self
        call.presetScopes = scopes
        if let time { try call.expire(at: time) }
        return call
    }

    /// Responds with the picture of a pipeline, whose names are as in the address, or with its substitute.
    func picture(of wanted: PicturePipeline) async throws -> Response {
        var wanted = wanted
        wanted.output.fill(from: services.defaults)
        try await wanted.mapNames(pictures.source.name)
        do {
            return try await picture(made: wanted, as: wanted.output)
        } catch {
            guard let substitute = substitute(for: wanted, after: error) else { throw error }
            return try await picture(made: substitute, as: substitute.output)
        }
    }

    /// The seconds for which clients may cache a substitute.
    private static let substituteAge = 60

    /// Returns the pipeline of the fallback picture after an error of the source; `nil` for other errors, and without a fallback.
    private func substitute(for wanted: PicturePipeline, after error: any Error) -> PicturePipeline? {
        let fallback = settings.fallback
        guard !fallback.isEmpty, wanted.image != fallback, Self.isOfSource(error) else { return nil }
        var substitute = wanted
        substitute.image = fallback
        substitute.output.maximumAge = Self.substituteAge
        return substitute
    }

    /// Returns true for an error of the source, which the fallback picture can replace.
    private static func isOfSource(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPError:
            [.notFound, .unsupportedMediaType, .badGateway, .gatewayTimeout].contains(error.status)
        case let error as ImageError: [.unsupported, .damaged, .truncated].contains(error.code)
        default: false
        }
    }

    /// Responds with the report of an address of thumbor's: the operations as JSON.
    private func report(of wanted: ThumborRequest) async throws -> Response {
        try requirePermission(toSee: [wanted.image])
        let limits = pictures.workshop.limits
        let report = try await examine(wanted.image) { size in
            guard wanted.trim != nil else { return 1 }
            guard limits.allow(size) else {
                throw HTTPError.unprocessable("The picture has \(size) pixels; \(limits.pixels) in all are allowed.")
            }
            return size.area
        } work: { bytes in
            try wanted.report(on: bytes, limits: limits).bytes
        }
        return try json(report, version: String(decoding: report, as: UTF8.self), cacheControl: "no-cache")
    }

    /// Runs work on the file of a picture. `pixels` returns the number of pixels that it decodes, of the picture's size.
    func examine<Value: Sendable>(
        _ name: String, pixels: @escaping @Sendable (PixelSize) throws -> Int,
        work: @escaping @Sendable ([UInt8]) throws -> Value
    ) async throws -> Value {
        let pictures = pictures
        return try await responder.connections.whileConnected(channel) {
            let files = try await pictures.source.files([name])
            defer { withExtendedLifetime(files) {} }
            let bytes = files.pictures[0].bytes
            let pixels = try pixels(try ImageHeader(of: bytes.span.bytes).size)
            return try await pictures.workshop.work(on: pixels, decoding: [bytes]) { try work(bytes) }
        }
    }

    /// Responds with JSON, or with 304 when the client has this version.
    func json(_ bytes: [UInt8], version: String, cacheControl: String) throws(HTTPError) -> Response {
        let tag = ResultKey(sources: [], operations: version, format: .jpeg).entityTag
        var response =
            EntityTags.matches(request.headers[.ifNoneMatch], tag)
            ? Response(status: .notModified) : try json(bytes)
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = cacheControl
        return response
    }

    /// Checks that the requester may see pictures.
    ///
    /// - Returns: true if a result of these pictures is public. With pictures of the library, it is so only where the library is public or the
    ///   address is signed.
    /// - Throws: `HTTPError` for a picture that the requester may not see, or that is outside of the address's scopes.
    @discardableResult
    func requirePermission(toSee names: [String]) throws(HTTPError) -> Bool {
        for scope in scopes {
            for name in names { try scope.require(name) }
        }
        let isOpen =
            services.library == nil || signer != nil || responder.access.isLibraryPublic
            || !names.contains(where: PictureName.isInLibrary)
        if !isOpen { try responder.access.requireScope(.read, of: identity) }
        return isOpen
    }

    /// The seconds until the address expires, which limit caching; `Int.max` without an end.
    var secondsLeft: Int { expires.map { max(0, $0 - responder.environment.secondsSince1970()) } ?? .max }

    /// Responds with the picture of a recipe.
    ///
    /// - Parameter output: the file options of a pipeline; `nil` for memes and sheets.
    func picture(made recipe: any ResultRecipe, as output: OutputOptions? = nil) async throws -> Response {
        let isOpen = try requirePermission(toSee: recipe.sources)
        let pictures = pictures
        let isShared =
            operation.permission == .preset || settings.resultSharing == .all
            || (settings.resultSharing == .signed && signer != nil)
        let result = try await responder.connections.whileConnected(channel) {
            try await pictures.picture(recipe, for: request.headers, isShared: isShared)
        }
        let left = secondsLeft
        let fresh = result.remote.compactMap(pictures.source.remote.fetched.secondsLeft).min() ?? .max
        let age = min(output?.maximumAge ?? settings.maximumAge, left, fresh)
        // Shared caches may keep only public pictures longer, and none with an end or an age of its own.
        let isLasting = isOpen && output?.maximumAge == nil && left == .max && fresh > 0
        var fields: HTTPFields = [
            .eTag: result.key.entityTag,
            .cacheControl: "\(isOpen ? "public" : "private"), max-age=\(age)"
                + (isLasting ? settings.sharedDirectives(fresh: fresh) : ""),
            .contentType: result.format.mediaType,
        ]
        if let (name, separator) = services.tagField, !recipe.sources.isEmpty {
            fields[name] = recipe.sources.map { "\(SourceTag($0))" }.joined(separator: separator)
        }
        if recipe.format == nil { fields[.vary] = "Accept" }
        if let output {
            if settings.clientHints { fields.addClientHints() }
            fields[.contentDisposition] = output.disposition(result.format)
            // Only a result from a cache was requested before; most new ones are not requested again. Kept ones are sent to every client.
            if isOpen, expires == nil, let origin = result.origin, origin != .made {
                responder.keep(result, fields, for: self)
            }
        }
        switch result.file {
        case .cached(let file):
            return Response(status: .ok, headers: fields, body: file.body(0..<file.size, threads: services.fileThreads))
        case .bytes(let bytes):
            return Response(status: .ok, headers: fields, body: try ResponseBody(bytes, countedBy: responses))
        case nil:
            fields[.contentType] = nil
            return Response(status: .notModified, headers: fields, body: .init())
        }
    }
}

extension OutputOptions {
    /// Returns the field `Content-Disposition` of RFC 6266; `nil` where neither name nor download is requested.
    func disposition(_ format: ImageFormat) -> String? {
        guard fileName != nil || isAttachment else { return nil }
        let kind = isAttachment ? "attachment" : "inline"
        guard let fileName else { return kind }
        let name = "\(fileName).\(format.fileExtension)"
        let plain = String(name.map { $0.isASCII && !$0.isNewline && $0 >= " " && $0 != "\"" && $0 != "\\" ? $0 : "_" })
        guard plain != name else { return "\(kind); filename=\"\(plain)\"" }
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encode(name))"
    }
}
