import HTTPTypes
import PostcardImaging

extension PictureFilter {
    /// Reads a thumbor filter that changes pixels; `nil` for a filter that changes nothing.
    ///
    /// - Throws: `HTTPError` with status 400 for unknown filters and invalid arguments.
    init?(thumbor arguments: inout FilterArguments) throws(HTTPError) {
        switch arguments.name {
        case "blur": self = .edit(try Self.blur(&arguments))
        case "sharpen": self = .edit(try Self.sharpen(&arguments))
        case "convolution": self = .edit(.filter(.convolution(try Self.kernel(&arguments))))
        case "rotate":
            let degrees = try arguments.integer("angle", in: -36_000...36_000)
            // The angle is counterclockwise. As in thumbor, angles that are not multiples of 90 degrees change nothing.
            guard degrees.isMultiple(of: 90) else { return nil }
            self = .rotate(quarterTurns: -(degrees / 90) % 4)
        case "round_corner": self = try Self.roundCorner(&arguments)
        case "background_color":
            self = .background(
                try arguments.value("color", possible: "auto, \(FilterArguments.colors)", Self.backgroundColor))
        case "upscale": self = .growIntoBox
        case "proportion": self = .shrink(try arguments.number("factor", in: 0...1))
        default: self = .edit(.filter(try Self.toning(&arguments)))
        }
    }

    /// Reads a filter that maps colors.
    private static func toning(_ arguments: inout FilterArguments) throws(HTTPError) -> PixelFilter {
        func percent(_ name: String) throws(HTTPError) -> Double {
            Double(try arguments.integer(name, in: -100...100))
        }
        func share(_ name: String) throws(HTTPError) -> Double { Double(try arguments.integer(name, in: 0...100)) }
        switch arguments.name {
        case "grayscale": return .grayscale(luma: .rec601)
        case "equalize": return .equalize
        case "brightness": return .brightness(percent: try percent("amount"))
        case "contrast": return .contrast(percent: try percent("amount"))
        case "rgb":
            return .tone(.tint(red: try percent("red"), green: try percent("green"), blue: try percent("blue")))
        case "colorize":
            let (red, green, blue) = (try share("red"), try share("green"), try share("blue"))
            let color = try arguments.value("color", possible: FilterArguments.colors, Color.init(css:))
            return .tone(.mixing(color, red: red, green: green, blue: blue))
        case "curve":
            func curve(_ name: String) throws(HTTPError) -> ToneCurve.Spline {
                try arguments.value(
                    "curve of \(name)", possible: "at least two points, such as [(0,0),(255,255)]", Self.curve)
            }
            return .tone(
                .splines(
                    all: try curve("all channels"), red: try curve("red"), green: try curve("green"),
                    blue: try curve("blue")))
        // The argument is a factor (1 changes nothing, 0 removes all color), although thumbor's documentation calls it a percentage.
        case "saturation": return .saturate(by: try arguments.number("amount", in: -100...100), luma: .hsp)
        case "noise":
            let amount = try arguments.integer("amount", in: 0...510)
            let seed = arguments.isEmpty ? 0 : try arguments.integer("seed", in: 0...Int(UInt32.max))
            return .noise(amount: amount, seed: UInt32(seed))
        default: throw .badRequest("Unknown filter \"\(arguments.name.prefix(80))\".")
        }
    }

    private static func backgroundColor(_ name: String) -> Color?? {
        if name == "auto" { return .some(nil) }
        return Color(css: name).map { .some($0) }
    }

    /// Reads the points of a curve, `[(x,y),(x,y)]`.
    private static func curve(_ text: String) -> ToneCurve.Spline? {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        let points = text.dropFirst().dropLast().split(separator: ")").map { part -> (x: Int, y: Int)? in
            let point = part.drop { $0 == "," || $0 == " " }
            let numbers = point.dropFirst().split(separator: ",").map { Int($0.trimmingSpaces()) }
            guard point.hasPrefix("("), numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
            return (x, y)
        }
        let known = points.compactMap { $0 }
        return known.count == points.count ? ToneCurve.Spline(through: known) : nil
    }

    /// Reads the matrix of the `convolution` filter.
    private static func kernel(_ arguments: inout FilterArguments) throws(HTTPError) -> ConvolutionKernel {
        let weights = try arguments.value("matrix", possible: "numbers separated by ;") { text -> [Double]? in
            let numbers = text.split(separator: ";", maxSplits: ConvolutionKernel.maximumCount).map { Double($0) }
            return numbers.contains { $0?.isFinite != true } ? nil : numbers.compactMap { $0 }
        }
        let columns = try arguments.integer("number of columns", in: 1...15)
        let isNormalized = try arguments.flag("normalization flag", default: true)
        let divisor = isNormalized ? ConvolutionKernel.divisor(of: weights) : 1
        guard weights.allSatisfy({ $0.magnitude <= 1e6 }),
            let kernel = ConvolutionKernel(weights, columns: columns, divisor: divisor)
        else {
            throw .badRequest(
                "The matrix of the convolution filter needs an odd number of rows and columns, at most 15 of each, "
                    + "and numbers up to a million.")
        }
        return kernel
    }

    private static func blur(_ arguments: inout FilterArguments) throws(HTTPError) -> Edit {
        let radius = try arguments.integer("radius", in: 1...Int(Int32.max))
        let sigma = arguments.isEmpty ? 0 : try arguments.number("sigma", in: 0...Double(Int32.max))
        return .blur(sigma: blur(radius: radius, sigma: sigma == 0 ? Double(radius) : sigma))
    }

    /// The maximum blur radius, as in thumbor.
    private static let maximumRadius = 150

    /// Returns the standard deviation of a full Gaussian that blurs as much as thumbor's, which is cut off at a radius.
    static func blur(radius: Int, sigma: Double) -> Double {
        Image.sigma(ofGaussianOf: sigma, cutAt: min(maximumRadius, radius))
    }

    private static func sharpen(_ arguments: inout FilterArguments) throws(HTTPError) -> Edit {
        let amount = try arguments.number("amount", in: 0...100)
        let radius = try arguments.number("radius", in: 0...10)
        // Measurements show that these unsharp masks are closest to thumbor's wavelets for a radius of up to 1. Sharpening only the
        // luminance has a weaker effect.
        let share = try arguments.flag("luminance flag") ? 0.5 : 0.75
        return .sharpen(sigma: 1.5 * (1 + radius), amount: share * amount)
    }

    private static func roundCorner(_ arguments: inout FilterArguments) throws(HTTPError) -> PictureFilter {
        let radii = try arguments.value("radius", possible: "a number of at least 0, or two such as 20|40") {
            text -> [Int]? in
            let radii = text.split(separator: "|", omittingEmptySubsequences: false).map { Int($0) }
            guard 1...2 ~= radii.count, radii.allSatisfy({ $0.map { 0...1_000_000 ~= $0 } ?? false }) else {
                return nil
            }
            return radii.compactMap { $0 }
        }
        func channel(_ what: String) throws(HTTPError) -> UInt8 { UInt8(try arguments.integer(what, in: 0...255)) }
        let color = Color(red: try channel("red"), green: try channel("green"), blue: try channel("blue"))
        let isTransparent = try arguments.flag("transparency")
        return .roundCorners(across: radii[0], down: radii[radii.count - 1], color: color, isTransparent: isTransparent)
    }
}

extension ThumborFilters {
    /// Reads the arguments of the `fill` filter.
    static func fill(_ arguments: inout FilterArguments) throws(HTTPError) -> BoxFilling {
        let fill = try arguments.value("color", possible: "auto, blur, \(FilterArguments.colors)") {
            text -> BoxFilling.Fill? in
            switch text {
            case "auto": .meanColor
            case "blur": .blur(sigma: PictureFilter.blur(radius: 50, sigma: 50))
            default: Color(css: text).map(BoxFilling.Fill.color)
            }
        }
        return BoxFilling(
            fill: fill, isUnderTransparent: try arguments.flag("transparency flag"))
    }

    /// Reads the arguments of the `watermark` filter: picture, position, transparency and size.
    static func watermark(_ arguments: inout FilterArguments) throws(HTTPError) -> PictureMark {
        let image = try arguments.text("picture")
        func position(_ axis: String) throws(HTTPError) -> PictureMark.Position {
            try arguments.value(
                "\(axis) position", possible: "pixels such as -10, a percentage such as 20p, center or repeat",
                PictureMark.Position.init(thumbor:))
        }
        let (x, y) = (try position("horizontal"), try position("vertical"))
        let transparency = try arguments.integer("transparency", in: 0...100)
        func share(_ what: String) throws(HTTPError) -> Double? {
            guard !arguments.isEmpty else { return nil }
            return try arguments.value(what, possible: "a percentage from 1 to 1000, or none") { text -> Double?? in
                if text == "none" { return .some(nil) }
                return Int(text).flatMap { (1...1_000).contains($0) ? .some(Double($0) / 100) : nil }
            }
        }
        return PictureMark(
            image: image, placing: .axes(x: x, y: y), opacity: 1 - Double(transparency) / 100,
            scaling: .init(width: try share("width"), height: try share("height")))
    }
}

extension PictureMark.Position {
    fileprivate init?(thumbor text: String) {
        if text == "center" {
            self = .center
        } else if text == "repeat" {
            self = .repeat
        } else {
            let fromEnd = text.hasPrefix("-")
            let isPercent = text.hasSuffix("p")
            let digits = text.dropFirst(fromEnd ? 1 : 0).dropLast(isPercent ? 1 : 0)
            guard let number = Int(digits), (0...1_000_000).contains(number) else { return nil }
            self = isPercent ? .percent(number, fromEnd: fromEnd) : .pixels(number, fromEnd: fromEnd)
        }
    }
}
