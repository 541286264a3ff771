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

    /// Returns the bytes of the picture file.
    ///
    /// - Throws: `FileError` if the file cannot be read.
    package func picture() throws -> [UInt8] {
        switch place {
        case .bundled(let bundled): bundled.picture
        case .folder: try file(template.picture)
        }
    }

    /// Returns the meme with the given texts, and with the files of its overlays and fonts.
    ///
    /// - Throws: `MemeError` if there are more texts than slots; `FileError` for a file that cannot be read.
    package func meme(of texts: [String]) throws -> Meme {
        var meme = try template.meme(of: texts)
        try meme.resolveOverlays(from: file)
        try meme.resolveFonts(from: file)
        return meme
    }

    private func file(_ name: String) throws -> [UInt8] {
        guard case .folder(let folder) = place, let component = FilePath.Component(name) else {
            throw LibraryError(.notFound, "The template \(template.name) has no file \(name).")
        }
        return try PictureFile.read(folder.appending(component), maximumBytes: Self.maximumPictureBytes)
    }
}
