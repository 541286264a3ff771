import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

extension Operation {
    /// The name of meme operations in metrics and logs.
    static let memeRoute = "memes"

    /// Returns the operations for memes, in memegen's scheme and by specification. As in memegen, paths can end in a slash.
    static func memes(_ features: APIFeatures) -> [Endpoint<Responder>] {
        [memePicture(features)] + memeListings(features) + memeURLs + preparations + [
            specification(features)
        ]
    }

    private static func memePicture(_ features: APIFeatures) -> Endpoint<Responder> {
        Operation(
            method: .get, path: PathTemplate("/images/{+address}[/]"), name: "getMemePicture", summary: "A meme.",
            tag: "memes", route: memeRoute, permission: .signedTarget,
            parameters: MemegenParameters.parameters + features.ending,
            replies: [.picture(of: ImageFormat.writable), .otherSpelling, .noExtension], errors: features.pictureErrors,
            showsErrorsAsPictures: true, forms: memeForms
        ).handled { call in
            try await call.meme()
        }
    }

    /// The forms of meme URLs with up to three lines, because OpenAPI can't describe paths of arbitrary length.
    private static var memeForms: [Form] {
        let background = Parameter(
            "background",
            "The base image: a path in a picture folder, an http or https URL, or library:ID.",
            ["type": "string", "minLength": 1, "examples": ["paris/tower.jpg"]], isRequired: true)
        let names = ["Blank", "OneLine", "TwoLines", "ThreeLines"]
        let summaries = [
            "A template without text.", "A meme with one line.", "A meme with two lines.", "A meme with three lines.",
        ]
        return names.indices.flatMap { count in
            let lines = ["first", "second", "third"].prefix(count).map(line)
            let path = lines.map { "/{\($0.name)}" }.joined() + ".{ext}"
            let parts = lines + [.fileExtension(of: ImageFormat.writableExtensions)]
            let template = Form(
                path: "/images/{template}\(path)", name: "getMeme\(names[count])", summary: summaries[count],
                parts: [memeTemplate] + parts)
            guard count > 0 else { return [template] }
            let custom = Form(
                path: "/images/custom\(path)", name: "getCustomMeme\(names[count])",
                summary: "A meme with your own base image.", parts: parts, parameters: [background])
            return [template, custom]
        }
    }

    /// The operations that prepare a meme: completing its specification, and uploading a picture for several memes.
    private static let preparations: [Endpoint<Responder>] = [
        Operation(
            method: .post, path: PathTemplate("/memes/specification"), name: "completeMeme",
            summary:
                "Add the boxes of the style or template to a meme, without drawing it.",
            tag: "memes", route: memeRoute, permission: .signedTarget, bodies: [.json(MemeSpecification.schema)],
            replies: [.json(Schema.record(["meme": Schema.anyObject]), "The meme.")],
            errors: [400, 403, 404, 413, 414, 415, 422, 429, 503]
        ).handled { call in
            try await call.wholeSpecification()
        },
        Operation(
            method: .post, path: PathTemplate("/memes/pictures"), name: "sendMemePicture",
            summary:
                "Store a picture until 15 minutes after its last use, so previews don't need to send it again.",
            tag: "memes", route: memeRoute, permission: .signedTarget,
            bodies: [.bytes("image/*"), .bytes("application/octet-stream")],
            replies: [.json(Schema.ref("SentPicture"), "The picture's name for meme requests.", status: .created)],
            errors: [400, 403, 413, 414, 415, 422, 429, 503]
        ).handled { call in
            try await call.sentPicture()
        },
    ]

    private static func specification(_ features: APIFeatures) -> Endpoint<Responder> {
        let form: JSONValue = [
            "type": "object", "required": ["request"],
            "properties": ["request": MemeSpecification.schema, "picture": ["description": "The base image."]],
            "additionalProperties": ["description": "A picture that the request refers to by this name."],
        ]
        let record = Content.json(Schema.ref("Meme"))
        var replies: [Reply] = [
            .init(
                status: .ok,
                explanation: "The meme, or the record that an earlier request with the same id created.",
                content: MemeSpecification.mediaTypes.map { .bytes($0) } + (features.hasLibrary ? [record] : []),
                fields: [
                    "Meme-Report":
                        "The size and number of lines of each caption, text that did not fit and characters that no font "
                        + "contains: base64url of JSON."
                ])
        ]
        if features.hasLibrary { replies.append(.created(Schema.ref("Meme"))) }
        let parameters = features.hasLibrary ? [Parameter.chosenID(of: .meme)] : []
        return Operation(
            method: .post, path: PathTemplate("/memes[/]"), name: "makeMeme",
            summary: "Make a meme from a picture or a template, and optionally save it in the library.",
            tag: "memes", route: memeRoute, permission: .signedTarget, parameters: parameters,
            bodies: [
                .json(MemeSpecification.schema), .init(mediaType: "multipart/form-data", schema: form),
            ], replies: replies,
            errors: features.pictureErrors.subtracting([410]).union(features.hasLibrary ? [409, 501] : [501]),
            isRendering: true
        ).handled { call in
            let permit = try call.services.uploads.permit()
            defer { withExtendedLifetime(permit) {} }
            let (specification, files) = try await call.specification(permit)
            guard !specification.isRecorded else { return try await call.record(specification, files) }
            let drawn = try await call.draw(specification, files)
            var headers: HTTPFields = [
                .contentType: drawn.mediaType, .cacheControl: "no-store", .memeReport: drawn.report,
            ]
            if specification.format == nil, specification.destination == nil { headers[.vary] = "Accept" }
            return Response(
                status: .ok, headers: headers,
                body: try ResponseBody(drawn.picture.bytes, countedBy: call.responses))
        }
    }

    private static func line(_ name: String) -> Parameter {
        .init(
            name,
            "A line: a space is _, _ is __, - is --, an empty line is _, and ~q ~a ~p ~h ~s ~b ~n ~l ~g are "
                + "? & % # / \\ a line break < >.",
            ["type": "string", "minLength": 1, "maxLength": 200, "examples": ["Hello_world"]])
    }
}

extension Operation.Reply {
    fileprivate static let noExtension = Self(
        status: .found, explanation: "The URL has no file extension.",
        fields: ["Location": "The URL with the extension."])
}

// MARK: Memes in memegen's scheme

extension Call<Responder> {
    /// Responds with the meme at a URL in memegen's scheme. Errors are also sent as pictures, unless the client requests JSON.
    func meme() async throws -> Response {
        let path = self["address"]
        do {
            if access.signer == nil, let response = try redirect(from: path) { return response }
            var response = try await drawn(try MemeAddress(path), query)
            if let status = Self.status(query["status"]), response.status == .ok { response.status = status }
            return response
        } catch {
            let name = path.split(separator: ".").last.flatMap { ImageFormat(writableExtension: String($0)) }
            var response = try await picture(of: error, as: name ?? .png)
            let isPlaceholder = path.hasPrefix("\(MemegenParameters.placeholder)/")
            if isPlaceholder || query["background"] == MemegenParameters.placeholder { response.status = .ok }
            return response
        }
    }

    /// Responds with the meme for a URL.
    private func drawn(_ address: MemeAddress, _ query: QueryItems) async throws -> Response {
        let format = try address.format()
        let source = services.results.source
        var plan = try services.memes.plan(for: address, query)
        if case .named(let name) = plan.baseImage { plan.baseImage = .named(try await source.name(name)) }
        // Permissions are checked first, because errors reveal which pictures exist.
        try requirePermission(toSee: plan.sources)
        for name in plan.sources where PictureName.isInLibrary(name) {
            let origin = try await source.library.item(name).origin
            try origin.requireDerivatives()
            if case .named(name) = plan.baseImage { plan.credit = origin.credit }
        }
        plan.format = format
        return try await response(with: plan)
    }

    /// Returns the status in the query; `nil` if there is none, or if it is outside 200 to 203 and 400 to 499. With other statuses,
    /// responses could not contain a picture or would look like service failures.
    private static func status(_ text: String?) -> HTTPResponse.Status? {
        text.flatMap { Int($0) }.flatMap {
            (200...203).contains($0) || (400...499).contains($0) ? .init(code: $0) : nil
        }
    }

    /// Returns a redirect to the canonical URL of a meme, as in memegen, so caches store each meme only once.
    ///
    /// - Returns: `nil` if the URL is canonical.
    private func redirect(from path: Substring) throws -> Response? {
        let text = String(SignedTarget(request.uri.string).query)
        var address = try MemeAddress(path)
        guard address.fileExtension != nil, address.isCanonical else {
            return try redirect(to: address, query: text)
        }
        if request.uri.string.prefix(while: { $0 != "?" }).hasSuffix("/") || query["watermark"] != nil {
            return try redirect(to: address, query: Self.query(text, without: "watermark"), status: .found)
        }
        guard query["style"] == "animated", !MemegenParameters.animatedExtensions.contains(address.fileExtension ?? "")
        else { return nil }
        address = MemeAddress(template: address.template, lines: address.lines, fileExtension: "gif")
        return try redirect(to: address, query: Self.query(text, without: "style"))
    }

    private static func query(_ text: String, without name: String) -> String {
        text.split(separator: "&").filter { $0.prefix { $0 != "=" } != name }.joined(separator: "&")
    }

    /// Returns a redirect. By default, `status` is 301, or 302 for a URL without a file extension.
    private func redirect(to address: MemeAddress, query: String, status: HTTPResponse.Status? = nil) throws -> Response
    {
        var wanted = address
        if address.template != MemeCatalog.custom {
            let entry = try services.memes.templates.entry(named: address.template)
            // A URL with neither lines nor a file extension stands for the template's example meme.
            if address.lines.isEmpty, address.fileExtension == nil {
                wanted = entry.template.example
            }
        } else if address.lines.isEmpty {
            throw HTTPError.notFound
        }
        let path = MemeAddress(
            template: wanted.template, lines: wanted.lines, fileExtension: address.fileExtension ?? "png"
        ).path
        return Self.redirect(
            to: path + (query.isEmpty ? "" : "?\(query)"),
            status: status ?? (address.fileExtension == nil ? .found : .movedPermanently))
    }

    /// The statuses of errors that are shown as pictures; only errors that a retry would not fix.
    private static var statusesRenderedAsPictures: Set<Int> { [400, 404, 413, 414, 415, 422] }

    /// Returns a picture that shows an error.
    ///
    /// - Throws: the error itself if errors with its status are not shown as pictures or the client requests JSON.
    private func picture(of error: any Error, as format: ImageFormat) async throws -> Response {
        let httpError = HTTPError(describing: error)
        let accept = AcceptHeader(request.headers[.accept])
        guard Self.statusesRenderedAsPictures.contains(httpError.status.code), !accept.names("application/json"),
            !accept.names("application/problem+json")
        else { throw error }
        let picture = ErrorPicture(
            title: "\(httpError.status.code) \(httpError.status.reasonPhrase)", detail: httpError.detail)
        let bytes = try await services.results.workshop.work(
            on: ErrorPicture.size.area.addedClamped(format.encodingPixels(of: ErrorPicture.size))
        ) { try picture.encoded(as: format) }
        return Response(
            status: httpError.status, headers: [.contentType: format.mediaType, .cacheControl: "no-store"],
            body: try ResponseBody(bytes, countedBy: responses))
    }
}
