package import PostcardMemes
import SystemPackage

extension Meme {
    /// Reads the font files that captions name by their paths: for memes of this machine's user, never for others.
    ///
    /// - Throws: `LibraryError` for a file that cannot be read, or when they have more than 128 MB together; `MemeError` for one
    ///   that is no font.
    package mutating func readFontFiles() throws {
        var files: [String: [UInt8]] = [:]
        var remaining = Typeface.maximumByteCount
        for name in fontNames {
            let bytes = try PictureFile.read(FilePath(name), maximumBytes: remaining)
            remaining -= bytes.count
            files[name] = bytes
        }
        try fillFonts(files)
    }
}
