import ArgumentParser
import PlatformFoundation
import PostcardMemes

/// A name, or a path, which is made absolute, so that a recorded meme can be made anew from anywhere.
struct FontArgument: ExpressibleByArgument {
    let font: CaptionFont

    init?(argument: String) {
        let named = CaptionFont(argument)
        font = named.fileName.map(Self.font) ?? named
    }

    static func font(at path: String) -> CaptionFont {
        .file(URL(filePath: path).path(percentEncoded: false))
    }
}
