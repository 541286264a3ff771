import PostcardImaging

/// The filters of a thumbor URL: pipeline steps, and settings for scaling and output.
struct ThumborFilters: Sendable {
    /// The maximum number of filters, since each takes time.
    static let limit = 16

    var steps: [PipelineStep] = []
    var output = OutputOptions()
    /// The focal areas of the source, which crops keep visible.
    var focals: [PixelEdges] = []
    /// True for `extract_focal`: the picture's name is another thumbor URL, whose crop is a focal area and whose other options are ignored.
    var extractsFocal = false
    /// True if the result can't be larger than the source.
    var limitsToSource = false
    /// True if the picture is stretched to fill the box.
    var stretches = false

    init() {}

    /// Reads `name(arguments):name(arguments)`.
    ///
    /// - Parameters:
    ///   - isLenient: true to ignore unknown filters and invalid arguments, as thumbor does, instead of rejecting them.
    /// - Throws: `HTTPError` with status 400.
    init(_ text: String, isLenient: Bool = false) throws(HTTPError) {
        var rest = text[...]
        var count = 0
        while !rest.isEmpty {
            count += 1
            guard count <= Self.limit else { throw .badRequest("There are more than \(Self.limit) filters.") }
            guard let open = rest.firstIndex(of: "("), let end = Self.endOfFilter(rest) else {
                guard !isLenient else { return }
                throw .badRequest(
                    rest.contains("(")
                        ? "The filter \"\(rest.prefix(80))\" has no closing parenthesis."
                        : "The filter \"\(rest.prefix(80))\" has no parentheses.")
            }
            do throws(HTTPError) {
                var arguments = FilterArguments(
                    name: String(rest[..<open]), text: rest[rest.index(after: open)..<end])
                var changed = self
                try changed.add(&arguments)
                try arguments.finish()
                self = changed
            } catch {
                guard isLenient else { throw error }
            }
            rest = rest[rest.index(after: end)...].drop { $0 == ":" }
        }
    }

    /// Returns the index of the closing parenthesis: the first one that is followed by a colon, or the one at the end.
    private static func endOfFilter(_ text: Substring) -> Substring.Index? {
        for index in text.indices where text[index] == ")" {
            let after = text.index(after: index)
            if after == text.endIndex || text[after] == ":" { return index }
        }
        return nil
    }

    /// Adds one filter with its arguments.
    private mutating func add(_ arguments: inout FilterArguments) throws(HTTPError) {
        switch arguments.name {
        case "quality": output.quality = try arguments.integer("number", in: 0...100)
        case "format":
            let names = ImageFormat.writableExtensions.joined(separator: ", ")
            output.format =
                try arguments.value("name", possible: "one of \(names)", Self.format) ?? output.format
        case "max_bytes": output.maximumBytes = try arguments.integer("number", in: 1...Int(Int32.max))
        case "max_age": output.maximumAge = try arguments.integer("time", in: 0...Int(Int32.max))
        // An extension to thumbor: the time at which a signed URL expires.
        case "expires": output.expires = try arguments.integer("time", in: 0...Int.max)
        case "focal": focals.append(try arguments.value("rectangle", possible: "LEFTxTOP:RIGHTxBOTTOM", Self.rectangle))
        case "extract_focal": extractsFocal = true
        case "no_upscale": limitsToSource = true
        case "stretch": stretches = true
        // These filters have no effect: results have no EXIF data and are in sRGB without a profile, thumbor requires an additional
        // detector for red eyes, and clients choose formats with `Accept`.
        case "strip_exif", "strip_icc", "red_eye", "redeye": break
        case "autojpg": _ = try arguments.flag("value")
        case "gifv", "cover":
            throw .badRequest(
                "The \(arguments.name) filter converts a GIF to a video, which this service does not support.")
        case "watermark": steps.append(.mark(try Self.watermark(&arguments)))
        case "frame":
            throw .badRequest(
                "The frame filter is not supported. Use a watermark of the same size: watermark(PICTURE,0,0,0).")
        case "fill": steps.append(.fillBox(try Self.fill(&arguments)))
        default: if let filter = try PictureFilter(thumbor: &arguments) { steps.append(.filter(filter)) }
        }
    }

    /// Returns the format with the given name. The inner optional is `nil` for HEIC, which thumbor accepts but can't write without a
    /// plug-in.
    private static func format(_ name: String) -> ImageFormat?? {
        if let format = ImageFormat(writableExtension: name) { return .some(format) }
        return ["heic", "heif"].contains(name.lowercased()) ? .some(nil) : nil
    }

    /// Reads a rectangle, `LEFTxTOP:RIGHTxBOTTOM`.
    private static func rectangle(_ text: String) -> PixelEdges? {
        let numbers = text.split(whereSeparator: { $0 == "x" || $0 == ":" }).compactMap { Int($0) }
        guard numbers.count == 4, numbers.allSatisfy({ (0...1_000_000).contains($0) }) else { return nil }
        return .init(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
    }
}
