import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// The JSON of a request to `/memes`, described in Documentation/Reference/meme-request.schema.json.
struct MemeSpecification: Sendable, Equatable, Decodable {
    /// The maximum number of bytes of all captions together, because layout takes time.
    private static let maximumTextBytes = 20_000

    /// The name of the base image, as in URLs, or the name of a part of the form.
    var picture: String?
    /// The names of pictures to join, instead of a picture.
    var pictures: [String]?
    /// The arrangement of joined pictures.
    var layout: PictureLayout?
    /// The template's name, instead of a picture.
    var template: String?
    /// The captions' texts, in the order of the slots of the template or style.
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
    /// The destination of the meme, which sets the size and format.
    var destination: MemeDestination?
    /// The box that the picture must fit in: `800` or `1200x630`.
    var size: ResizeBox?
    /// The format of the picture; WebP for a video.
    var format: ImageFormat?
    /// True to make an MP4 video from an animated meme.
    var isVideo: Bool
    /// True to save the meme in the library.
    var isRecorded: Bool

    /// Reads and checks a specification.
    ///
    /// - Throws: `HTTPError` with status 400 for malformed JSON, and 422 for invalid values.
    init(json: [UInt8]) throws(HTTPError) {
        guard let value = try? json.withUnsafeBytes({ try JSONValue(parsing: $0) }) else {
            throw .badRequest("The meme specification is not valid JSON.")
        }
        do {
            self = try value.decode()
        } catch {
            throw .unprocessable("Invalid meme specification: \(error.decodingExplanation)")
        }
        if let meme, let message = value["meme"]?.unknownName(readAs: meme, at: "meme") {
            throw .unprocessable("Invalid meme specification: \(message)")
        }
        // Rejects values that contradict each other.
        guard picture == nil || template == nil else {
            throw .unprocessable("Use \"picture\" or \"template\", not both.")
        }
        guard pictures == nil || (picture == nil && template == nil) else {
            throw .unprocessable("\"pictures\" are joined. Omit \"picture\" and \"template\".")
        }
        guard PictureLayout.numbers ~= pictures?.count ?? PictureLayout.numbers.lowerBound else {
            throw .unprocessable(
                "\"pictures\" must contain \(PictureLayout.numbers.lowerBound) to \(PictureLayout.numbers.upperBound) names."
            )
        }
        guard layout == nil || pictures != nil else {
            throw .unprocessable("\"layout\" arranges several pictures. Name them in \"pictures\".")
        }
        guard meme == nil || texts.isEmpty else {
            throw .unprocessable("\"meme\" contains the texts. Omit \"texts\".")
        }
        guard meme == nil || avoid == nil else {
            throw .unprocessable(
                "Each caption in \"meme\" has its own \"avoid\". Omit \"avoid\" outside \"meme\".")
        }
        guard !isVideo || !isRecorded else {
            throw .unprocessable(
                "The library saves only pictures. Omit \"record\", or use another \"format\" than mp4.")
        }
        guard destination == nil || (size == nil && format == nil) else {
            throw .unprocessable("\"for\" sets the size and format. Omit \"size\" and \"format\".")
        }
        if let name = meme?.fontNames.first {
            throw .unprocessable(
                "\"\(name.prefix(80))\" is the name of a font file. Use the name of an installed font; fonts are listed at /fonts."
            )
        }
        let captions = meme?.allCaptions ?? []
        let count = (captions.map(\.text) + texts).reduce(0) { $0 + $1.utf8.count }
        guard count <= Self.maximumTextBytes else {
            throw .unprocessable("The meme has \(count) bytes of text; the limit is \(Self.maximumTextBytes).")
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members((Self.schema["properties"]?.names ?? []).sortedNames())
        picture = try members.optional("picture")
        pictures = try members.optional("pictures")
        layout = try Self.value("layout", of: members, PictureLayout.init(rawValue:))
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
        isVideo = try members.optional("format") == "mp4"
        format = try isVideo ? .webp : Self.value("format", of: members, ImageFormat.init(writableExtension:))
    }

    /// Returns the meme, with the texts in the slots of the template or else of the style.
    ///
    /// - Throws: `MemeError` if there are more texts than slots.
    func meme(in entry: MemeTemplates.Entry?) throws -> Meme {
        if let meme { return meme }
        var meme = try entry?.meme(of: texts) ?? style.meme(of: texts)
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
        guard let value = read(text) else { throw members.refusal(name, "it can't be \"\(text.prefix(80))\".") }
        return value
    }
}

extension MemeSpecification {
    /// The media types of the results.
    static let mediaTypes = ImageFormat.writable.map(\.mediaType) + ["video/mp4", "video/webm"]

    /// The schema of a request, without the `meme` value, which Documentation/Reference/meme-request.schema.json describes.
    static let schema = Schema.object([
        "picture": Schema.text(
            "The base image: the name of a part of the form, a path in a picture folder, library:ID, library:ENTRY/NUMBER, "
                + "library:MEME/source, library:MEME/SHA-256 of an overlay, upload:… of an uploaded "
                + "picture, or an http or https "
                + "URL. The default is the part \"picture\". Overlays of the meme have the same kinds of names."),
        "pictures": Schema.strings.adding([
            "minItems": .integer(PictureLayout.numbers.lowerBound),
            "maxItems": .integer(PictureLayout.numbers.upperBound),
        ]).described("Pictures that are joined into the base image, with the same kinds of names as \"picture\"."),
        "layout": Schema.choice(PictureLayout.allCases.map(\.rawValue), default: "grid")
            .described("The arrangement of \"pictures\"."),
        "template": Schema.text("A template instead of a picture."),
        "texts": Schema.strings.adding(["default": []])
            .described("The texts, in the order of the slots of the style or template."),
        "plain": Schema.option
            .described("Draw the markup for *bold*, _slanted_ and [gold]colored[/] text as typed."),
        "appear": Schema.choice(Caption.Appearance.allCases.map(\.rawValue))
            .described("The units in which texts appear in a GIF or WebP."),
        "style": Schema.choice(MemeStyle.all.map(\.name), default: "classic")
            .described("The positions of the texts on a picture."),
        "avoid": Schema.choice(Caption.Avoidance.allCases.map(\.rawValue)).described(
            "subject (the default) shrinks texts that would cover a likely face or the most detailed part of the picture. "
                + "detail also moves them. none does neither. Texts in a template's own boxes do not change."
        ),
        "meme": Schema.anyObject
            .described("The complete meme, instead of texts and a style. Fonts must be names of installed fonts."),
        "crop": Schema.text(
            "The part of the picture to keep: a centered aspect ratio such as square or 16:9, or x,y,width,height in pixels."
        ),
        "for": Schema.choice(MemeDestination.all.map(\.name)).described(
            "The meme's destination, which determines the size, format and byte limit. Can't be combined with size and format."
        ),
        "size": Schema.pattern(
            "^[0-9]+(x[0-9]+)?$", "The box in pixels that the picture must fit in: 800 or 1200x630."),
        "format": Schema.choice(ImageFormat.writableExtensions + ["mp4"]).described(
            "The default is the format that the Accept header prefers. mp4 is for animated memes, and needs ffmpeg."),
        "record": Schema.option.described("Save the meme in the library. Requires a token with write access."),
    ])
}
