public import PostcardMemes
import SystemPackage

/// A template and where its files are.
public struct StoredTemplate: Sendable {
    enum Place: Sendable {
        case bundled(BundledTemplate)
        case folder(FilePath)
    }

    /// Bytes that a picture of a template may have.
    static let maximumPictureBytes = 64 << 20

    /// Its boxes, looks and names.
    public let template: Template
    let place: Place

    /// A Boolean value that indicates whether it comes with Postcard.
    public var isBuiltIn: Bool { if case .bundled = place { true } else { false } }

    /// The picture's file.
    ///
    /// - Throws: `LibraryError` when it cannot be read.
    public func picture() throws(LibraryError) -> [UInt8] {
        switch place {
        case .bundled(let bundled): bundled.picture
        case .folder: try file(template.picture)
        }
    }

    /// A meme of texts, with the files of its overlays and fonts.
    ///
    /// - Throws: `MemeError` when there are more texts than slots, `LibraryError` when a file cannot be read.
    public func meme(of texts: [String]) throws -> Meme {
        var meme = try template.meme(of: texts)
        var pictures: [String: [UInt8]] = [:]
        for name in meme.overlayNames { pictures[name] = try file(name) }
        meme.fillOverlays(pictures)
        var fonts: [String: [UInt8]] = [:]
        for name in meme.fontNames { fonts[name] = try file(name) }
        try meme.fillFonts(fonts)
        return meme
    }

    private func file(_ name: String) throws(LibraryError) -> [UInt8] {
        guard case .folder(let folder) = place, let component = FilePath.Component(name) else {
            throw LibraryError(.notFound, "The template \(template.name) has no file \(name).")
        }
        return try PictureFile.read(folder.appending(component), maximumBytes: Self.maximumPictureBytes)
    }
}
