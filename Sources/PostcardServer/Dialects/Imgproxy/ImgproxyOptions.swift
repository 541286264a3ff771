import PostcardCore
import PostcardImaging

/// The options of a URL in imgproxy's scheme, with presets resolved.
struct ImgproxyOptions: Sendable {
    var scaling = ImgproxyScaling()
    var crop: CropSize?
    /// The gravity of the crop; `nil` to use the gravity of the scaling.
    var cropGravity: Gravity?
    var trim: EdgeTrimming?
    /// The rotation in quarter turns clockwise.
    var quarterTurns = 0
    var flipsHorizontally = false
    var flipsVertically = false
    var canvas: CanvasExtension?
    /// The canvas with the aspect ratio of the box.
    var shapedCanvas: CanvasExtension?
    var padding = CanvasPadding()
    var background: Color?
    var mark: PictureMark?
    var output = OutputOptions()
    /// The sigma of the blur. The blur is applied before sharpening and the mosaic, regardless of the order of the options.
    var blur = 0.0
    var sharpness = 0.0
    var mosaic = 0
    /// The applied options that affect the pixels, for cache keys.
    private(set) var text = ""
    /// The names of the applied presets.
    private(set) var presets: [String] = []
    /// The names of the presets whose options are being applied, to prevent infinite recursion.
    private var openPresets: [String] = []

    /// Applies an option.
    ///
    /// - Parameters:
    ///   - settings: the presets and the watermark of the service.
    /// - Throws: `HTTPError` with status 400 for an unknown option or invalid arguments.
    mutating func apply(_ option: ImgproxyOption, _ settings: ImgproxySettings) throws(HTTPError) {
        if option.name == "preset" {
            for name in option.arguments { try apply(preset: name, settings) }
            return
        }
        try option.requireArgumentCount()
        if try applyToResponse(option) { return }
        text += option.text + "/"
        if try applyToSize(option) { return }
        if try applyToCanvas(option) { return }
        if try applyToFile(option) { return }
        try applyToPixels(option, settings)
    }

    /// Applies the options of a preset. Skips a preset that is already being applied.
    mutating func apply(preset name: String, _ settings: ImgproxySettings) throws(HTTPError) {
        guard let options = settings.presets[name] else {
            throw .badRequest("Preset not found for imgproxy URLs: \"\(name.prefix(80))\".")
        }
        guard !openPresets.contains(where: name.hasBytes) else { return }
        if !presets.contains(where: name.hasBytes) { presets.append(name) }
        openPresets.append(name)
        defer { openPresets.removeLast() }
        for option in options { try apply(option, settings) }
    }

    /// Applies an option that changes only the response, not the picture; returns `false` for other options.
    private mutating func applyToResponse(_ option: ImgproxyOption) throws(HTTPError) -> Bool {
        switch option.name {
        case "cachebuster": break
        case "expires": output.expires = try option.time
        case "filename":
            output.fileName = try option.text(
                0, base64: try option.flag(1, "Base64 flag") ?? false, "name")
        case "return_attachment": output.isAttachment = try option.flag(0, "value") ?? false
        default: return false
        }
        return true
    }

    /// Applies an option that sets the format or the encoding of the file; returns `false` for other options.
    private mutating func applyToFile(_ option: ImgproxyOption) throws(HTTPError) -> Bool {
        switch option.name {
        case "quality":
            let quality = try option.count(0, "value", most: 100) ?? 0
            output.quality = quality == 0 ? nil : quality
        case "format_quality":
            guard option.arguments.count.isMultiple(of: 2), !option.arguments.isEmpty else {
                throw .badRequest("The format_quality option needs a quality after each format.")
            }
            for index in stride(from: 0, to: option.arguments.count, by: 2) {
                guard let format = try option.value(index, "format", ImageFormat.init(writableExtension:)) else {
                    continue
                }
                output.qualities[format] = try option.count(index + 1, "quality", most: 100)
            }
        case "max_bytes":
            let bytes = try option.count(0, "value", most: Int(Int32.max)) ?? 0
            output.maximumBytes = bytes == 0 ? nil : bytes
        case "jpeg_options": output.isProgressive = try option.flag(0, "value") ?? output.isProgressive
        case "format": output.format = try option.value(0, "name", ImageFormat.init(writableExtension:))
        // These options have no effect: results have no metadata and are in sRGB, and embedded thumbnails are used if they are large
        // enough.
        case "strip_metadata", "keep_copyright", "strip_color_profile", "preserve_hdr", "enforce_thumbnail",
            "skip_processing":
            break
        case "auto_rotate":
            guard try option.flag(0, "value") ?? true else {
                throw .badRequest("Pictures are always rotated upright. auto_rotate can't be turned off.")
            }
        case "raw":
            guard try !(option.flag(0, "value") ?? false) else {
                throw .badRequest("Source files are always processed. raw can't be turned on.")
            }
        default: return false
        }
        return true
    }
}

extension ImgproxyOptions {
    /// Applies an option that sets a size or a crop; returns `false` for other options.
    mutating func applyToSize(_ option: ImgproxyOption) throws(HTTPError) -> Bool {
        switch option.name {
        case "resize":
            try option.require(atMost: 8)
            try setKind(option)
            try setSize(option, from: 1)
        case "resizing_type": try setKind(option)
        case "size":
            try option.require(atMost: 7)
            try setSize(option, from: 0)
        case "width": scaling.width = try option.count(0, "width") ?? 0
        case "height": scaling.height = try option.count(0, "height") ?? 0
        case "min-width": scaling.minimum.width = try option.count(0, "width", most: 100_000) ?? 0
        case "min-height": scaling.minimum.height = try option.count(0, "height", most: 100_000) ?? 0
        case "zoom":
            let across = try option.factor(0, "factor") ?? 1
            scaling.zoom = (across, try option.factor(1, "factor") ?? across)
        case "dpr": scaling.density = try option.factor(0, "factor") ?? 1
        case "enlarge": scaling.enlarges = try option.flag(0, "value") ?? false
        case "gravity": scaling.gravity = try option.gravity(0) ?? .center
        case "crop":
            func side(_ index: Int) throws(HTTPError) -> Double {
                try option.number(index, "size", in: 0...1_000_000) ?? 0
            }
            crop = CropSize(width: try side(0), height: try side(1))
            cropGravity = try option.gravity(2)
        default: return false
        }
        return true
    }

    private mutating func setKind(_ option: ImgproxyOption) throws(HTTPError) {
        scaling.kind = try option.value(0, "type", ImgproxyScaling.Kind.init) ?? scaling.kind
    }

    /// Reads `width:height:enlarge:extend:gravity`.
    private mutating func setSize(_ option: ImgproxyOption, from index: Int) throws(HTTPError) {
        scaling.width = try option.count(index, "width") ?? scaling.width
        scaling.height = try option.count(index + 1, "height") ?? scaling.height
        scaling.enlarges = try option.flag(index + 2, "enlarge flag") ?? scaling.enlarges
        if option[index + 3] != nil { canvas = try Self.canvas(option, from: index + 3, isByShape: false) }
        scaling.isExtended = canvas != nil
    }

    /// Reads `extend:gravity`.
    private static func canvas(
        _ option: ImgproxyOption, from index: Int, isByShape: Bool
    ) throws(HTTPError) -> CanvasExtension? {
        guard try option.flag(index, "extend flag") ?? false else { return nil }
        let gravity = try option.gravity(index + 1) ?? .center
        guard gravity.anchor != .detail else {
            throw .badRequest("The gravity of a canvas can't be \"sm\", because nothing is cropped.")
        }
        return CanvasExtension(isByShape: isByShape, gravity: gravity)
    }

    /// Applies an option that sets the canvas, trimming or orientation; returns `false` for other options.
    mutating func applyToCanvas(_ option: ImgproxyOption) throws(HTTPError) -> Bool {
        switch option.name {
        case "extend":
            canvas = try Self.canvas(option, from: 0, isByShape: false)
            scaling.isExtended = canvas != nil
        case "extend_aspect_ratio": shapedCanvas = try Self.canvas(option, from: 0, isByShape: true)
        case "padding":
            try option.require(atMost: 4)
            func side(_ index: Int) throws(HTTPError) -> Int? { try option.count(index, "padding", most: 100_000) }
            padding.top = try side(0) ?? padding.top
            padding.right = try side(1) ?? padding.top
            padding.bottom = try side(2) ?? padding.top
            padding.left = try side(3) ?? padding.right
        case "background": background = try option.color(0)
        case "trim":
            try option.require(atMost: 4)
            trim = nil
            if let tolerance = try option.number(0, "threshold", in: 0...255) {
                trim = EdgeTrimming(
                    edge: try option.hexadecimalColor(1).map(EdgeTrimming.Edge.color) ?? .topLeft,
                    tolerance: Int(tolerance), metric: .channel,
                    isEvenAcross: try option.flag(2, "equal-sides flag") ?? false,
                    isEvenDown: try option.flag(3, "equal-sides flag") ?? false)
            }
        case "rotate":
            let degrees =
                try option.value(0, "angle", possible: "a multiple of 90") {
                    Int($0).flatMap { $0 % 90 == 0 ? $0 : nil }
                } ?? 0
            quarterTurns = ((degrees / 90) % 4 + 4) % 4
        case "flip":
            flipsHorizontally = try option.flag(0, "value") ?? flipsHorizontally
            flipsVertically = try option.flag(1, "value") ?? flipsVertically
        default: return false
        }
        return true
    }
}
