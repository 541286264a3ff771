import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardMemes

extension Operation {
    /// Returns the operations that list templates, examples and fonts, as in memegen.
    static func memeListings(_ features: APIFeatures) -> [Endpoint<Responder>] {
        let filter = Parameter(
            "filter", "Only templates with this text in their name, keywords or examples.", Schema.string)
        let animated = Parameter("animated", "Only animated templates.", Schema.flag)
        let fontPart = Parameter(
            "font", "An id or alias.", ["type": "string", "minLength": 1, "examples": ["frankmark"]])
        func listing(
            _ path: String, _ name: String, _ summary: String, _ schema: JSONValue, parts: [Parameter] = [],
            _ parameters: [Parameter] = [], value: @escaping @Sendable (Call<Responder>) throws -> JSONValue
        ) -> Endpoint<Responder> {
            Operation(
                method: .get, path: PathTemplate(path), name: name, summary: summary, tag: "memes", route: memeRoute,
                permission: .signedTarget, parts: parts, parameters: parameters + features.ending,
                replies: [.json(schema, "The list.", fields: ["ETag": "Its version."])],
                errors: [400, 403, 404, 410, 414, 429]
            ).handled { call in
                try call.tagged(value(call).bytes)
            }
        }
        return [
            listing(
                "/templates[/]", "listTemplates", "All templates.", Schema.list("MemeTemplate"), [filter, animated]
            ) { call in
                let base = call.publicAddress
                return .array(try call.templates().map { $0.listing(base: base) })
            },
            listing(
                "/templates/{+template}[/]", "getTemplate", "A template.", Schema.ref("MemeTemplate"),
                parts: [memeTemplate]
            ) { call in
                try call.template().template.listing(base: call.publicAddress)
            },
            listing(
                "/images[/]", "listExamples", "An example of each template.", Schema.list("MemeExample"),
                [filter, animated]
            ) { call in
                let base = call.publicAddress
                return .array(try call.templates().map { $0.exampleListing(base: base) })
            },
            listing("/fonts[/]", "listFonts", "All fonts.", Schema.list("MemeFont")) { call in
                let base = call.publicAddress
                return .array(call.services.memes.fonts.all.map { $0.listing(base: base) })
            },
            listing("/fonts/{+font}[/]", "getFont", "A font.", Schema.ref("MemeFont"), parts: [fontPart]) { call in
                guard let entry = call.services.memes.fonts.entry(named: PercentEncoding.decode(call["font"]) ?? "")
                else { throw HTTPError(.notFound, "Font not found. Fonts are listed at /fonts.") }
                return entry.listing(base: call.publicAddress)
            },
        ]
    }

    /// The operations that return the URL of a meme without rendering it, as in memegen.
    static let memeURLs: [Endpoint<Responder>] = {
        func endpoint(
            _ path: String, _ name: String, _ summary: String, parts: [Parameter] = [], _ schema: JSONValue,
            template: @escaping @Sendable (Call<Responder>, MemegenRequest) throws -> String
        ) -> Endpoint<Responder> {
            Operation(
                method: .post, path: PathTemplate(path), name: name, summary: summary, tag: "memes", route: memeRoute,
                permission: .signedTarget, parts: parts,
                bodies: [
                    .json(schema), .init(mediaType: "application/x-www-form-urlencoded", schema: schema),
                    .init(mediaType: "multipart/form-data", schema: schema),
                ],
                replies: [
                    .json(Schema.ref("MemeAddress"), "The URL.", status: .created),
                    .init(status: .found, explanation: "With redirect.", fields: ["Location": "The picture."]),
                ],
                errors: [400, 403, 404, 413, 414, 422, 429]
            ).handled { call in
                try await call.memeURL(of: template)
            }
        }
        return [
            endpoint("/images[/]", "orderMeme", "The URL of a meme from a template.", MemegenRequest.schema) {
                call, body in
                guard let name = body.template else { throw HTTPError.badRequest("\"template_id\" is required.") }
                return try template(name, call, body)
            },
            endpoint(
                "/templates/{+template}[/]", "orderMemeOfTemplate", "The URL of a meme from this template.",
                parts: [memeTemplate], MemegenRequest.templateSchema
            ) { call, body in
                try template(PercentEncoding.decode(call["template"]) ?? "", call, body)
            },
            endpoint(
                "/images/custom[/]", "orderCustomMeme", "The URL of a meme with your own base image.",
                MemegenRequest.customSchema, template: customMeme),
            endpoint(
                "/templates/custom[/]", "orderMemeOfCustomTemplate", "The same as /images/custom.",
                MemegenRequest.customSchema, template: customMeme),
        ]
    }()

    /// Returns the name of a template. Keeps an unknown name if the response is a redirect, because the redirect's target shows the error.
    private static func template(_ name: String, _ call: Call<Responder>, _ body: MemegenRequest) throws -> String {
        do {
            return try call.services.memes.templates.entry(named: name).template.name
        } catch let error as HTTPError where error.status == .notFound && body.redirects {
            return name
        }
    }

    /// Returns the template for a meme whose base image is in the body. memegen's clients might send a template's id as the base image.
    private static func customMeme(_ call: Call<Responder>, _ body: MemegenRequest) throws -> String {
        guard let name = body.background else {
            guard !body.redirects else { return MemeCatalog.custom }
            throw HTTPError.badRequest("\"background\" is required.")
        }
        guard !name.contains("/"), !name.contains(":") else { return MemeCatalog.custom }
        return (try? call.services.memes.templates.entry(named: name).template.name) ?? MemeCatalog.custom
    }

    /// The path parameter for a template.
    static let memeTemplate = Parameter(
        "template", "A template id from /templates.", ["type": "string", "minLength": 1, "examples": ["verdict"]])
}

extension Call<Responder> {
    fileprivate func templates() throws -> [Template] {
        let isOnlyAnimated = ["1", "true", "yes"].contains(query["animated"]?.lowercased())
        let filter = query["filter"] ?? ""
        return try services.memes.templates.all().filter { $0.matches(filter) && (!isOnlyAnimated || $0.isAnimated) }
    }

    /// Returns the template in the path.
    fileprivate func template() throws -> MemeTemplates.Entry {
        try services.memes.templates.entry(named: PercentEncoding.decode(self["template"]) ?? "")
    }

    /// Responds with the URL of a meme, or redirects to it. `template` returns the template's name.
    fileprivate func memeURL(of template: (Call<Responder>, MemegenRequest) throws -> String) async throws -> Response {
        let body = try await request.bytes(
            limit: service.maximumURLBytes * 4, room: try services.uploads.permit())
        let wanted = try MemegenRequest(body, contentType: request.headers[.contentType] ?? "")
        let name = try template(self, wanted)
        let target = wanted.target(name)
        let signed =
            settings.allowsUnsigned ? target : try service.access.signatures.signed(target, for: sources(of: target))
        guard !wanted.redirects else { return Self.redirect(to: signed, status: .found) }
        return try reply(
            JSONValue(["url": .text(publicAddress + signed)]).bytes, status: .created, cacheControl: "no-cache")
    }

    /// Returns the names of the pictures in a meme's URL; an empty array if the URL is invalid.
    private func sources(of target: String) -> [String] {
        let path = target.dropFirst("/images/".count).prefix { $0 != "?" }
        let query = String(target.drop { $0 != "?" }.dropFirst())
        guard let address = try? MemeAddress(path), let items = try? QueryItems(query) else { return [] }
        return (try? services.memes.plan(for: address, items).sources) ?? []
    }

    /// The URL of the service for clients, without a trailing slash: the one in the settings, or else the host in the request.
    fileprivate var publicAddress: String {
        if let configured = settings.publicAddress { return configured }
        let host = request.head.authority ?? ""
        // The client chooses the host, so the host is used only if its characters are valid in a host name.
        let isPlain = host.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-.:[]") }
        return isPlain && !host.isEmpty ? "http://\(host)" : ""
    }
}
