package import PostcardMemes
import SystemPackage

extension Meme {
    /// Reads the font files that captions name by path. It is only for memes of the local user, since it reads any file.
    ///
    /// - Throws: `FileError` for a file that cannot be read, or for more than 128 MB in all; `MemeError` for a file that is no font.
    package mutating func readFontFiles() throws {
        var remaining = Typeface.maximumByteCount
        try resolveFonts { name in
            let bytes = try PictureFile.read(FilePath(name), maximumBytes: remaining)
            remaining -= bytes.count
            return bytes
        }
    }
}
