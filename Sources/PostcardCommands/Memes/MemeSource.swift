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
    /// The paths of the files, which the meme can't replace; empty for other origins and standard input.
    let files: [String]
    /// The library that records the meme; `nil` for none.
    var library: Library?
    /// The limits for the picture.
    let limits: DecodingLimits

    /// Opens the file of a picture.
    ///
    /// - Throws: `ImageError` with the name of the picture.
    init(
        _ bytes: [UInt8], origin: MemeOrigin, name: String, files: [String] = [], library: Library?,
        limits: DecodingLimits
    ) throws(ImageError) {
        picture = try ImageError.naming(name) { () throws(ImageError) in try OpenedPicture(bytes) }
        (self.origin, self.name, self.files, self.library, self.limits) = (origin, name, files, library, limits)
    }

    /// Reads and joins several pictures.
    ///
    /// - Throws: an error with the name of the picture that can't be read.
    static func joined(
        _ pictures: [String], as layout: PictureLayout, limits: DecodingLimits, library options: LibraryOptions
    ) async throws -> MemeSource {
        var sources: [MemeSource] = []
        for picture in pictures { sources.append(try await named(picture, limits: limits, library: options)) }
        for source in sources {
            guard let lost = source.picture.warningAboutLostFrames(options: DecodingOptions(limits: limits)) else {
                continue
            }
            Console.error("\(source.name): \(lost)")
        }
        let joined = try ImageWork.run { try layout.joined(sources.map { ($0.name, $0.picture) }, limits: limits) }
        return try MemeSource(
            joined.bytes, origin: .joined(sources.map(\.origin)), name: "the joined picture",
            files: sources.flatMap(\.files), library: sources.lazy.compactMap(\.library).first, limits: limits)
    }

    /// Returns true if a word is the path of an existing file or folder.
    static func isExistingPath(_ word: String) -> Bool { (try? PictureTree.isFolder(FilePath(word))) != nil }

    /// Returns true if a word before the texts specifies a picture: an existing file, a URL, or the id of a photo or entry. A missing file
    /// with the extension of a picture is included, so that a misspelled name is an error instead of a text.
    static func isPicture(_ word: String) -> Bool {
        if let isFolder = try? PictureTree.isFolder(FilePath(word)) { return !isFolder }
        guard !PictureSource.isAddress(word) else { return true }
        let isID = word.hasPrefix("photo-") || word.hasPrefix("entry-")
        return !word.contains { $0.isWhitespace } && (isID || PictureDestination(word).format != nil)
    }

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
                "\(picture) is a video. Set the file with --output; its name must end in .mp4, .mov, .webm, .gif or .webp."
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
            origin: .file(file.flatMap { FilePath($0).lastComponent.map { "\($0)" } } ?? name), name: name,
            files: [file].compactMap(\.self), library: try options.openIfNamed(limits: limits), limits: limits)
    }

    static func template(
        _ stored: StoredTemplate, style: String? = nil, limits: DecodingLimits, library options: LibraryOptions
    ) throws -> MemeSource {
        if let style { _ = try usage { try stored.template.picture(style: style) } }
        return try MemeSource(
            stored.picture(style: style), origin: .template(stored.template),
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
