import PostcardCore

/// A base image together with the boxes and looks of its captions.
///
/// A template is a folder that contains `template.json`, which ``init(json:)`` reads, and the picture files that `template.json` refers to.
/// This type reads no files. ``BundledTemplate`` provides the built-in templates.
///
/// ```json
/// {
///   "name": "crossroads", "title": "Crossroads", "picture": "crossroads.webp",
///   "keywords": ["choice"], "license": "CC0-1.0",
///   "slots": [{"name": "left", "caption": {"box": {"x": 0.1, "y": 0.2, "width": 0.3, "height": 0.1}}}],
///   "examples": [["Write tests"]]
/// }
/// ```
///
/// ```swift
/// for bundled in BundledTemplate.all where bundled.name == "crossroads" {
///     let meme = try bundled.template().meme(of: ["Fix the bug", "Rewrite it", "Me"])
///     let job = MemeFile.Job(meme, on: try OpenedPicture(bundled.picture), encoding: .webp())
///     print(try await MemeFile.make(job).size)
/// }
/// ```
public struct Template: Hashable, Sendable {
    /// The name: at most 60 lowercase letters, digits and hyphens.
    public var name: String
    /// The title shown in lists.
    public var title: String
    /// Search words.
    package var keywords: [String] = []
    /// The name of the picture file in the folder.
    public var picture: String
    /// The names of other picture files in the folder, each in a style of its own: `sad.jpg` is the style `sad`, and `default.gif` the style
    /// `animated`.
    package var styles: [String] = []
    /// The origin of the picture, usually a URL.
    public var source: String?
    /// The author of the picture.
    public var credit: String?
    /// The license of the picture as an SPDX identifier, such as `CC0-1.0` or `CC-BY-4.0`.
    public var license: String?
    /// The slots, in the order of the texts.
    public var slots: [MemeStyle.Slot]
    /// The surround of the base image; `nil` for none.
    public var surround: Surround?
    /// True to draw all texts at the same size, the largest size at which all texts fit.
    public var usesUniformTextSize = false
    /// The pictures on the base image, given as names of files in the folder. Overlays without a picture are empty boxes to fill.
    public var overlays: [Overlay] = []
    /// Lines, arrows, rectangles and ellipses on the picture.
    public var shapes: [MemeShape] = []
    /// Example texts that show how the template is used, in slot order.
    package var examples: [[String]] = []

    /// Makes a template.
    ///
    /// ```swift
    /// let left = Caption("", in: UnitBox(x: 0.05, y: 0.1, width: 0.4, height: 0.3))
    /// let right = Caption("", in: UnitBox(x: 0.55, y: 0.1, width: 0.4, height: 0.3))
    /// let slots = [MemeStyle.Slot("left", left), MemeStyle.Slot("right", right)]
    /// let template = Template(name: "two-doors", picture: "picture.webp", slots: slots)
    /// let meme = try template.meme(of: ["Work", "Sleep"])
    /// ```
    ///
    /// - Parameters:
    ///   - name: the name: at most 60 lowercase letters, digits and hyphens.
    ///   - title: the title shown in lists; `nil` for the name.
    ///   - picture: the name of the picture file in the folder.
    ///   - slots: the slots, in the order in which texts are given, at most 50.
    ///   - surround: the surround of the base image; `nil` for none.
    public init(
        name: String, title: String? = nil, picture: String, slots: [MemeStyle.Slot] = MemeStyle.classic.slots,
        surround: Surround? = nil
    ) {
        self.name = name
        self.title = title ?? name
        self.picture = picture
        self.slots = slots
        self.surround = surround
    }

    /// True if the license allows derivatives, that is, if its identifier does not contain `ND`.
    public var allowsDerivatives: Bool {
        LicenseIdentifier.allowsDerivatives(license ?? "")
    }

    /// The line that credits the picture; `nil` if neither the author nor the source is known.
    public var creditLine: String? {
        guard credit != nil || source != nil else { return nil }
        let by = credit.map { " by \($0)" } ?? ""
        return ["\"\(title)\"\(by)", license, source].compactMap { $0 }.joined(separator: ", ")
    }

    /// Returns a meme with a text for each slot, in slot order. A slot whose text is an empty string shows its default text. Slots without
    /// a given text or a default text are omitted.
    ///
    /// - Throws: `MemeError` with code `invalidCaption` if there are more texts than slots.
    public func meme(of texts: [String]) throws(MemeError) -> Meme {
        let style = MemeStyle(name: name, slots: slots, surround: surround)
        try style.check(texts, of: "template")
        var meme = style.meme(filling: zip(texts, slots).map { $0.isEmpty ? $1.caption.text : $0 })
        meme.editCaptions { caption, _ in caption.enlargeIfShort() }
        meme.overlays = overlays
        meme.shapes = shapes
        meme.usesUniformTextSize = usesUniformTextSize
        return meme
    }
}

extension Caption {
    /// The maximum number of words in a short text, and the maximum number of characters in each word.
    private static let (shortCount, shortWord) = (2, 8)
    /// The maximum size of a short text: as a multiple of the slot's maximum size, and as a fraction of the picture.
    private static let (shortGain, shortSize) = (1.65, 0.14)

    /// Increases the maximum size of one or two short words. Slots have sizes for longer texts, in which a “no” would look lost.
    fileprivate mutating func enlargeIfShort() {
        let words = plainText.split(whereSeparator: \.isWhitespace)
        guard maximumSize.unit == .fraction, maximumSize.value < Self.shortSize, words.count <= Self.shortCount,
            words.allSatisfy({ $0.count <= Self.shortWord })
        else { return }
        maximumSize = .fraction(min(Self.shortSize, maximumSize.value * Self.shortGain))
    }
}

extension Template: Codable, DefaultedDecodable {
    private enum CodingKeys: String, CodingKey {
        case name, title, keywords, picture, styles, source, credit, license, slots, surround, overlays, shapes
        case examples
        case usesUniformTextSize = "sameSize"
    }

    /// By default, the slots are the slots of the classic style.
    init(defaultedFrom decoder: any Decoder) throws {
        let name: String = try decoder.value(CodingKeys.name)
        self.init(name: name, picture: try decoder.value(CodingKeys.picture))
        try decoder.update(
            &self, (CodingKeys.title, \.title), (.keywords, \.keywords), (.styles, \.styles), (.source, \.source),
            (.credit, \.credit), (.license, \.license), (.slots, \.slots), (.surround, \.surround),
            (.usesUniformTextSize, \.usesUniformTextSize),
            (.overlays, \.overlays), (.shapes, \.shapes), (.examples, \.examples))
    }
}

extension Template {
    /// Reads a template from JSON (the content of `template.json`), and checks all names and values in it. `JSONDecoder` ignores unknown
    /// names.
    ///
    /// - Throws: `MemeError` with code `invalidTemplate` for text that is not JSON, for missing or unknown names, and for values of the
    ///   wrong type. The message contains the position in the JSON. For other invalid values, the code is `invalidTemplate`,
    ///   `invalidCaption` or `invalidOverlay`.
    public init(json: [UInt8]) throws(MemeError) {
        try self.init(decoding: json, refusal: Self.invalid)
        try validate()
    }

    /// Reads a template from JSON that contains only known names. The values are not checked.
    ///
    /// - Parameter refusal: returns the error for a problem.
    package init<Failure: Error>(decoding json: [UInt8], refusal: (String) -> Failure) throws(Failure) {
        let value: JSONValue
        do {
            value = try JSONValue(decodable: json)
            self = try value.decode()
        } catch {
            throw refusal(error.decodingExplanation)
        }
        if let message = value.unknownName(readAs: self) { throw refusal(message) }
    }

    /// The maximum number of slots.
    private static let maximumSlots = 50

    /// Checks that the template can be stored and used: its name must be a valid folder name, its files must be inside the folder, and its
    /// captions and overlays must be valid.
    ///
    /// - Throws: `MemeError` with code `invalidTemplate`, `invalidCaption` or `invalidOverlay`.
    package func validate() throws(MemeError) {
        guard Self.isName(name) else {
            throw Self.invalid(
                "Invalid template name “\(name)”. Use at most 60 lowercase letters, digits and hyphens.")
        }
        guard !slots.isEmpty || !overlays.isEmpty, slots.count <= Self.maximumSlots else {
            throw Self.invalid(
                "The template “\(name)” has \(slots.count) slots; it must have 1 to \(Self.maximumSlots).")
        }
        for overlay in overlays { try overlay.validate() }
        for file in pictureFiles + fontFiles { try check(file: file) }
        guard Set(names: styleNames).count == styles.count + 1 else {
            throw Self.invalid("Two pictures of the template “\(name)” have the same style name.")
        }
        for slot in slots { try slot.caption.validate() }
        guard examples.allSatisfy({ $0.count <= slots.count }) else {
            throw Self.invalid("An example of the template “\(name)” has more texts than the template has slots.")
        }
    }

    /// True if a string is a valid template name.
    package static func isName(_ text: String) -> Bool {
        let isAllowed = text.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-") } && text == text.lowercased()
        return isAllowed && 1...60 ~= text.utf8.count && text.first != "-"
    }

    /// A template must not refer to files outside its folder, because templates can come from untrusted sources.
    private func check(file: String) throws(MemeError) {
        guard !file.isEmpty, !file.hasPrefix("."), !file.contains("/"), !file.unicodeScalars.contains("\0"),
            file != "template.json"
        else {
            throw Self.invalid(
                "The template “\(name)” contains the file name “\(file)”. Use the name of a file in the template's folder, without a slash."
            )
        }
    }

    static func invalid(_ message: String) -> MemeError { MemeError(.invalidTemplate, message) }
}
