import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos
import SystemPackage

/// The base image of a meme: its file, its origin, and the library that records the meme.
struct MemeSource {
    let picture: OpenedPicture
    let origin: MemeOrigin
    /// The picture's name in messages.
    let name: String
    /// The path of the file; `nil` for other origins and standard input.
    let file: String?
    /// The library that records the meme; `nil` for none.
    var library: Library?
    /// The limits for the picture.
    let limits: DecodingLimits

    /// Opens the file of a picture.
    ///
    /// - Throws: `ImageError` with the name of the picture.
    init(
        _ bytes: [UInt8], origin: MemeOrigin, name: String, file: String? = nil, library: Library?,
        limits: DecodingLimits
    ) throws(ImageError) {
        picture = try ImageError.naming(name) { () throws(ImageError) in try OpenedPicture(bytes) }
        (self.origin, self.name, self.file, self.library, self.limits) = (origin, name, file, library, limits)
    }

    /// Returns true if a word is the path of an existing file or folder.
    static func isExistingPath(_ word: String) -> Bool { (try? PictureTree.isFolder(FilePath(word))) != nil }

    /// Reads a picture: a URL, a photo or an entry's picture in the library, a file, the clipboard, or `-` for standard input. An
    /// existing file takes precedence over an id.
    static func named(
        _ picture: String, limits: DecodingLimits, library options: LibraryOptions
    ) async throws -> MemeSource {
        if PictureSource.isAddress(picture) {
            return try MemeSource(
                try await PictureInput.fetch(picture, maximumBytes: limits.bytes), origin: .url(picture),
                name: picture, library: try options.openIfNamed(limits: limits), limits: limits)
        }
        if let (photo, library) = try options.photo(named: picture, limits: limits) {
            return try MemeSource(
                try library.blobs.read(photo.blob, limit: limits.bytes), origin: .photo(photo), name: picture,
                library: library, limits: limits)
        }
        if let (medium, library) = try options.medium(named: picture, limits: limits) {
            try require(
                medium.kind == .picture,
                "\(picture) is a video. Set the file with --output; its name must end in .mp4, .mov, .gif or .webp."
            )
            return try MemeSource(
                try library.blobs.read(medium.blob, limit: limits.bytes), origin: .medium(medium),
                name: picture, library: library, limits: limits)
        }
        let isStream = picture == "-" || picture == Clipboard.name
        try require(
            isStream || picture.contains { ".:/".contains($0) } || isExistingPath(picture), .missingInput,
            "File not found: \(picture). To use the template instead: --template \(picture)")
        let (file, name) = (isStream ? nil : picture, PictureInput.name(of: picture))
        return try MemeSource(
            try PictureInput.bytes(of: picture, limits: limits),
            origin: .file(file.flatMap { FilePath($0).lastComponent.map { "\($0)" } } ?? name), name: name, file: file,
            library: try options.openIfNamed(limits: limits), limits: limits)
    }

    static func template(
        _ stored: StoredTemplate, limits: DecodingLimits, library options: LibraryOptions
    ) throws -> MemeSource {
        try MemeSource(
            stored.picture(), origin: .template(stored.template),
            name: "the template \(stored.template.name)", library: try options.openIfNamed(limits: limits),
            limits: limits)
    }

    /// Reads the base image of a recorded meme.
    static func picture(of record: MemeRecord, in library: Library) throws -> MemeSource {
        try MemeSource(
            library.sourcePicture(of: record), origin: .meme(record), name: "the picture of \(record.id)",
            library: library, limits: library.limits)
    }

    /// Checks that the license allows derivatives, or that permission is given.
    func requirePermission(_ isGiven: Bool) throws {
        guard !origin.allowsDerivatives && !isGiven else { return }
        throw Self.notPermitted(origin.license?.name ?? "the license of \(name)")
    }

    static func notPermitted(_ terms: String) -> Failure {
        Failure(
            .notPermitted,
            "\(terms) does not allow changed versions such as memes. If you have the owner's permission, add --i-have-permission."
        )
    }
}
