internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import PostcardCore
internal import PostcardLibrary
internal import PostcardMemes

extension Responder {
    /// Answers in memegen's scheme, and what is posted to `/memes`.
    func answer(_ route: MemeRoute, _ request: Request, _ asker: Asker) async throws -> Response {
        let (items, asker) = try permitted(request, asker)
        let isPost = request.method == .post
        switch route {
        case .picture(let path): return try await meme(path, items, request, asker)
        case .images where isPost, .custom, .automatic: return try await order(in: nil, route, request)
        case .template(let name) where isPost: return try await order(in: name, route, request)
        case .images:
            let base = publicAddress(request)
            return try json(try templates(items).map { ExampleListing($0, base: base) })
        case .templates:
            let base = publicAddress(request)
            return try json(try templates(items).map { TemplateListing($0, base: base) })
        case .template(let name):
            let entry = try memes.templates.entry(named: PercentEncoding.decode(name) ?? "")
            return try json(TemplateListing(entry.template, base: publicAddress(request)))
        case .fonts:
            let base = publicAddress(request)
            return try json(memes.fonts.all.map { FontListing($0, base: base) })
        case .font(let name):
            guard let entry = memes.fonts.entry(named: PercentEncoding.decode(name) ?? "") else {
                throw ServerFault(.notFound, "There is no such font. They are listed at /fonts.")
            }
            return try json(FontListing(entry, base: publicAddress(request)))
        case .specification: return try await specifiedMeme(request, asker)
        }
    }

    private func templates(_ items: QueryItems) throws -> [Template] {
        // None of our templates moves.
        if ["1", "true", "yes"].contains(items["animated"]?.lowercased()) { return [] }
        let filter = items["filter"] ?? ""
        return try memes.templates.all().filter { $0.matches(filter) }
    }

    private func meme(
        _ path: Substring, _ items: QueryItems, _ request: Request, _ asker: Asker
    ) async throws -> Response {
        let address = try MemeAddress(path)
        let query = SignedTarget(request.uri.string).query
        if !asker.isSigned, address.fileExtension == nil || !address.isCanonical {
            return try redirect(from: address, query: query)
        }
        var recipe = try memes.recipe(for: address, items)
        // Before it is told what there is.
        try requirePermission(toSee: recipe.sources, asker)
        for name in recipe.sources { try pictures.source.library.requirePermission(toChange: name) }
        if case .named(let name) = recipe.baseImage, LibraryPictures.isName(name) {
            recipe.credit = try pictures.source.library.item(name).origin.credit
        }
        return try await picture(made: recipe, request, asker)
    }

    /// To the spelling of a meme's address that is its only one, as memegen does it: caches keep each meme once.
    private func redirect(from address: MemeAddress, query: Substring) throws -> Response {
        var wanted = address
        if address.template != MemeCatalogue.custom {
            let entry = try memes.templates.entry(named: address.template)
            // Without words and without an extension it is an example that is asked for.
            if address.lines.isEmpty { wanted = TemplateListing.example(of: entry.template) }
        } else if address.lines.isEmpty {
            throw ServerFault.notFound
        }
        let path = MemeAddress(
            template: wanted.template, lines: wanted.lines, fileExtension: address.fileExtension ?? "png"
        ).path
        return Self.redirect(
            to: path + (query.isEmpty ? "" : "?\(query)"),
            status: address.fileExtension == nil ? .found : .movedPermanently)
    }

    private static func redirect(to target: String, status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.location: target, .cacheControl: "no-cache"], body: .init())
    }

    /// Tells the address of the meme that is ordered, without making it.
    private func order(in name: Substring?, _ route: MemeRoute, _ request: Request) async throws -> Response {
        let body = try await request.bytes(
            limit: configuration.maximumURLBytes * 4, room: try uploads.permit())
        var order = try MemegenRequest(body, mediaType: request.mediaType)
        let template: String
        switch route {
        case .custom:
            guard order.background != nil else { throw ServerFault.badRequest("\"background\" is required.") }
            template = MemeCatalogue.custom
        case .automatic: template = try choose(for: &order)
        default:
            guard let named = name.map({ PercentEncoding.decode($0) ?? "" }) ?? order.template else {
                throw ServerFault.badRequest("\"template_id\" is required.")
            }
            template = try memes.templates.entry(named: named).template.name
        }
        let target = order.target(template)
        let signed = configuration.allowsUnsigned ? target : signatures.signed(target)
        guard !order.redirects else { return Self.redirect(to: signed, status: .found) }
        return try json(["url": publicAddress(request) + signed], status: .created)
    }

    /// The template that suits the words of an order, which are put on its places.
    private func choose(for order: inout MemegenRequest) throws -> String {
        let text = TextParts(order.lines.joined(separator: "\n"))
        guard !text.text.isEmpty else { throw ServerFault.badRequest("\"text\" is required.") }
        guard text.text.utf8.count <= TextParts.maximumBytes else {
            throw ServerFault.unprocessable("The text has more than \(TextParts.maximumBytes) bytes.")
        }
        guard let template = TemplateChoice(try memes.templates.all()).template(for: text) else {
            throw ServerFault(.notFound, "There are no templates.")
        }
        order.lines = TemplateChoice.lines(of: text, on: template)
        return template.name
    }

    /// Where clients reach the service, without a slash at its end.
    private func publicAddress(_ request: Request) -> String {
        guard configuration.publicAddress.isEmpty else {
            return String(configuration.publicAddress.reversed().drop { $0 == "/" }.reversed())
        }
        let host = request.head.authority ?? ""
        // What a client says of our name is repeated only if it can be nothing but a name.
        let isPlain = host.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (65...90).contains(byte) || (48...58).contains(byte)
                || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]")].contains(byte)
        }
        return isPlain && !host.isEmpty ? "http://\(host)" : ""
    }
}
