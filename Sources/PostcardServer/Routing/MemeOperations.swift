internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import PostcardCore
internal import PostcardImaging
internal import PostcardLibrary
internal import PostcardMemes

extension Operation {
    /// Memes in memegen's scheme, and by our own specification. A slash at the end of memegen's paths means nothing.
    static func memes(_ features: APIFeatures) -> [Operation] {
        [memePicture(features)] + listings(features) + orders + preparations
            + [specification(features)]
    }

    private static func memePicture(_ features: APIFeatures) -> Operation {
        Operation(
            method: .get, path: PathTemplate("/images/{+address}[/]"), name: "getMemePicture", summary: "A meme.",
            tag: "memes", route: "memes", permission: .signedTarget,
            parameters: MemegenParameters.parameters + features.ending,
            replies: [.picture(of: ImageFormat.writable), .otherSpelling, .noExtension], faults: features.pictureFaults,
            forms: memeForms
        ) { call in
            try await call.meme()
        }
    }

    /// A form for each number of lines up to three; generators know no paths of any length.
    private static var memeForms: [Form] {
        let background = Parameter(
            name: "background",
            explanation: "The picture beneath: a path below a picture folder, an http or https address, or library:ID.",
            schema: ["type": "string", "minLength": 1, "examples": ["paris/tower.jpg"]], isRequired: true)
        let names = ["Blank", "OneLine", "TwoLines", "ThreeLines"]
        let summaries = ["A template without words.", "A meme of one line.", "Of two lines.", "Of three lines."]
        return names.indices.flatMap { count in
            let lines = ["first", "second", "third"].prefix(count).map(line)
            let path = lines.map { "/{\($0.name)}" }.joined() + ".{ext}"
            let parts = lines + [.fileExtension(of: ImageFormat.writableExtensions)]
            let template = Form(
                path: "/images/{template}\(path)", name: "getMeme\(names[count])", summary: summaries[count],
                parts: [templatePart] + parts)
            guard count > 0 else { return [template] }
            let custom = Form(
                path: "/images/custom\(path)", name: "getCustomMeme\(names[count])",
                summary: "A meme on a picture of one's own.", parts: parts, parameters: [background])
            return [template, custom]
        }
    }

    private static func listings(_ features: APIFeatures) -> [Operation] {
        let filter = Parameter(
            name: "filter", explanation: "Only those with this text in name, keywords or examples.",
            schema: Schema.string)
        let animated = Parameter(
            name: "animated", explanation: "Only those that move, of which there are none.",
            schema: ["type": "boolean"])
        let fontPart = Parameter(
            name: "font", explanation: "An id or alias.",
            schema: ["type": "string", "minLength": 1, "examples": ["frankmark"]])
        func listing<Value: Encodable & SendableMetatype>(
            _ path: String, _ name: String, _ summary: String, _ schema: JSONValue, parts: [Parameter] = [],
            _ parameters: [Parameter] = [], value: @escaping @Sendable (Call) throws -> Value
        ) -> Operation {
            Operation(
                method: .get, path: PathTemplate(path), name: name, summary: summary, tag: "memes", route: "memes",
                permission: .signedTarget, parts: parts, parameters: parameters + features.ending,
                replies: [.init(status: .ok, explanation: "What there is.", content: [.json(schema)])],
                faults: [400, 403, 404, 410, 414, 429]
            ) { call in
                try call.responder.json(try value(call))
            }
        }
        return [
            listing(
                "/templates[/]", "listTemplates", "All templates.", Schema.list("MemeTemplate"), [filter, animated]
            ) { call in
                let base = call.publicAddress
                return try call.templates().map { TemplateListing($0, base: base) }
            },
            listing(
                "/templates/{+template}[/]", "getTemplate", "A template.", Schema.ref("MemeTemplate"),
                parts: [templatePart]
            ) { call in
                TemplateListing(try call.template().template, base: call.publicAddress)
            },
            listing(
                "/images[/]", "listExamples", "An example of each template.", Schema.list("MemeExample"),
                [filter, animated]
            ) { call in
                let base = call.publicAddress
                return try call.templates().map { ExampleListing($0, base: base) }
            },
            listing("/fonts[/]", "listFonts", "All fonts.", Schema.list("MemeFont")) { call in
                let base = call.publicAddress
                return call.responder.memes.fonts.all.map { FontListing($0, base: base) }
            },
            listing("/fonts/{+font}[/]", "getFont", "A font.", Schema.ref("MemeFont"), parts: [fontPart]) { call in
                guard let entry = call.responder.memes.fonts.entry(named: PercentEncoding.decode(call["font"]) ?? "")
                else { throw HTTPError(.notFound, "There is no such font. They are listed at /fonts.") }
                return FontListing(entry, base: call.publicAddress)
            },
        ]
    }

    /// Posts that tell the address of a meme, without making it.
    private static let orders: [Operation] = {
        func order(
            _ path: String, _ name: String, _ summary: String, parts: [Parameter] = [], _ schema: JSONValue,
            template: @escaping @Sendable (Call, inout MemegenRequest) throws -> String
        ) -> Operation {
            Operation(
                method: .post, path: PathTemplate(path), name: name, summary: summary, tag: "memes", route: "memes",
                permission: .signedTarget, parts: parts,
                bodies: [.json(schema), .init(mediaType: "application/x-www-form-urlencoded", schema: schema)],
                replies: [
                    .init(
                        status: .created, explanation: "The address.", content: [.json(Schema.ref("MemeAddress"))]),
                    .init(status: .found, explanation: "With redirect.", fields: ["Location": "The picture."]),
                ],
                faults: [400, 403, 404, 413, 414, 415, 422, 429]
            ) { call in
                try await call.order(of: template)
            }
        }
        return [
            order("/images[/]", "orderMeme", "The address of a meme of a template.", MemegenRequest.schema) {
                call, order in
                guard let name = order.template else { throw HTTPError.badRequest("\"template_id\" is required.") }
                return try call.responder.memes.templates.entry(named: name).template.name
            },
            order(
                "/templates/{+template}[/]", "orderMemeOfTemplate", "The address of a meme of this template.",
                parts: [templatePart], MemegenRequest.templateSchema
            ) { call, _ in
                try call.template().template.name
            },
            order(
                "/images/custom[/]", "orderCustomMeme", "The address of a meme on a picture of one's own.",
                MemegenRequest.customSchema
            ) { _, order in
                guard order.background != nil else { throw HTTPError.badRequest("\"background\" is required.") }
                return MemeCatalogue.custom
            },
            order(
                "/images/automatic[/]", "orderAutomaticMeme",
                "The address of a meme whose template suits the words.", MemegenRequest.automaticSchema
            ) { call, order in
                try TemplateChoice.choose(for: &order, among: try call.responder.memes.templates.all())
            },
        ]
    }()

    /// What goes before a meme: its whole specification, and pictures that are sent once.
    private static let preparations: [Operation] = [
        Operation(
            method: .post, path: PathTemplate("/memes/specification"), name: "completeMeme",
            summary:
                "The whole meme with the boxes of its style or template, of the same body as a meme; nothing is drawn.",
            tag: "memes", route: "memes", permission: .signedTarget, bodies: [.json(MemeSpecification.schema)],
            replies: [
                .init(
                    status: .ok, explanation: "The meme.",
                    content: [.json(Schema.record(["meme": ["type": "object"]], required: ["meme"]))])
            ], faults: [400, 403, 404, 413, 414, 415, 422, 429, 503]
        ) { call in
            try await call.wholeSpecification()
        },
        Operation(
            method: .post, path: PathTemplate("/memes/pictures"), name: "sendMemePicture",
            summary: "Keep a picture for 15 minutes after its last use, so that previews need not send it again.",
            tag: "memes", route: "memes", permission: .signedTarget,
            bodies: [.bytes("image/*"), .bytes("application/octet-stream")],
            replies: [
                .init(
                    status: .created, explanation: "Its name in requests for memes.",
                    content: [.json(Schema.ref("SentPicture"))])
            ], faults: [400, 403, 413, 414, 415, 422, 429, 503]
        ) { call in
            try await call.sentPicture()
        },
    ]

    private static func specification(_ features: APIFeatures) -> Operation {
        let form: JSONValue = [
            "type": "object", "required": ["request"],
            "properties": ["request": MemeSpecification.schema, "picture": ["description": "The picture beneath."]],
            "additionalProperties": ["description": "A picture that the request names."],
        ]
        var replies: [Reply] = [
            .init(
                status: .ok, explanation: "The meme.", content: ImageFormat.writable.map { .bytes($0.mediaType) },
                fields: [
                    "Meme-Report":
                        "The size and number of lines of each caption, what did not fit and what no font has: "
                        + "base64url of JSON."
                ])
        ]
        if features.hasLibrary { replies.append(.created(Schema.ref("Meme"))) }
        return Operation(
            method: .post, path: PathTemplate("/memes[/]"), name: "makeMeme",
            summary: "A meme of a picture or a template, made at once; recorded in the library if that is wanted.",
            tag: "memes", route: "memes", permission: .signedTarget,
            bodies: [
                .json(MemeSpecification.schema), .init(mediaType: "multipart/form-data", schema: form),
            ], replies: replies, faults: features.pictureFaults.subtracting([410])
        ) { call in
            try await call.specifiedMeme()
        }
    }

    private static let templatePart = Parameter(
        name: "template", explanation: "An id of /templates.",
        schema: ["type": "string", "minLength": 1, "examples": ["verdict"]])

    private static func line(_ name: String) -> Parameter {
        .init(
            name: name,
            explanation:
                "A line: a space is _, _ is __, - is --, an empty line is _, and ~q ~a ~p ~h ~s ~b ~n ~l ~g are "
                + "? & % # / \\ a line end < >.",
            schema: ["type": "string", "minLength": 1, "maxLength": 200, "examples": ["Hello_world"]])
    }
}

extension Operation.Reply {
    fileprivate static let noExtension = Self(
        status: .found, explanation: "The address ends in no extension.", fields: ["Location": "The same as .png."])
}

extension Call {
    fileprivate func templates() throws -> [Template] {
        // None of our templates moves.
        if ["1", "true", "yes"].contains(query["animated"]?.lowercased()) { return [] }
        let filter = query["filter"] ?? ""
        return try responder.memes.templates.all().filter { $0.matches(filter) }
    }

    /// The template that the path names.
    fileprivate func template() throws -> MemeTemplates.Entry {
        try responder.memes.templates.entry(named: PercentEncoding.decode(self["template"]) ?? "")
    }

    fileprivate func meme() async throws -> Response {
        let address = try MemeAddress(self["address"])
        if !requester.isSigned, address.fileExtension == nil || !address.isCanonical {
            return try redirect(from: address)
        }
        var recipe = try responder.memes.recipe(for: address, query)
        // Before it is told what there is.
        try requirePermission(toSee: recipe.sources)
        let library = responder.pictures.source.library
        for name in recipe.sources { try library.requirePermission(toChange: name) }
        if case .named(let name) = recipe.baseImage, LibraryPictures.isName(name) {
            recipe.credit = try library.item(name).origin.credit
        }
        return try await picture(made: recipe)
    }

    /// To the spelling of a meme's address that is its only one, as memegen does it: caches keep each meme once.
    private func redirect(from address: MemeAddress) throws -> Response {
        var wanted = address
        if address.template != MemeCatalogue.custom {
            let entry = try responder.memes.templates.entry(named: address.template)
            // Without words and without an extension it is an example that is asked for.
            if address.lines.isEmpty { wanted = TemplateListing.example(of: entry.template) }
        } else if address.lines.isEmpty {
            throw HTTPError.notFound
        }
        let path = MemeAddress(
            template: wanted.template, lines: wanted.lines, fileExtension: address.fileExtension ?? "png"
        ).path
        let query = SignedTarget(request.uri.string).query
        return Self.redirect(
            to: path + (query.isEmpty ? "" : "?\(query)"),
            status: address.fileExtension == nil ? .found : .movedPermanently)
    }

    private static func redirect(to target: String, status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.location: target, .cacheControl: "no-cache"], body: .init())
    }

    /// `template` is the name of the template of the meme.
    fileprivate func order(of template: (Call, inout MemegenRequest) throws -> String) async throws -> Response {
        let configuration = responder.configuration
        let body = try await request.bytes(
            limit: configuration.maximumURLBytes * 4, room: try responder.uploads.permit())
        var order = try MemegenRequest(body, mediaType: request.mediaType)
        let name = try template(self, &order)
        let target = order.target(name)
        let signed = configuration.allowsUnsigned ? target : responder.signatures.signed(target)
        guard !order.redirects else { return Self.redirect(to: signed, status: .found) }
        return try responder.json(["url": publicAddress + signed], status: .created)
    }

    /// The address at which clients reach the service, without a slash at its end.
    fileprivate var publicAddress: String {
        let configured = responder.configuration.publicAddress
        guard configured.isEmpty else { return String(configured.reversed().drop { $0 == "/" }.reversed()) }
        let host = request.head.authority ?? ""
        // What a client says of our name is repeated only if it can be nothing but a name.
        let isPlain = host.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (65...90).contains(byte) || (48...58).contains(byte)
                || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]")].contains(byte)
        }
        return isPlain && !host.isEmpty ? "http://\(host)" : ""
    }
}
