internal import HTTPTypes
internal import PostcardImaging

extension ThumborFilter {
    /// More filters than this are refused, since each costs time.
    static let limit = 16

    /// Reads `name(arguments):name(arguments)`.
    ///
    /// - Parameters:
    ///   - text: the filters.
    ///   - isLenient: whether filters that are unknown, or have wrong arguments, are left out instead of refused, as thumbor does it.
    /// - Returns: the filters.
    /// - Throws: `HTTPError` with status 400.
    static func list(_ text: String, isLenient: Bool = false) throws(HTTPError) -> [ThumborFilter] {
        var filters: [ThumborFilter] = []
        var rest = text[...]
        var count = 0
        while !rest.isEmpty {
            count += 1
            guard count <= limit else { throw .badRequest("There are more than \(limit) filters.") }
            guard let open = rest.firstIndex(of: "("), let end = endOfFilter(rest) else {
                guard !isLenient else { return filters }
                throw .badRequest(
                    rest.contains("(")
                        ? "The filter \"\(rest.prefix(80))\" does not end."
                        : "The filter \"\(rest.prefix(80))\" has no parentheses.")
            }
            do throws(HTTPError) {
                var arguments = FilterArguments(
                    name: String(rest[..<open]), text: rest[rest.index(after: open)..<end])
                let filter = try ThumborFilter(&arguments)
                try arguments.finish()
                filters.append(filter)
            } catch {
                guard isLenient else { throw error }
            }
            rest = rest[rest.index(after: end)...].drop { $0 == ":" }
        }
        return filters
    }

    /// The parenthesis at the very end, or the first that a colon follows.
    private static func endOfFilter(_ text: Substring) -> Substring.Index? {
        for index in text.indices where text[index] == ")" {
            let after = text.index(after: index)
            if after == text.endIndex || text[after] == ":" { return index }
        }
        return nil
    }

    private init(_ arguments: inout FilterArguments) throws(HTTPError) {
        switch arguments.name {
        case "quality": self = .quality(try arguments.integer("number", in: 0...100))
        case "format": self = .format(try arguments.value("name", Self.format))
        case "max_bytes": self = .maxBytes(try arguments.integer("number", in: 1...Int(Int32.max)))
        case "blur": self = try Self.blur(&arguments)
        case "sharpen": self = try Self.sharpen(&arguments)
        case "convolution": self = try Self.convolution(&arguments)
        case "rotate": self = .rotate(try arguments.integer("angle", in: -36_000...36_000))
        case "round_corner": self = try Self.roundCorner(&arguments)
        case "watermark": self = try Self.watermark(&arguments)
        case "frame": self = .frame(try arguments.text("picture"))
        case "background_color": self = .backgroundColor(try arguments.value("colour", Self.backgroundColor))
        case "fill": self = try Self.fill(&arguments)
        case "focal": self = .focal(try arguments.value("rectangle", Self.rectangle))
        case "extract_focal": self = .extractFocal
        case "no_upscale": self = .noUpscale
        case "upscale": self = .upscale
        case "stretch": self = .stretch
        case "proportion": self = .proportion(try arguments.number("factor", in: 0...1))
        case "strip_exif", "strip_icc", "red_eye", "redeye": self = .nothing
        case "autojpg":
            _ = try arguments.flag("choice")
            self = .nothing
        case "gifv", "cover":
            throw .badRequest(
                "The filter \(arguments.name) makes a video of a GIF, which this service does not write.")
        case "max_age": self = .maxAge(try arguments.integer("time", in: 0...Int(Int32.max)))
        case "expires": self = .expires(try arguments.integer("time", in: 0...Int.max))
        default: self = try Self.toning(&arguments)
        }
    }

    /// The filters that change colours alone.
    private static func toning(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        func percent(_ name: String) throws(HTTPError) -> Double {
            Double(try arguments.integer(name, in: -100...100))
        }
        func share(_ name: String) throws(HTTPError) -> Double { Double(try arguments.integer(name, in: 0...100)) }
        switch arguments.name {
        case "grayscale": return .grayscale
        case "equalize": return .equalize
        case "brightness":
            let amount = try percent("amount")
            return .channels(.adding(red: amount, green: amount, blue: amount))
        case "contrast": return .channels(.contrast(percent: try percent("amount")))
        case "rgb":
            return .channels(
                .adding(red: try percent("red"), green: try percent("green"), blue: try percent("blue")))
        case "colorize":
            let (red, green, blue) = (try share("red"), try share("green"), try share("blue"))
            return .channels(.mixing(try arguments.color("colour"), red: red, green: green, blue: blue))
        case "curve":
            func curve(_ name: String) throws(HTTPError) -> ChannelTables.Curve {
                try arguments.value("curve of \(name)", Self.curve)
            }
            return .channels(
                .curves(
                    all: try curve("all channels"), red: try curve("red"), green: try curve("green"),
                    blue: try curve("blue")))
        // 1 changes nothing, 0 takes all colour away.
        case "saturation": return .saturation(try arguments.number("factor", in: -10...10))
        case "noise":
            let amount = try arguments.integer("amount", in: 0...510)
            let seed = arguments.isEmpty ? 0 : try arguments.integer("seed", in: 0...Int(UInt32.max))
            return .noise(amount: amount, seed: UInt32(seed))
        default: throw .badRequest("There is no filter \"\(arguments.name.prefix(80))\" here.")
        }
    }

    /// The formats that we write, and those that thumbor takes and, without a plug-in, does not write either.
    private static func format(_ name: String) -> ImageFormat?? {
        if let format = ImageFormat(writableExtension: name) { return .some(format) }
        return ["heic", "heif"].contains(name.lowercased()) ? .some(nil) : nil
    }

    private static func backgroundColor(_ name: String) -> Color?? {
        if name == "auto" { return .some(nil) }
        return Color(css: name).map { .some($0) }
    }

    /// `[(x,y),(x,y)]`.
    private static func curve(_ text: String) -> ChannelTables.Curve? {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        let points = text.dropFirst().dropLast().split(separator: ")").map { part -> (x: Int, y: Int)? in
            let point = part.drop { $0 == "," || $0 == " " }
            let numbers = point.dropFirst().split(separator: ",").map { Int($0.trimmingSpaces()) }
            guard point.hasPrefix("("), numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
            return (x, y)
        }
        let known = points.compactMap { $0 }
        return known.count == points.count ? ChannelTables.Curve(through: known) : nil
    }

    private static func convolution(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        let weights = try arguments.value("matrix") { text -> [Double]? in
            let numbers = text.split(separator: ";", maxSplits: ConvolutionKernel.maximumCount).map { Double($0) }
            return numbers.contains { $0?.isFinite != true } ? nil : numbers.compactMap { $0 }
        }
        let columns = try arguments.integer("number of columns", in: 1...15)
        let isNormalized = try arguments.flag("choice of a sum of 1", default: true)
        guard let kernel = ConvolutionKernel(weights, columns: columns, isNormalized: isNormalized) else {
            throw .badRequest(
                "The matrix of the filter convolution needs an odd number of rows and columns, at most 15 of each, "
                    + "and numbers up to a million.")
        }
        return .convolution(kernel)
    }

    private static func blur(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        let radius = try arguments.integer("radius", in: 1...Int(Int32.max))
        let sigma = arguments.isEmpty ? 0 : try arguments.number("sigma", in: 0...Double(Int32.max))
        return .blur(sigma: blur(radius: radius, sigma: sigma == 0 ? Double(radius) : sigma))
    }

    /// thumbor's largest radius.
    private static let maximumRadius = 150

    /// The standard deviation of a whole Gaussian that blurs as much as thumbor's, which is cut off at a radius.
    static func blur(radius: Int, sigma: Double) -> Double {
        Image.sigma(ofGaussianOf: sigma, cutAt: min(maximumRadius, radius))
    }

    private static func sharpen(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        let amount = try arguments.number("amount", in: 0...100)
        let radius = try arguments.number("radius", in: 0...10)
        return .sharpen(
            amount: amount, radius: radius, luminanceOnly: try arguments.flag("choice of luminance only"))
    }

    private static func roundCorner(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        let radii = try arguments.value("radius") { text -> [Int]? in
            let radii = text.split(separator: "|", omittingEmptySubsequences: false).map { Int($0) }
            guard 1...2 ~= radii.count, radii.allSatisfy({ $0.map { 0...1_000_000 ~= $0 } ?? false }) else {
                return nil
            }
            return radii.compactMap { $0 }
        }
        func channel(_ what: String) throws(HTTPError) -> UInt8 { UInt8(try arguments.integer(what, in: 0...255)) }
        let color = Color(red: try channel("red"), green: try channel("green"), blue: try channel("blue"))
        let isTransparent = try arguments.flag("transparency")
        return .roundCorner(across: radii[0], down: radii[radii.count - 1], color: color, isTransparent: isTransparent)
    }

    private static func fill(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        let fill = try arguments.value("colour") { text -> ThumborFill? in
            switch text {
            case "auto": .auto
            case "blur": .blur
            default: Color(css: text).map(ThumborFill.color)
            }
        }
        return .fill(fill, underTransparent: try arguments.flag("choice of filling transparent parts"))
    }

    private static func watermark(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        let image = try arguments.text("picture")
        let x = try arguments.value("horizontal position", ThumborWatermark.Position.init)
        let y = try arguments.value("vertical position", ThumborWatermark.Position.init)
        let transparency = try arguments.integer("transparency", in: 0...100)
        func percent(_ what: String) throws(HTTPError) -> Int? {
            guard !arguments.isEmpty else { return nil }
            return try arguments.value(what) { text -> Int?? in
                if text == "none" { return .some(nil) }
                return Int(text).flatMap { (1...1_000).contains($0) ? .some($0) : nil }
            }
        }
        return .watermark(
            ThumborWatermark(
                image: image, x: x, y: y, transparency: transparency, widthPercent: try percent("width"),
                heightPercent: try percent("height")))
    }

    /// `LEFTxTOP:RIGHTxBOTTOM`.
    private static func rectangle(_ text: String) -> ThumborRequest.Crop? {
        let numbers = text.split(whereSeparator: { $0 == "x" || $0 == ":" }).compactMap { Int($0) }
        guard numbers.count == 4, numbers.allSatisfy({ (0...1_000_000).contains($0) }) else { return nil }
        return .init(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
    }
}
