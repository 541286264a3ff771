internal import HTTPTypes
internal import PostcardImaging

extension ThumborFilter {
    /// More filters than this are refused, since each costs time.
    static let limit = 16

    /// Reads `name(arguments):name(arguments)`.
    static func list(_ text: String) throws(HTTPError) -> [ThumborFilter] {
        var filters: [ThumborFilter] = []
        var rest = text[...]
        while !rest.isEmpty {
            guard let open = rest.firstIndex(of: "(") else {
                throw .badRequest("The filter \"\(rest.prefix(80))\" has no parentheses.")
            }
            let end = endOfFilter(rest)
            guard let end else { throw .badRequest("The filter \"\(rest.prefix(80))\" does not end.") }
            var arguments = FilterArguments(
                name: String(rest[..<open]), text: rest[rest.index(after: open)..<end])
            filters.append(try ThumborFilter(&arguments))
            try arguments.finish()
            rest = rest[rest.index(after: end)...].drop { $0 == ":" }
            guard filters.count <= limit else { throw .badRequest("There are more than \(limit) filters.") }
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
        case "format": self = .format(try arguments.value("name", ImageFormat.init(writableExtension:)))
        case "max_bytes": self = .maxBytes(try arguments.integer("number", in: 1...Int(Int32.max)))
        case "blur": self = try Self.blur(&arguments)
        case "sharpen": self = try Self.sharpen(&arguments)
        case "grayscale": self = .grayscale
        case "brightness": self = .pixels(.brightness(percent: try arguments.number("amount", in: -100...100)))
        case "contrast": self = .pixels(.contrast(percent: try arguments.number("amount", in: -100...100)))
        case "saturation":
            // 1 changes nothing, 0 takes all colour away.
            self = .pixels(.saturation(percent: (try arguments.number("factor", in: 0...2) - 1) * 100))
        case "rgb":
            func percent(_ name: String) throws(HTTPError) -> Double { try arguments.number(name, in: -100...100) }
            self = .pixels(.tint(red: try percent("red"), green: try percent("green"), blue: try percent("blue")))
        case "rotate": self = .rotate(try arguments.integer("angle", in: -36_000...36_000))
        case "round_corner": self = try Self.roundCorner(&arguments)
        case "watermark": self = try Self.watermark(&arguments)
        case "background_color": self = .backgroundColor(try arguments.color("colour"))
        case "fill": self = try Self.fill(&arguments)
        case "focal": self = .focal(try arguments.value("rectangle", Self.rectangle))
        case "no_upscale": self = .noUpscale
        case "upscale": self = .upscale
        case "stretch": self = .stretch
        case "proportion": self = .proportion(try arguments.number("factor", in: 0...100))
        case "strip_exif": self = .stripEXIF
        case "strip_icc": self = .stripICC
        case "expires": self = .expires(try arguments.integer("time", in: 0...Int.max))
        default:
            throw .badRequest("There is no filter \"\(arguments.name.prefix(80))\" here.")
        }
    }

    private static func blur(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        let radius = try arguments.number("radius", in: 1...Double(Int32.max))
        let sigma = arguments.isEmpty ? 0 : try arguments.number("sigma", in: 0...Double(Int32.max))
        return .blur(sigma: min(150, sigma == 0 ? radius : sigma))
    }

    private static func sharpen(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        let amount = try arguments.number("amount", in: 0...10)
        let radius = try arguments.number("radius", in: 0...10)
        _ = try arguments.flag("choice of luminance only")
        return .sharpen(amount: amount, sigma: radius)
    }

    private static func roundCorner(_ arguments: inout FilterArguments) throws(HTTPError) -> ThumborFilter {
        let radius = try arguments.value("radius") { text in
            let radii = text.split(separator: "|").map { Int($0) }
            return radii.count == 1 || radii.count == 2 && radii[0] == radii[1] ? radii[0] : nil
        }
        func channel(_ what: String) throws(HTTPError) -> UInt8 { UInt8(try arguments.integer(what, in: 0...255)) }
        let color = Color(red: try channel("red"), green: try channel("green"), blue: try channel("blue"))
        return .roundCorner(
            radius: max(0, radius), color: color, isTransparent: try arguments.flag("transparency"))
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
