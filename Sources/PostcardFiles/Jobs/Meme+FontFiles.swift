package import PostcardMemes
import SystemPackage

extension Meme {
    /// Reads the font files that captions specify by path. Use this method only for the local user's memes, because it can read any file.
    ///
    /// - Throws: `FileError` for an unreadable file, or for more than 128 MB in total; `MemeError` for a file that is not a font.
    package mutating func readFontFiles() throws {
        var remaining = Typeface.maximumByteCount
        try resolveFonts { name in
            let bytes = try PictureFile.read(FilePath(name), maximumBytes: remaining)
            remaining -= bytes.count
            return bytes
        }
    }
}
