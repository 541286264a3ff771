import HTTPTypes
import PostcardImaging

/// The options of an address in imgproxy's scheme, presets resolved.
struct ImgproxyOptions: Sendable {
    var scaling = ImgproxyScaling()
    var crop: CropSize?
    /// `nil` for that of the scaling.
    var cropGravity: Gravity?
    var trim: EdgeTrimming?
    /// Quarters clockwise.
    var quarterTurns = 0
    var flipsHorizontally = false
    var flipsVertically = false
    var canvas: CanvasExtension?
    /// The canvas in the shape of the box.
    var shapedCanvas: CanvasExtension?
    var padding = CanvasPadding()
    var background: Color?
    var mark: PictureMark?
    var output = PictureOutput()
    /// The blur, the sharpness and the mosaic, which come in this order whatever the address says.
    var blur = 0.0
    var sharpness = 0.0
    var mosaic = 0
    /// The options that pictures depend on, as they were applied.
    private(set) var text = ""
    /// The names of the presets among them.
    private(set) var presets: [String] = []
    /// The names of presets whose options are being applied.
    private var openPresets: [String] = []

    /// Applies an option.
    ///
    /// - Parameters:
    ///   - settings: the presets and the watermark of the service.
    /// - Throws: `HTTPError` with status 400 for an unknown one, or for wrong arguments.
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

    /// Applies the options of a preset; one that is being applied already is left out.
    mutating func apply(preset name: String, _ settings: ImgproxySettings) throws(HTTPError) {
        guard let options = settings.presets[name] else {
            throw .badRequest("There is no preset \"\(name.prefix(80))\" for addresses of this scheme.")
        }
        guard !openPresets.contains(name) else { return }
        if !presets.contains(name) { presets.append(name) }
        openPresets.append(name)
        defer { openPresets.removeLast() }
        for option in options { try apply(option, settings) }
    }

    /// Names and times, which no bytes depend on.
    private mutating func applyToResponse(_ option: ImgproxyOption) throws(HTTPError) -> Bool {
        switch option.name {
        case "cachebuster": break
        case "expires": output.expires = try option.time
        case "filename":
            output.fileName = try option.text(
                0, base64: try option.flag(1, "choice of Base64") ?? false, "name")
        case "return_attachment": output.isAttachment = try option.flag(0, "choice") ?? false
        default: return false
        }
        return true
    }

    private mutating func applyToFile(_ option: ImgproxyOption) throws(HTTPError) -> Bool {
        switch option.name {
        case "quality":
            let quality = try option.count(0, "number", most: 100) ?? 0
            output.quality = quality == 0 ? nil : quality
        case "format_quality":
            for index in stride(from: 0, to: option.arguments.count, by: 2) {
                guard let format = try option.value(index, "format", ImageFormat.init(writableExtension:)) else {
                    continue
                }
                output.qualities[format] = try option.count(index + 1, "number", most: 100)
            }
        case "max_bytes":
            let bytes = try option.count(0, "number", most: Int(Int32.max)) ?? 0
            output.maximumBytes = bytes == 0 ? nil : bytes
        case "jpeg_options": output.isProgressive = try option.flag(0, "choice") ?? output.isProgressive
        case "format": output.format = try option.value(0, "name", ImageFormat.init(writableExtension:))
        // Results have no metadata and are in sRGB, and thumbnails in files are used where they are good enough.
        case "strip_metadata", "keep_copyright", "strip_color_profile", "preserve_hdr", "enforce_thumbnail",
            "skip_processing":
            break
        case "auto_rotate":
            guard try option.flag(0, "choice") ?? true else {
                throw .badRequest("Pictures are always shown upright here: auto_rotate cannot be turned off.")
            }
        case "raw":
            guard try !(option.flag(0, "choice") ?? false) else {
                throw .badRequest("Sources are not passed on as they are here: raw cannot be turned on.")
            }
        default: return false
        }
        return true
    }
}
