import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// The JSON of a request to `/memes`, described in Documentation/meme-request.schema.json.
struct MemeSpecification: Sendable, Equatable, Decodable {
    /// The largest number of bytes of all captions together, since layout takes time.
    private static let maximumCharacters = 20_000

    /// The name of the base image, as in addresses, or of a part of the form.
    var picture: String?
    /// The template's name, instead of a picture.
    var template: String?
    /// The captions' texts in the order of the template's or the style's places.
    var texts: [String]
    /// True if marks such as `*bold*` are kept as text.
    var isPlain: Bool
    /// The parts in which texts appear in an animation: words or lines.
    var appearance: Caption.Appearance?
    /// The style of the captions; `classic` by default.
    var style: MemeStyle
    /// The parts of the base image that captions avoid.
    var avoid: Caption.Avoidance?
    /// The whole meme, instead of texts and a style.
    var meme: Meme?
    /// The crop of the base image: `square`, `16:9` or `10,20,300,200`.
    var crop: String?
    /// The destination that the meme is made for, which decides size and format.
    var destination: MemeDestination?
    /// The box that the picture is fitted into: `800` or `1200x630`.
    var size: ResizeBox?
    var format: ImageFormat?
    /// True if the meme is kept in the library.
    var isRecorded: Bool

    /// Reads and checks a specification.
    ///
    /// - Throws: `HTTPError` with status 400 for malformed JSON, and 422 for invalid values.
    init(json: [UInt8]) throws(HTTPError) {
        guard let value = try? json.withUnsafeBytes({ try JSONValue(parsing: $0) }) else {
            throw .badRequest("The specification of the meme is not JSON.")
        }
        do {
            self = try value.decode()
        } catch {
            throw .unprocessable("The specification of the meme is wrong: \(error.decodingExplanation)")
        }
        if let meme, let message = value["meme"]?.unknownName(readAs: meme, at: "meme") {
            throw .unprocessable("The specification of the meme is wrong: \(message)")
        }
        // Values that contradict each other.
        guard picture == nil || template == nil else {
            throw .unprocessable("Name a picture or a template, not both.")
        }
        guard meme == nil || texts.isEmpty else {
            throw .unprocessable("The words are in the value meme; give no others in texts.")
        }
        guard meme == nil || avoid == nil else {
            throw .unprocessable(
                "Captions of the value meme each have a member avoid of their own; leave this one out.")
        }
        guard destination == nil || (size == nil && format == nil) else {
            throw .unprocessable("The value for chooses size and format; leave these out.")
        }
        if let name = meme?.fontNames.first {
            throw .unprocessable(
                "\"\(name.prefix(80))\" is the name of a font file; take an installed font by its name. They are listed at /fonts."
            )
        }
        let captions = meme?.allCaptions ?? []
        let count = (captions.map(\.text) + texts).reduce(0) { $0 + $1.utf8.count }
        guard count <= Self.maximumCharacters else {
            throw .unprocessable("The meme has \(count) bytes of text; \(Self.maximumCharacters) are allowed.")
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members((Self.schema["properties"]?.names ?? []).sortedNames())
        picture = try members.optional("picture")
        template = try members.optional("template")
        texts = try members.optional("texts") ?? []
        isPlain = try members.optional("plain") ?? false
        appearance = try members.optional("appear")
        avoid = try Self.value("avoid", of: members, Caption.Avoidance.init(rawValue:))
        meme = try members.optional("meme")
        crop = try Self.value("crop", of: members) { MemeFile.Crop($0) == nil ? nil : $0 }
        destination = try Self.value("for", of: members, MemeDestination.init(named:))
        size = try Self.value("size", of: members) { ResizeBox($0).flatMap { $0.isClosed ? $0 : nil } }
        isRecorded = try members.optional("record") ?? false
        style = try Self.value("style", of: members, MemeStyle.init(named:)) ?? .classic
        format = try Self.value("format", of: members, ImageFormat.init(writableExtension:))
    }

    /// Returns the meme, with the texts in the places of the template or else of the style.
    ///
    /// - Throws: `MemeError` when there are more texts than places.
    func meme(in entry: MemeTemplates.Entry?) throws -> Meme {
        if let meme { return meme }
        var meme = try entry?.stored.meme(of: texts) ?? style.meme(of: texts)
        if let avoid { meme.avoid(avoid) }
        guard isPlain || appearance != nil else { return meme }
        meme.editCaptions { caption, _ in
            if isPlain { caption.isPlain = true }
            if let appearance { caption.appearance = appearance }
        }
        return meme
    }

    private static func value<Value>(
        _ name: String, of members: KeyedDecodingContainer<AnyName>, _ read: (String) -> Value?
    ) throws -> Value? {
        guard let text: String = try members.optional(name) else { return nil }
        guard let value = read(text) else { throw members.refusal(name, "it cannot be \"\(text.prefix(80))\".") }
        return value
    }
}

extension MemeSpecification {
    /// The schema of a request, without the value `meme`, which Documentation/meme-request.schema.json describes.
    static let schema = Schema.object([
        "picture": Schema.text(
            "What is beneath: the name of a part of the form, a path below a picture folder, library:ID, library:ENTRY/NUMBER, "
                + "library:MEME/source, library:MEME/SHA-256 of what lies on it, upload:… of a picture that was sent "
                + "before, or an http or https "
                + "address. Left out, the part \"picture\". Overlays of the meme are named in the same way."),
        "template": Schema.text("A template instead of a picture."),
        "texts": Schema.strings.adding(["default": []])
            .described("In the order of the places of the style or the template."),
        "plain": Schema.option
            .described("Whether the signs of *bold*, _slanted_ and [gold]coloured[/] words in texts are kept."),
        "appear": Schema.choice(Caption.Appearance.allCases.map(\.rawValue))
            .described("The parts in which texts appear, in a GIF or WebP."),
        "style": Schema.choice(MemeStyle.all.map(\.name), default: "classic")
            .described("Where the texts stand on a picture."),
        "avoid": Schema.choice(Caption.Avoidance.allCases.map(\.rawValue)).described(
            "detail moves texts off the busiest part of the picture, unless a template has boxes of its own for them."),
        "meme": Schema.anyObject
            .described("The whole meme instead of texts and a style. Fonts are installed ones by their names."),
        "crop": Schema.text(
            "The part that is kept of the picture: a shape round its middle, square or 16:9, or x,y,width,height in pixels."
        ),
        "for": Schema.choice(MemeDestination.all.map(\.name)).described(
            "A place that the meme is made for, with the size, format and bytes that it takes; without size and format."
        ),
        "size": Schema.pattern(
            "^[0-9]+(x[0-9]+)?$", "The box in pixels that the picture is made to fit: 800 or 1200x630."),
        "format": Schema.choice(ImageFormat.writableExtensions).described("Left out, what the field Accept prefers."),
        "record": Schema.option.described("Whether the meme is kept in the library; needs a token that may write."),
    ])
}
