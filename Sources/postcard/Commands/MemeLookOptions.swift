import ArgumentParser
import Foundation
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// How the words of a meme look.
struct MemeLookOptions: ParsableArguments {
    @Option(name: .long, help: "classic, band, band-below, subtitle, poster, label or credit.")
    var style = "classic"

    @Option(name: .long, help: "An installed font by its name. Otherwise Frankmark, which Postcard brings.")
    var font: String?

    @Option(name: .long, help: "The colour of the letters, for example #ffdd00.")
    var color: HexColor?

    @Option(name: .long, help: "The colour of the line round the letters.")
    var outline: HexColor?

    @Option(
        name: .long,
        help: "A JSON file with the whole meme: captions, their boxes, fonts, colours. - for standard input.",
        completion: .file(extensions: ["json"]))
    var spec: String?

    func meme(of texts: [String]) throws -> Meme {
        guard let spec else { return try styled.meme(of: texts) }
        let bytes = try PictureInput.bytes(of: spec, limits: .default)
        do {
            return try JSONDecoder().decode(Meme.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw Failure(.badData, "\(spec): \(error.explanation)")
        }
    }

    private var styled: MemeStyle {
        get throws {
            let wanted = style.replacing("-", with: "").lowercased()
            guard var style = MemeStyle.all.first(where: { $0.name.lowercased() == wanted }) else {
                throw ValidationError("There is no style \(self.style). See postcard meme make --help.")
            }
            for index in style.slots.indices {
                if let font { style.slots[index].caption.font = .named(font) }
                if let color { style.slots[index].caption.fill = color.color }
                if let outline { style.slots[index].caption.outline = Caption.Outline(color: outline.color) }
            }
            return style
        }
    }
}
