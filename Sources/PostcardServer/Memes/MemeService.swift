import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import Synchronization

/// A posted meme with all of its pictures.
struct PostedMeme: Sendable {
    let plan: MemePlan
    let choice: FormatChoice
    let picture: [UInt8]
    let origin: MemeOrigin
    let framing: MemeFraming
    /// Nothing of it is kept, so nothing has to tell it apart.
    var recipe: PictureRecipe { plan.recipe(as: choice.format) }
}

/// Finds the pictures of posted specifications.
struct MemeService: Sendable {
    let source: SourcePictures
    let templates: MemeTemplates
    /// Pictures that were sent before.
    let sent: SentPictures
    /// Refuses those who may not see the library.
    let requireLibraryPermission: @Sendable () throws -> Void

    /// `specification` is the request. `uploads` are files that came with it, by the names of their parts. `accept`
    /// lists the formats that the client takes.
    func meme(
        _ specification: MemeSpecification, uploads: MultipartForm?, accept: AcceptHeader
    ) async throws -> PostedMeme {
        let entry = try specification.template.map { try templates.entry(named: $0) }
        var meme = try specification.meme(in: entry)
        let (picture, origin) = try await baseImage(specification, entry, uploads)
        var overlays: [String: [UInt8]] = [:]
        let name = specification.picture ?? "picture"
        let isSent = entry != nil || uploads?[name] != nil || SentPictures.isName(name)
        var byteCount = isSent ? 0 : picture.count
        for name in meme.overlayNames {
            let bytes = try await file(name, uploads).bytes
            // Pictures of the request, and templates, are in memory anyway; for the others there is room for one picture.
            if uploads?[name] == nil, !SentPictures.isName(name) { byteCount += bytes.count }
            guard byteCount <= source.maximumBytes else {
                throw HTTPError(
                    .contentTooLarge, "The pictures have more than \(source.maximumBytes) bytes together.")
            }
            overlays[name] = bytes
        }
        meme.fillOverlays(overlays)
        let destined = specification.destination?.rule(moves: AnimatedImage.mayMove(picture)).format
        let choice = FormatChoice(
            explicit: destined ?? specification.format, source: MemeFile.defaultFormat(for: picture, meme),
            accept: accept)
        let framing = MemeFile.Framing(
            crop: specification.crop.flatMap { MemeFile.Crop($0) }, resize: specification.size?.resize())
        var plan = MemePlan(baseImage: .bytes(picture), meme: meme, framing: framing, credit: origin.credit)
        plan.destination = specification.destination
        return PostedMeme(
            plan: plan, choice: choice, picture: picture, origin: origin,
            framing: MemeFraming(crop: specification.crop, size: specification.size?.description))
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
            guard part.bytes.count <= source.maximumBytes else {
                throw HTTPError.pictureTooLarge(source.maximumBytes)
            }
            try PictureSniffing.check(part.bytes)
            return (part.bytes, .file(PictureName.lastPart(of: part.fileName ?? part.name) ?? "picture"))
        }
        if SentPictures.isName(name) { return (try sent.picture(name), .file("picture")) }
        let name = source.name(name)
        let library = source.library
        if PictureName.isInLibrary(name) { try requireLibraryPermission() }
        try library.requirePermission(toChange: name)
        let bytes = try await source.with(name) { $0.bytes }
        if PictureName.isInLibrary(name) { return (bytes, try library.item(name).origin) }
        return (bytes, PictureName.isAddress(name) ? .url(name) : .file(PictureName.lastPart(of: name) ?? "picture"))
    }
}

/// Pictures that clients sent to letter them several times, by names that nobody can guess, as `upload:…`: a preview of each change would
/// otherwise send the picture each time.
final class SentPictures: Sendable {
    private struct Picture {
        let name: String
        let bytes: [UInt8]
        var end: ContinuousClock.Instant
    }

    private static let prefix = "upload:"
    /// The maximum number of pictures: each costs more than its bytes, and small ones are many.
    static let maximumCount = 1_000
    /// The time for which a picture is kept after it was last used.
    static let lifetime = Duration.seconds(900)

    private let byteLimit: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let random: @Sendable (Int) -> [UInt8]
    /// The oldest first.
    private let pictures = Mutex<[Picture]>([])

    /// - Parameters:
    ///   - byteLimit: bytes of all pictures; the oldest ones make room.
    ///   - random: random bytes, so many.
    init(
        byteLimit: Int, now: @escaping @Sendable () -> ContinuousClock.Instant,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.byteLimit = byteLimit
        self.now = now
        self.random = random
    }

    static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// Keeps a picture for a while.
    func keep(_ bytes: [UInt8]) -> String {
        let name = Self.prefix + Base64.urlSafe.encode(random(16))
        let now = now()
        pictures.withLock { pictures in
            pictures.removeAll { $0.end <= now }
            var room = byteLimit - bytes.count - Self.byteCount(of: pictures)
            while room < 0 || pictures.count >= Self.maximumCount, !pictures.isEmpty {
                room += pictures.removeFirst().bytes.count
            }
            pictures.append(Picture(name: name, bytes: bytes, end: now + Self.lifetime))
        }
        return name
    }

    /// The bytes of a picture, which is kept for longer by that.
    ///
    /// - Throws: `HTTPError` with status 404 for one that is not there any more.
    func picture(_ name: String) throws(HTTPError) -> [UInt8] {
        let now = now()
        return try pictures.withLock { (pictures) throws(HTTPError) in
            guard let index = pictures.firstIndex(where: { $0.name == name && now < $0.end }) else {
                throw HTTPError(.notFound, "The picture that was sent is not kept any more. Send it again.", .uploadGone)
            }
            pictures[index].end = now + Self.lifetime
            return pictures[index].bytes
        }
    }

    /// Bytes of all pictures.
    var byteCount: Int { Self.byteCount(of: pictures.withLock { $0 }) }

    private static func byteCount(of pictures: [Picture]) -> Int { pictures.reduce(0) { $0 + $1.bytes.count } }
}
