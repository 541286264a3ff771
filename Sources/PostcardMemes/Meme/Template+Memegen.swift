import PostcardCore
package import PostcardImaging

extension Template {
    /// The name of memegen's description of a template.
    package static let memegenFileName = "config.yml"

    /// Makes a template of a folder in memegen's format: `config.yml`, `default.jpg`, and pictures in other styles. An animated
    /// `default.gif` next to a still image is the style `animated`.
    ///
    /// Source of the format: https://github.com/jacebrowning/memegen, `app/models`. Times of texts are kept only for animated pictures, and
    /// times of overlays are ignored.
    ///
    /// - Parameters:
    ///   - yaml: the content of `config.yml`.
    ///   - name: the name of the folder.
    ///   - files: the names of the files in the folder.
    ///   - open: opens one of the files.
    /// - Throws: `MemeError` with code `invalidTemplate` for invalid YAML, unknown names, or a missing picture; and errors from `open`.
    package init(
        memegen yaml: [UInt8], name: String, files: [String], open: (_ file: String) throws -> OpenedPicture
    ) throws {
        let config = try MemegenValues(
            YAMLReader.value(of: yaml), known: ["name", "source", "keywords", "text", "example", "overlay"])
        let pictures = files.filter { !"._".contains($0.first ?? ".") && Self.isPicture($0) }.sorted()
        let defaults = pictures.filter { Self.stem(of: $0) == "default" }
        guard let picture = defaults.first(where: { !$0.hasSuffix(".gif") }) ?? defaults.first else {
            throw Self.invalid("The folder needs a picture named default, such as default.jpg.")
        }
        self.init(
            name: Self.name(from: name), title: config.text("name") ?? name, picture: picture,
            slots: MemeStyle.classic.slots)
        source = config.text("source").flatMap { $0.contains("://") ? $0 : nil }
        keywords = config.strings("keywords")
        styles = pictures.filter { !$0.hasPrefix("default.") || $0.hasSuffix(".gif") && $0 != picture }
        let size = try open(picture).header.size
        let animated = defaults.last { $0.hasSuffix(".gif") }
        let options = DecodingOptions()
        let length = try animated.flatMap { try open($0).animation(for: .gif, options: options)?.delays.reduce(0, +) }
        if let texts = try config.list("text", known: MemegenValues.textNames) {
            slots = try texts.enumerated().map { index, text in
                MemeStyle.Slot("text \(index + 1)", try text.caption(on: size, length: length))
            }
        }
        if let boxes = try config.list("overlay", known: MemegenValues.overlayNames) {
            let places = try boxes.map { try $0.overlay(on: size) }
            // All of memegen's templates contain this place, whether or not they use it.
            let usual = try MemegenValues([:], known: []).overlay(on: size)
            if places != [usual] { overlays = places }
        }
        let example = config.strings("example").prefix(slots.count)
        examples = example.isEmpty ? [] : [Array(example)]
    }

    /// Returns a template name for another name: lowercase letters and digits, with hyphens for other characters.
    package static func name(from text: String) -> String {
        let parts = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return String(parts.joined(separator: "-").prefix(60))
    }

    private static func isPicture(_ file: String) -> Bool {
        [".jpg", ".jpeg", ".png", ".gif", ".webp"].contains { file.lowercased().hasSuffix($0) }
    }
}

/// The values of a mapping in memegen's `config.yml`.
private struct MemegenValues {
    static let textNames = [
        "style", "color", "font", "anchor_x", "anchor_y", "angle", "scale_x", "scale_y", "align", "start", "stop",
    ]
    static let overlayNames = ["center_x", "center_y", "angle", "scale", "start", "stop"]

    private let value: JSONValue

    init(_ value: JSONValue, known: [String]) throws(MemeError) {
        guard let members = value == .null ? [] : value.members else {
            throw Template.invalid("A mapping is expected.")
        }
        if let name = members.map(\.name).first(where: { !known.contains($0) }) {
            throw Template.invalid("Unknown name \"\(name)\". Known names: \(known.joined(separator: ", ")).")
        }
        self.value = value
    }

    func text(_ name: String) -> String? { value[name]?.string }

    func strings(_ name: String) -> [String] { value[name]?.strings ?? [] }

    /// Returns the mappings of a list; `nil` if it is missing.
    func list(_ name: String, known: [String]) throws(MemeError) -> [MemegenValues]? {
        guard let list = value[name], list != .null else { return nil }
        guard let elements = list.elements else { throw Template.invalid("\"\(name)\" is not a list.") }
        return try elements.map { (element) throws(MemeError) in try MemegenValues(element, known: known) }
    }

    private func number(_ name: String, _ usual: Double) throws(MemeError) -> Double {
        guard let value = value[name], value != .null else { return usual }
        guard let number = value.string.flatMap(Double.init), number.magnitude <= 36_000 else {
            throw Template.invalid("\"\(name)\" is not a number between -36000 and 36000.")
        }
        return number
    }

    /// Returns the caption of a text on a picture. `length` is the duration of the animated picture in milliseconds; `nil` if there is none.
    func caption(on size: PixelSize, length: Int?) throws(MemeError) -> Caption {
        let angle = try number("angle", 0)
        let box = UnitBox(
            x: try number("anchor_x", 0), y: try number("anchor_y", 0), width: try number("scale_x", 1),
            height: try number("scale_y", 0.2))
        let edges = MemeStyle.classic.slots.map(\.caption)
        let usual = [0, 0.8].firstIndex { angle == 0 && box == UnitBox(x: 0, y: $0, width: 1, height: 0.2) }
        var caption = usual.map { edges[$0] } ?? Caption("", in: Self.place(of: box, turned: angle, on: size))
        // memegen limits text to a ninth of the height.
        if usual == nil { caption.maximumSize = .fraction(0.12) }
        caption.angle = -angle
        caption.letterCase = LetterCase(rawValue: text("style") ?? "upper") ?? .asTyped
        caption.alignment = Caption.HorizontalAlignment(rawValue: text("align") ?? "center") ?? .center
        let color = text("color") ?? "white"
        guard let fill = Color(css: color) else { throw Template.invalid("\"\(color)\" is not a color.") }
        caption.fill = fill
        if color == "black" { caption.outline = nil } else if text("font") == "thin" { caption.outline?.width = 0.04 }
        if let length {
            let (start, stop) = (try number("start", 0), try number("stop", 1))
            let seconds = Double(length) / 1_000
            if start > 0 { caption.startSeconds = start * seconds }
            if stop < 1 { caption.stopSeconds = stop * seconds }
        }
        return caption
    }

    func overlay(on size: PixelSize) throws(MemeError) -> Overlay {
        let side = try number("scale", 0.25) * Double(min(size.width, size.height))
        let (width, height) = (side / Double(size.width), side / Double(size.height))
        let (x, y) = (try number("center_x", 0.5) - width / 2, try number("center_y", 0.5) - height / 2)
        var overlay = Overlay(nil, in: UnitBox(x: x, y: y, width: width, height: height))
        overlay.angle = -(try number("angle", 0))
        return overlay
    }

    /// Returns the box around which a caption rotates, with 3% of padding. In memegen, the anchor is the corner of the rectangle around the
    /// rotated box, and angles are counterclockwise.
    private static func place(of box: UnitBox, turned angle: Double, on size: PixelSize) -> UnitBox {
        let (width, height) = (box.width * Double(size.width), box.height * Double(size.height))
        let sine = Sine.signedSine(ofHalfTurns: angle / 180).magnitude
        let cosine = Sine.signedSine(ofHalfTurns: angle / 180 + 0.5).magnitude
        let x = box.x + ((width * cosine + height * sine) - width) / 2 / Double(size.width)
        let y = box.y + ((width * sine + height * cosine) - height) / 2 / Double(size.height)
        return UnitBox(
            x: x + 0.03 * box.width, y: y + 0.03 * box.height, width: 0.94 * box.width, height: 0.94 * box.height)
    }
}
