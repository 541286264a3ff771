internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import PostcardCore
internal import PostcardImaging

extension Operation {
    /// Pictures in thumbor's scheme and by preset.
    static func pictures(_ features: APIFeatures) -> [Operation] {
        [
            Operation(
                method: .get, path: PathTemplate("/unsafe/{*rest}"), name: "getPictureUnsigned",
                summary: "A picture in thumbor's scheme.", tag: "pictures", route: "thumbor", permission: .unsigned,
                isDescribed: features.allowsUnsigned,
                replies: [.thumbor, .otherSpelling], faults: features.pictureFaults,
                forms: thumborForms("/unsafe", name: "Unsigned", [])
            ) { call in
                try await call.thumborPicture(call["rest"])
            },
            Operation(
                method: .get, path: PathTemplate("/{signature:27}/{*rest}"), name: "getPictureSigned",
                summary: "A picture in thumbor's scheme.", tag: "pictures", route: "thumbor", permission: .signedRest,
                isDescribed: features.hasKeys,
                replies: [.thumbor, .otherSpelling], faults: features.pictureFaults,
                forms: thumborForms("/{signature}", name: "Signed", [signaturePart])
            ) { call in
                try await call.signedPicture()
            },
            Operation(
                method: .get, path: PathTemplate("/p/{preset}/{*picture}"), name: "getPictureByPreset",
                summary: "A picture as a preset shows it.", tag: "pictures", route: "preset", permission: .preset,
                isDescribed: !features.presets.isEmpty,
                parts: [
                    Parameter(
                        name: "preset", explanation: "As the operator has named it.",
                        schema: ["type": "string", "enum": .array(features.presets.map { .text($0) })]), picturePart,
                ],
                replies: [.picture(of: ImageFormat.writable), .otherSpelling], faults: features.pictureFaults
            ) { call in
                try await call.presetPicture()
            },
        ]
    }

    /// The usual forms of thumbor's addresses.
    private static func thumborForms(_ start: String, name: String, _ parts: [Parameter]) -> [Form] {
        [
            ("{size}", "", "A picture that fills a size; what stands over is cut off.", [sizePart]),
            ("fit-in/{size}", "Within", "A whole picture within a size.", [sizePart]),
            (
                "meta/{size}", "Report", "What is done to a picture that fills a size, as JSON.", [sizePart]
            ),
            (
                "{size}/filters:{filters}", "Filtered", "A picture that fills a size, filtered.",
                [sizePart, filtersPart]
            ),
        ].map { options, kind, summary, optionParts in
            Form(
                path: "\(start)/\(options)/{picture}", name: "getPicture\(kind)\(name)", summary: summary,
                parts: parts + optionParts + [picturePart])
        }
    }

    private static let signaturePart = Parameter(
        name: "signature",
        explanation: "The url-safe base64 of the HMAC-SHA1 or HMAC-SHA256 over all of the path that follows its slash.",
        schema: ["type": "string", "pattern": "^[A-Za-z0-9_-]{27,44}={0,2}$"])
    private static let sizePart = Parameter(
        name: "size",
        explanation: "WIDTHxHEIGHT in pixels. A side that is left out or 0 follows from the other, orig is that of the "
            + "picture, and one with a minus is mirrored.",
        schema: [
            "type": "string", "pattern": "^(-?([0-9]{0,5}|orig))x(-?([0-9]{0,5}|orig))$", "examples": ["300x200"],
        ])
    private static let filtersPart = Parameter(
        name: "filters", explanation: "Thumbor's filters with colons between them, such as quality(80):grayscale().",
        schema: ["type": "string", "minLength": 1, "examples": ["quality(80)"]])
    private static let picturePart = Parameter(
        name: "picture",
        explanation:
            "A path below a picture folder, an http or https address, or library:ID, percent-encoded; its slashes "
            + "may stand as they are.",
        schema: ["type": "string", "minLength": 1, "examples": ["paris/tower.jpg"]])
}

extension Operation.Parameter {
    /// The extension that names the format of a result.
    static func fileExtension(of names: [String]) -> Self {
        Self(
            name: "ext", explanation: "Names the format.",
            schema: ["type": "string", "enum": .array(names.map { .text($0) })])
    }

    static let expires = Self(
        name: "expires", explanation: "Seconds since 1970 after which the address is refused.",
        schema: ["type": "integer", "minimum": 0])

    /// The last one.
    static let signature = Self(
        name: "signature",
        explanation:
            "The last parameter: the url-safe base64 of the HMAC-SHA256 over path and query before it. Who has a "
            + "token needs none.",
        schema: ["type": "string", "pattern": "^[A-Za-z0-9_-]{27,44}={0,2}$"])
}

extension Operation.Reply {
    /// A picture that may be kept.
    static func picture(of formats: [ImageFormat]) -> Self {
        .init(
            status: .ok, explanation: "The picture.", content: formats.map { .bytes($0.mediaType) },
            fields: [
                "ETag": "Changes with the picture.", "Cache-Control": "How long it may be kept.",
                "Vary": "Accept, where the client's taste decided about the format.",
            ])
    }

    /// A picture, or what is done to it.
    static let thumbor = {
        var reply = picture(of: ImageFormat.writable)
        reply.content.append(.json(ThumborReport.schema))
        return reply
    }()

    static let otherSpelling = Self(
        status: .movedPermanently, explanation: "The address has another spelling.",
        fields: ["Location": "The one that is kept."])
}

extension Call {
    /// The picture of a signed address. Only one way to encode it is answered, so that nobody can fill caches with one picture.
    fileprivate func signedPicture() async throws -> Response {
        if isImgproxy { return try await imgproxyPicture(signedRest) }
        guard signedRest == self["rest"] || PercentEncoding.isUsual(self["rest"], for: String(signedRest)) else {
            return Self.moved(to: "/\(signature)/\(PercentEncoding.encodePath(String(signedRest)))")
        }
        return try await thumborPicture(signedRest)
    }

    fileprivate func presetPicture() async throws -> Response {
        let wanted = try responder.presets.pipeline(named: self["preset"], image: self["picture"], hints: hints)
        if let image = Self.otherSpelling(of: self["picture"], wanted.image) {
            return Self.moved(to: "/p/\(self["preset"])/\(image)")
        }
        return try await picture(of: wanted)
    }

    /// The usual spelling of a preset's picture, where it came in another one or with a query that has no meaning.
    private static func otherSpelling(of text: Substring, _ image: String) -> String? {
        if SourcePictures.isAddress(image) || !text.contains("?") {
            return PercentEncoding.isUsual(text, for: image) ? nil : PercentEncoding.encodePath(image)
        }
        return String(text.prefix { $0 != "?" })
    }

    /// The response at another spelling of an address.
    private static func moved(to target: String) -> Response {
        Response(
            status: .movedPermanently, headers: [.location: target, .cacheControl: "public, max-age=300"], body: .init()
        )
    }

    fileprivate func thumborPicture(_ address: Substring) async throws -> Response {
        let wanted = try ThumborRequest(
            parsing: address, isLenient: responder.configuration.lenientFilters)
        guard wanted.isMeta else { return try await picture(of: wanted.pipeline) }
        if let time = wanted.filters.output.expires { try requireTime(before: time) }
        return try await report(of: wanted)
    }

    /// The response with a picture of a pipeline.
    func picture(of wanted: PicturePipeline) async throws -> Response {
        var (call, wanted) = (self, wanted)
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
            responder.keep(result, fields, of: stamps, route: operation.route, for: request.head)
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
        let pictures = responder.pictures
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
                return try await pictures.work(on: pixels, within: pictures.renderingTime()) {
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

    private func result(
        made recipe: some PictureRecipe, maximumAge: Int? = nil
    ) async throws -> (PictureService.Result, HTTPFields) {
        let isOpen = try requirePermission(toSee: recipe.sources)
        let accept = AcceptHeader(request.headers[.accept])
        let known = request.headers[.ifNoneMatch]
        let pictures = responder.pictures
        let result = try await whileConnected { try await pictures.picture(recipe, accept: accept, ifNoneMatch: known) }
        // It must not be kept longer than the address is good for.
        let left = requester.expires.map { max(0, $0 - responder.environment.secondsSince1970()) } ?? .max
        let fresh = recipe.sources.compactMap(pictures.source.secondsLeft).min() ?? .max
        let age = min(maximumAge ?? responder.configuration.maximumAge, left, fresh)
        var fields: HTTPFields = [
            .eTag: result.key.entityTag,
            .cacheControl: "\(isOpen ? "public" : "private"), max-age=\(age)",
            .contentType: result.choice.format.mediaType,
        ]
        if result.choice.dependsOnAccept { fields[.vary] = "Accept" }
        return (result, fields)
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
