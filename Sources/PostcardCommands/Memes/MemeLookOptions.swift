import ArgumentParser
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos
import SystemPackage

/// The options for the captions, overlays and shapes of a meme.
struct MemeLookOptions: ParsableArguments {
    /// The names of all styles as typed.
    static let styles = MemeStyle.all.map(\.name)

    @Option(
        help:
            "The style: classic, band, band-below, subtitle, poster, label or credit; or a style of the template's picture. (default: classic)",
        completion: .styles)
    var style: String?

    @OptionGroup(title: MemeLetteringOptions.title) var lettering: MemeLetteringOptions
    @OptionGroup(title: MemeShapeOptions.title) var shapeOptions: MemeShapeOptions

    @Option(
        help: ArgumentHelp(
            """
            A picture to draw on the base image: a file, a URL or the id of a photo in the library, followed by @ and its box in fractions \
            of the base image, under the texts. Without a box, it fills the next empty slot of the template or spec, or with @7 the \
            seventh slot. Repeatable.
            """, valueName: "picture[@x,y,width,height]"),
        completion: .file())
    var overlay: [String] = []

    @Option(
        help: "A JSON file with the whole meme: captions, boxes, fonts, colors, overlays. Use - for standard input.",
        completion: .file(extensions: ["json"]))
    var spec: String?

    /// Returns the meme from a style or from the specification. If options place the captions, only the style's look is used. The
    /// other options are applied by ``complete(_:limits:library:hasPermission:)``.
    func meme(of texts: [String]) throws -> Meme {
        if let spec { return try Self.meme(inFile: spec) }
        let style = try Self.style(named: style ?? "classic")
        let captions = style.captions(of: texts)
        if texts.count > 1, lettering.box.count == texts.count {
            return Meme(captions: captions ?? texts.map { Caption($0) })
        }
        guard texts.count > style.slots.count, lettering.placesText, let captions else {
            return try usage { try style.meme(of: texts) }
        }
        return Meme(captions: captions.filter { !Caption.isBlank($0.text) })
    }

    /// Returns the style with a name.
    ///
    /// - Throws: `ValidationError` for an unknown name. The message suggests the nearest name.
    static func style(named name: String) throws -> MemeStyle {
        guard let style = MemeStyle(named: name) else {
            let near = Spelling.nearest(to: name, of: styles).map { "Did you mean \($0)?" }
            throw ValidationError("Unknown style \(name). \(near ?? "Use one of: \(styles.joined(separator: ", ")).")")
        }
        return style
    }

    /// Returns the meme from a specification.
    private static func meme(inFile spec: String) throws -> Meme {
        let bytes = try PictureInput.bytes(of: spec, limits: .default)
        do {
            let json = try JSONValue(decodable: bytes)
            var meme: Meme = try json.decode()
            if let message = json.unknownName(readAs: meme) { throw Failure(.badData, "\(spec): \(message)") }
            meme.resolvePaths(besideFile: spec)
            return meme
        } catch let error as DecodingError {
            throw Failure(.badData, "\(spec): \(error.explanation)")
        }
    }

    /// Applies the other options: text, overlays and shapes. Also reads the files of all overlays and fonts.
    ///
    /// - Parameters:
    ///   - size: the size of the picture; `nil` if it is unknown.
    ///   - library: the options of the library with the photos that overlays specify by id.
    ///   - hasPermission: whether photos whose licenses forbid derivatives may be used.
    func complete(
        _ meme: inout Meme, on size: PixelSize? = nil, limits: DecodingLimits, library: LibraryOptions,
        hasPermission: Bool
    ) async throws {
        try lettering.apply(to: &meme, on: size)
        meme.shapes += shapeOptions.shapes
        let slots = meme.overlays.indices.filter { meme.overlays[$0].picture == nil }
        for text in overlay {
            let argument = try OverlayArgument(text)
            if let box = argument.box {
                meme.overlays.append(Overlay(.named(argument.picture), in: box))
            } else {
                let last = slots.count
                if let slot = argument.slot, last > 0, !(1...last ~= slot) {
                    throw ValidationError("--overlay \(text): the slots are numbered 1 to \(last).")
                }
                let next = meme.overlays.firstIndex { $0.picture == nil }
                guard !slots.isEmpty, let place = argument.slot.map({ slots[$0 - 1] }) ?? next else {
                    throw ValidationError(
                        "--overlay \(text): there is no empty slot. Specify a box: \(argument.picture)@0.7,0.1,0.25,0.25"
                    )
                }
                meme.overlays[place].picture = .named(argument.picture)
            }
        }
        var pictures: [NameKey: [UInt8]] = [:]
        for name in meme.overlayNames {
            if let (photo, library) = try library.photo(named: name, limits: limits) {
                guard photo.license.allowsDerivatives || hasPermission else {
                    throw MemeSource.notPermitted(photo.license.name)
                }
                Console.error("Credit: \(photo.credit)")
                pictures[name] = try library.blobs.read(photo.blob, limit: limits.bytes)
                continue
            }
            pictures[name] =
                PictureSource.isAddress(name)
                ? try await PictureInput.fetch(name, maximumBytes: limits.bytes)
                : try PictureInput.bytes(of: name, limits: limits)
        }
        meme.resolveOverlays { pictures[$0] }
        try meme.readFontFiles()
    }
}

extension Meme {
    /// Resolves the relative paths of overlays and fonts against the folder of the specification.
    fileprivate mutating func resolvePaths(besideFile spec: String) {
        let folder = FilePath(spec).removingLastComponent()
        guard spec != "-", !folder.isEmpty else { return }
        for index in overlays.indices {
            guard case .named(let name)? = overlays[index].picture, !PictureSource.isAddress(name),
                !name.hasPrefix("/"), !name.hasPrefix("photo-")
            else { continue }
            overlays[index].picture = .named(folder.pushing(FilePath(name)).string)
        }
        editCaptions { caption, _ in
            guard let path = caption.font.fileName, !path.hasPrefix("/") else { return }
            caption.font = FontArgument.font(at: folder.pushing(FilePath(path)).string)
        }
    }
}

/// The options for shapes on the base image of a meme.
struct MemeShapeOptions: ParsableArguments {
    static let title = "Shapes on the picture (repeatable)"

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An arrow from point to point, as fractions of the picture size: 0.2,0.8,0.5,0.5.", valueName: "x,y,x,y")
    )
    var arrow: [PointsArgument] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A line between two points, as fractions of the picture size.", valueName: "x,y,x,y"))
    var line: [PointsArgument] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A rectangle, as fractions of the picture size.", valueName: "x,y,width,height"))
    var rectangle: [UnitBox] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An ellipse within this rectangle, as fractions of the picture size.", valueName: "x,y,width,height"))
    var ellipse: [UnitBox] = []

    @Option(help: "The color of shapes: a CSS color name such as gold, or #ffdd00. (default: red)") var shapeColor:
        Color?

    @Option(help: "The line width of shapes: a fraction of the picture such as 2% or 0.02. (default: 1.2%)")
    var lineWidth: FractionArgument?

    @Flag(help: "Fill rectangles and ellipses.") var filled = false

    func validate() throws {
        try require(
            !isEmpty || shapeColor == nil && lineWidth == nil && !filled,
            "--shape-color, --line-width and --filled are for shapes; add one with --arrow, --line, --rectangle or --ellipse."
        )
        if let width = lineWidth?.value, !(0.0005...0.5).contains(width) {
            throw ValidationError("--line-width is \(width); it must be between 0.0005 and 0.5 of the picture.")
        }
    }

    var isEmpty: Bool { arrow.isEmpty && line.isEmpty && rectangle.isEmpty && ellipse.isEmpty }

    /// The shapes. Rectangles and ellipses come first, so that they do not cover lines and arrows.
    var shapes: [MemeShape] {
        let shapes =
            rectangle.map { MemeShape(.rectangle, in: $0) } + ellipse.map { MemeShape(.ellipse, in: $0) }
            + line.map { MemeShape(.line, from: $0.from, to: $0.to) }
            + arrow.map { MemeShape(.arrow, from: $0.from, to: $0.to) }
        return shapes.map { shape in
            var shape = shape
            shape.color = shapeColor ?? shape.color
            shape.lineWidth = lineWidth?.value ?? shape.lineWidth
            shape.isFilled = filled
            return shape
        }
    }
}
