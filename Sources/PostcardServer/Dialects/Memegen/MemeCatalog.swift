import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// The templates and fonts for memes in memegen's scheme. Creates meme plans.
struct MemeCatalog: Sendable {
    /// The template name for a meme whose base image is in the query.
    static let custom = "custom"

    let templates: MemeTemplates
    let fonts: MemeFonts
    private let decoded = DecodedPictures()

    /// Returns the plan of the meme at a URL.
    ///
    /// - Throws: `HTTPError` with memegen's statuses: 404 for an unknown template, 422 for other unknown values.
    func plan(for address: MemeAddress, _ items: QueryItems) throws -> MemePlan {
        let parameters = try MemegenParameters(items, fonts: fonts)
        let (baseImage, name, plan) = try plan(of: address, items, parameters)
        var meme = plan
        guard parameters.bubbles.count <= 1 || parameters.bubbles.count == meme.captions.count else {
            throw HTTPError.unprocessable(
                "The number of positions in \"bubble\" is \(parameters.bubbles.count), but the number of lines is "
                    + "\(meme.captions.count). Write one position for all lines, or one for each line."
            )
        }
        meme.makeBubbles(pointingAt: parameters.bubbles)
        if parameters.isVertical { meme.makeVertical() }
        meme.effect = parameters.effects.picture
        meme.editCaptions { caption, _ in parameters.apply(to: &caption) }
        if let avoidance = parameters.avoidance { meme.avoid(avoidance) }
        for picture in parameters.styles where PictureName.isURL(picture) {
            addOverlay(picture, to: &meme, parameters)
        }
        let fields = [name] + address.lines + ["?"] + MemegenParameters.fields(of: items)
        return MemePlan(
            baseImage: baseImage, meme: meme,
            framing: MemeFile.Framing(memegenWidth: parameters.width, height: parameters.height),
            key: "meme/" + keyText(of: fields),
            motion: parameters.motion(of: address.lines), decoded: decoded)
    }

    /// Returns the base image, its part of the cache key, and the meme before the parameters are applied.
    private func plan(
        of address: MemeAddress, _ items: QueryItems, _ parameters: MemegenParameters
    ) throws -> (baseImage: MemePlan.BaseImage, name: String, meme: Meme) {
        let named = parameters.styles.filter { !PictureName.isURL($0) && !$0.isEmpty && $0 != "default" }
        guard address.template != Self.custom else {
            guard let background = items["background"] else {
                throw HTTPError.unprocessable(
                    "A custom meme needs a base image: /images/custom/TOP/BOTTOM.jpg?background=URL.")
            }
            return (.named(background), Self.custom, meme(of: address.lines, try Self.style(named), parameters))
        }
        let isAnimated = MemegenParameters.animatedExtensions.contains(address.fileExtension ?? "")
        let entry = try templates.entry(named: address.template) { template in
            named.first ?? (isAnimated ? template.styleNames.first { $0 == "animated" } : nil)
        }
        var meme: Meme
        if parameters.isTop, !address.lines.isEmpty {
            meme = self.meme(of: address.lines, .classic, parameters)
        } else {
            // As in memegen, extra lines are ignored.
            meme = try entry.meme(of: Array(address.lines.prefix(entry.template.slots.count)))
            if address.lines.isEmpty { (meme.captions, meme.above, meme.below) = ([], [], []) }
        }
        return (.opened(entry.picture), entry.digest.description, meme)
    }

    private func meme(of lines: [String], _ style: MemeStyle, _ parameters: MemegenParameters) -> Meme {
        guard parameters.isTop else {
            // Bubbles have their own positions, so there can be more lines than slots.
            if !parameters.bubbles.isEmpty, lines.count > style.slots.count, let captions = style.captions(of: lines) {
                return Meme(captions: captions.filter { !Caption.isBlank($0.text) })
            }
            // Extra lines are ignored, so the style never throws because of them.
            return (try? style.meme(of: Array(lines.prefix(style.slots.count)))) ?? Meme()
        }
        return .classic(top: lines.filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    private static func style(_ names: [String]) throws(HTTPError) -> MemeStyle {
        guard let name = names.first else { return .classic }
        guard names.count == 1, let style = MemeStyle(named: name) else {
            let all = MemeStyle.all.map(\.name).joined(separator: ", ")
            throw .unprocessable("Unknown style \"\(name.prefix(80))\". Use default, \(all), or a URL.")
        }
        return style
    }

    /// Puts an overlay into the next empty slot of the template, or else where the parameters place it.
    private func addOverlay(_ picture: String, to meme: inout Meme, _ parameters: MemegenParameters) {
        if let slot = meme.overlays.firstIndex(where: { $0.picture == nil }) {
            meme.overlays[slot].picture = .named(picture)
            return
        }
        meme.overlays.append(
            Overlay(
                .named(picture),
                in: UnitBox(
                    x: parameters.center.x - parameters.scale / 2, y: parameters.center.y - parameters.scale / 2,
                    width: parameters.scale,
                    height: parameters.scale)))
    }
}

extension MemeFile.Framing {
    /// The box for memegen's results if no size is requested, in pixels.
    private static let standardBox = PixelSize(width: 600, height: 600)

    /// Reads the sides of a box in memegen's scheme, in pixels. If both sides are given, the result is padded to the box. If only one side
    /// is given, the other side is derived from the picture.
    init(memegenWidth width: Int?, height: Int?) {
        let free = Int(Int32.max)
        let isUsual = width == nil && height == nil
        self.init(
            resize: Resize(
                into: isUsual ? Self.standardBox : PixelSize(width: width ?? free, height: height ?? free),
                enlarges: true),
            box: width.flatMap { width in height.map { PixelSize(width: width, height: $0) } })
    }
}
