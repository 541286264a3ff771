import PostcardCore
package import PostcardMemes
import SystemPackage

/// A template with the location of its files.
package struct StoredTemplate: Sendable {
    enum Place: Sendable {
        case bundled(BundledTemplate)
        case folder(FilePath)
    }

    /// The maximum length of a template's picture in bytes.
    static let maximumPictureBytes = 64 << 20

    /// The name, slots, boxes and looks.
    package let template: Template
    let place: Place

    /// True if the template is built in.
    package var isBuiltIn: Bool { if case .bundled = place { true } else { false } }

    /// Returns the bytes of the picture file of a style; `nil` for the default picture.
    ///
    /// - Throws: `MemeError` for an unknown style; `FileError` if the file cannot be read.
    package func picture(style: String? = nil) throws -> [UInt8] {
        try file(style.map(template.picture(style:)) ?? template.picture)
    }

    /// Returns the meme with the given texts, and with the files of its overlays and fonts.
    ///
    /// - Parameter isStill: true to omit the times of captions, because they are for another, animated picture of the template.
    /// - Throws: `MemeError` if there are more texts than slots; `FileError` for a file that cannot be read.
    package func meme(of texts: [String], isStill: Bool = false) throws -> Meme {
        var meme = try template.meme(of: texts)
        if isStill, !template.styles.isEmpty {
            meme.editCaptions { caption, _ in (caption.start, caption.stop) = (nil, nil) }
        }
        try meme.resolveOverlays(from: file)
        try meme.resolveFonts(from: file)
        return meme
    }

    private func file(_ name: String) throws -> [UInt8] {
        if case .bundled(let bundled) = place, name == template.picture { return bundled.picture }
        guard case .folder(let folder) = place, let component = FilePath.Component(name) else {
            throw LibraryError(.notFound, "The template \(template.name) has no file \(name).")
        }
        return try PictureFile.read(folder.appending(component), maximumBytes: Self.maximumPictureBytes)
    }

    /// Returns the template with its files.
    ///
    /// - Throws: `FileError` for a file that cannot be read.
    package func document() throws -> TemplateDocument {
        var files: [NameKey: [UInt8]] = [:]
        for name in template.pictureFiles + template.fontFiles { files[name] = try file(name) }
        return TemplateDocument(template: template, files: files)
    }
}
