import ArgumentParser
import PlatformFoundation
import PostcardMemes

/// The name of a font, or the path of a font file. The path is made absolute, so a recorded meme can be redone from any folder.
struct FontArgument: ExpressibleByArgument {
    let font: CaptionFont

    init?(argument: String) {
        let named = CaptionFont(argument)
        font = named.fileName.map(Self.font) ?? named
    }

    static func font(at path: String) -> CaptionFont { .file(URL(filePath: path).path(percentEncoded: false)) }
}
