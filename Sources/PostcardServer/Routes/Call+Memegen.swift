import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

extension Call {
    /// Responds with the meme at an address of memegen's scheme. Errors are pictures too, unless the client wants JSON.
    func meme() async throws -> Response {
        let path = self["address"]
        do {
            if signer == nil, let response = try redirect(from: path) { return response }
            var response = try await drawn(try MemeAddress(path), query)
            if let status = Self.status(query["status"]), response.status == .ok { response.status = status }
            return response
        } catch {
            let name = path.split(separator: ".").last.flatMap { ImageFormat(writableExtension: String($0)) }
            var response = try await picture(of: error, as: name ?? .png)
            let isTrial = path.hasPrefix("\(MemegenParameters.placeholder)/")
            if isTrial || query["background"] == MemegenParameters.placeholder { response.status = .ok }
            return response
        }
    }

    /// Responds with the meme of an address.
    private func drawn(_ address: MemeAddress, _ query: QueryItems) async throws -> Response {
        let format = try address.format()
        var plan = try services.memes.plan(for: address, query)
        let source = services.pictures.source
        if case .named(let name) = plan.baseImage { plan.baseImage = .named(source.name(name)) }
        // Permissions are checked before errors tell which pictures exist.
        try requirePermission(toSee: plan.sources)
        for name in plan.sources where PictureName.isInLibrary(name) {
            let origin = try source.library.item(name).origin
            try origin.requireDerivatives()
            if case .named(name) = plan.baseImage { plan.credit = origin.credit }
        }
        plan.format = format
        return try await picture(made: plan)
    }

    /// Returns the status in the query; `nil` for none, and outside of 200 to 203 and 400 to 499, where a response could not have a picture or would
    /// look like a failure of the service.
    private static func status(_ text: String?) -> HTTPResponse.Status? {
        text.flatMap { Int($0) }.flatMap {
            (200...203).contains($0) || (400...499).contains($0) ? .init(code: $0) : nil
        }
    }

    /// Returns a redirect to the canonical address of a meme, as memegen does, so that caches keep each meme once.
    ///
    /// - Returns: `nil` for a canonical address.
    private func redirect(from path: Substring) throws -> Response? {
        let text = String(SignedTarget(request.uri.string).query)
        var address = try MemeAddress(path)
        guard address.fileExtension != nil, address.isCanonical else {
            return try redirect(to: address, query: text)
        }
        if request.uri.string.prefix(while: { $0 != "?" }).hasSuffix("/") || query["watermark"] != nil {
            return try redirect(to: address, query: Self.query(text, without: "watermark"), status: .found)
        }
        guard query["style"] == "animated", !MemegenParameters.movingExtensions.contains(address.fileExtension ?? "")
        else { return nil }
        address = MemeAddress(template: address.template, lines: address.lines, fileExtension: "gif")
        return try redirect(to: address, query: Self.query(text, without: "style"))
    }

    private static func query(_ text: String, without name: String) -> String {
        text.split(separator: "&").filter { $0.prefix { $0 != "=" } != name }.joined(separator: "&")
    }

    /// Returns a redirect. `status` is by default 301, or 302 for an address without an extension.
    private func redirect(to address: MemeAddress, query: String, status: HTTPResponse.Status? = nil) throws -> Response
    {
        var wanted = address
        if address.template != MemeCatalogue.custom {
            let entry = try services.memes.templates.entry(named: address.template)
            // An address without lines and extension means the template's example.
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

    static func redirect(
        to target: String, status: HTTPResponse.Status, cacheControl: String = "no-cache"
    ) -> Response {
        Response(status: status, headers: [.location: target, .cacheControl: cacheControl])
    }

    /// The statuses of errors that are shown as pictures: the lasting ones.
    private static let toldByPictures: Set = [400, 404, 413, 414, 415, 422]

    /// Returns the picture of an error.
    ///
    /// - Throws: the error itself where it has another status, or the client wants JSON.
    private func picture(of error: any Error, as format: ImageFormat) async throws -> Response {
        let httpError = Responder.httpError(error)
        let accept = AcceptHeader(request.headers[.accept])
        guard Self.toldByPictures.contains(httpError.status.code), !accept.names("application/json"),
            !accept.names("application/problem+json")
        else { throw error }
        let picture = ErrorPicture(
            title: "\(httpError.status.code) \(httpError.status.reasonPhrase)", detail: httpError.detail)
        let bytes = try await services.pictures.workshop.work(
            on: ErrorPicture.size.area.addedClamped(format.encodingPixels(of: ErrorPicture.size))
        ) { try picture.encoded(as: format) }
        return Response(
            status: httpError.status, headers: [.contentType: format.mediaType, .cacheControl: "no-store"],
            body: try ResponseBody(bytes, countedBy: responses))
    }
}

/// The picture of an error, for pages and chats that embed the address of a meme.
struct ErrorPicture {
    static let size = PixelSize(width: 600, height: 400)
    private static let background = Color(red: 38, green: 40, blue: 48)

    let title: String
    let detail: String

    /// Renders the picture, within `ImageWork`.
    func encoded(as format: ImageFormat) throws -> [UInt8] {
        var heading = Caption(title, in: UnitBox(x: 0.06, y: 0.08, width: 0.88, height: 0.2))
        heading.fill = Color(red: 255, green: 196, blue: 64)
        var text = Caption(detail, in: UnitBox(x: 0.06, y: 0.34, width: 0.88, height: 0.58))
        text.maximumSize = .fraction(0.08)
        heading.outline = nil
        text.outline = nil
        (heading.isPlain, text.isPlain) = (true, true)
        let image = try Image(size: Self.size, fill: Self.background)
        let picture = try Meme(captions: [heading, text]).render(onto: image).image
        return try picture.encoded(try EncodingOptions(format: format, quality: MemeFile.defaultQuality))
    }
}
