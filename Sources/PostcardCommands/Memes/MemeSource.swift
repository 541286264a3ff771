import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardSources
import SystemPackage

/// The base image of a meme: its bytes, their origin, and the library that keeps the meme.
struct MemeSource {
    let bytes: [UInt8]
    let origin: MemeOrigin
    /// The name of the picture in messages.
    let name: String
    /// The file, if it is one.
    var file: String? { if case .file = origin, name != "standard input" { name } else { nil } }
    /// The library in which the meme is recorded.
    let library: Library?
    /// The terms of the picture; `nil` when nothing is known of them.
    var license: License?
    /// The limits for its picture.
    let limits: DecodingLimits
    /// `true` if those terms allow changed versions.
    var allowsDerivatives = true

    /// `true` if a word names a file.
    static func isFile(_ word: String) -> Bool { (try? PictureTree.isFolder(FilePath(word))) != nil }

    /// A file, `-`, an address, or a photo or an entry's picture of the library; in this order, so that a file is never hidden by an id.
    init(picture: String, limits: DecodingLimits, library options: LibraryOptions) async throws {
        self.limits = limits
        name = PictureInput.name(of: picture)
        if PictureSource.isAddress(picture) {
            bytes = try await PictureInput.fetch(picture, maximumBytes: limits.bytes)
            origin = .url(picture)
            library = try options.named(limits: limits)
            return
        }
        if let (photo, opened) = try options.photo(named: picture, limits: limits) {
            bytes = try opened.blobs.read(photo.blob, limit: limits.bytes)
            origin = .photo(photo)
            library = opened
            license = photo.license
            allowsDerivatives = photo.license.allowsDerivatives
            return
        }
        if let (medium, opened) = try options.medium(named: picture, limits: limits) {
            try require(
                medium.kind == .picture,
                "\(picture) is a video. Say where its meme goes: --output with a name that ends in .mp4, .mov, .gif or .webp."
            )
            bytes = try opened.blobs.read(medium.blob, limit: limits.bytes)
            origin = .medium(medium)
            library = opened
            license = medium.license
            allowsDerivatives = medium.license?.allowsDerivatives ?? true
            return
        }
        bytes = try PictureInput.bytes(of: picture, limits: limits)
        let name = picture == "-" ? "standard input" : FilePath(picture).lastComponent.map { "\($0)" } ?? picture
        origin = .file(name)
        library = try options.named(limits: limits)
    }

    init(template: StoredTemplate, limits: DecodingLimits, library options: LibraryOptions) throws {
        self.limits = limits
        bytes = try template.picture()
        origin = .template(template.template)
        name = "the template \(template.template.name)"
        library = try options.named(limits: limits)
        allowsDerivatives = template.template.allowsDerivatives
    }

    /// The picture that a recorded meme was made of.
    init(of record: MemeRecord, in library: Library) throws {
        bytes = try library.sourcePicture(of: record)
        origin = .meme(record)
        name = "the picture of \(record.id)"
        self.library = library
        limits = library.limits
        license = record.license
        allowsDerivatives = record.allowsDerivatives
    }

    /// Stops when the picture must not be changed.
    func requirePermission(_ isGiven: Bool) throws {
        guard !allowsDerivatives && !isGiven else { return }
        throw Self.notPermitted(license?.name ?? "the licence of \(name)")
    }

    static func notPermitted(_ terms: String) -> Failure {
        Failure(
            .notPermitted,
            "\(terms) does not allow changed versions, and a meme is one. If its owner allowed it to you, add --i-have-permission."
        )
    }
}
