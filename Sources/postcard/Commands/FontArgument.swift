import ArgumentParser
import Foundation
import PostcardMemes
import SystemPackage

/// A name, or a path, which is made absolute, so that a recorded meme can be made anew from anywhere.
struct FontArgument: ExpressibleByArgument {
    let font: CaptionFont

    init?(argument: String) {
        let isFile = ["ttf", "otf", "ttc"].contains(FilePath(argument).extension?.lowercased())
        font = isFile || argument.contains("/") ? Self.font(at: argument) : .named(argument)
    }

    static func font(at path: String) -> CaptionFont {
        .named(URL(filePath: path).path(percentEncoded: false))
    }
}
