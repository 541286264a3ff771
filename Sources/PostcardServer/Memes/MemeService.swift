import HTTPTypes
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// Makes memes of posted specifications.
struct MemeService: Sendable {
    /// A meme and its sources.
    struct Made: Sendable {
        let bytes: [UInt8]
        let size: PixelSize
        let choice: FormatChoice
        let meme: Meme
        let picture: [UInt8]
        let origin: MemeOrigin
        let framing: MemeFraming
        let report: MemeReport
    }

    let pictures: PictureService
    let templates: MemeTemplates
    /// Pictures that were sent before.
    let sent: SentPictures
    /// Refuses those who may not see the library.
    let requireLibraryPermission: @Sendable () throws -> Void

    /// `specification` is the request. `uploads` are files that came with it, by the names of their parts. `accept`
    /// lists the formats that the client takes.
    func meme(
        _ specification: MemeSpecification, uploads: MultipartForm?, accept: AcceptHeader
    ) async throws -> Made {
        let entry = try specification.template.map { try templates.entry(named: $0) }
        var meme = try specification.meme(in: entry)
        let (picture, origin) = try await baseImage(specification, entry, uploads)
        var overlays: [String: [UInt8]] = [:]
        let name = specification.picture ?? "picture"
        let isSent = entry != nil || uploads?[name] != nil || SentPictures.isName(name)
        var byteCount = isSent ? 0 : picture.count
        for name in meme.overlayNames {
            let bytes = try await file(name, uploads).bytes
            // What came with the request, and templates, are in memory anyway; for the others there is room for one picture.
            if uploads?[name] == nil, !SentPictures.isName(name) { byteCount += bytes.count }
            guard byteCount <= pictures.source.maximumBytes else {
                throw HTTPError(
                    .contentTooLarge, "The pictures have more than \(pictures.source.maximumBytes) bytes together.")
            }
            overlays[name] = bytes
        }
        meme.fillOverlays(overlays)
        let choice = FormatChoice(
            explicit: specification.format, source: MemeFile.defaultFormat(for: picture, meme), accept: accept)
        // Nothing of it is kept, so nothing has to tell it apart.
        let reports = Reloadable<[CaptionReport]>([])
        let recipe = MemeRecipe(
            baseImage: .bytes(picture), meme: meme,
            framing: MemeFile.Framing(resize: specification.size?.resize()),
            format: choice.format, plan: "",
            credit: origin.credit, report: { reports.value = $0 })
        let bytes = try await recipe.make(as: choice.format, by: pictures).bytes
        return Made(
            bytes: bytes, size: try ImageHeader(of: bytes.span.bytes).size, choice: choice, meme: meme,
            picture: picture, origin: origin,
            framing: MemeFraming(size: specification.size?.description), report: MemeReport(reports.value))
    }

    private func baseImage(
        _ specification: MemeSpecification, _ entry: MemeTemplates.Entry?, _ uploads: MultipartForm?
    ) async throws -> ([UInt8], MemeOrigin) {
        if let entry { return (entry.picture, .template(entry.template)) }
        guard let name = specification.picture ?? uploads.flatMap({ $0["picture"] }).map(\.name) else {
            throw HTTPError.unprocessable(
                "Name a picture or a template, or send the picture as the part \"picture\" of a form.")
        }
        return try await file(name, uploads)
    }

    /// A picture that came with the specification, or one that its name leads to.
    private func file(_ name: String, _ uploads: MultipartForm?) async throws -> (bytes: [UInt8], origin: MemeOrigin) {
        if let part = uploads?[name] {
            guard part.bytes.count <= pictures.source.maximumBytes else {
                throw HTTPError(
                    .contentTooLarge, "The picture has more than \(pictures.source.maximumBytes) bytes.")
            }
            try PictureSniffing.check(part.bytes)
            return (part.bytes, .file(Self.plainName(part.fileName ?? part.name)))
        }
        if SentPictures.isName(name) { return (try sent.picture(name), .file("picture")) }
        let name = pictures.source.name(name)
        let library = pictures.source.library
        if LibraryPictures.isName(name) { try requireLibraryPermission() }
        try library.requirePermission(toChange: name)
        let bytes = try await pictures.source.with(name) { $0.bytes }
        if LibraryPictures.isName(name) { return (bytes, try library.item(name).origin) }
        return (bytes, SourcePictures.isAddress(name) ? .url(name) : .file(Self.plainName(name)))
    }

    /// Without folders, which are nobody's business.
    private static func plainName(_ path: String) -> String {
        String(path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "picture")
    }
}
