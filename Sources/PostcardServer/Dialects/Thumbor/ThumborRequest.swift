import PostcardCore
import PostcardImaging

/// A request in thumbor's scheme, without its signature:
/// `[meta/][trim/][AxB:CxD/][fit-in/][WxH/][halign/][valign/][smart/][filters:…/]IMAGE`.
struct ThumborRequest: Sendable {
    /// True for `/meta/…`: the response describes the operations, and none is applied.
    var isMeta = false
    var trim: EdgeTrimming?
    var crop: PixelEdges?
    var scaling = ThumborScaling()
    var flipsHorizontally = false
    var flipsVertically = false
    var filters = ThumborFilters()
    /// The name of the picture, decoded.
    var image = ""
    /// The name of the picture as it appears in the URL.
    var spelledName: Substring = ""
    /// The URL up to the picture's name, for cache keys.
    var options = ""

    /// The processing of the picture.
    var pipeline: PicturePipeline {
        var steps: [PipelineStep] = []
        if let trim { steps.append(.trim(trim)) }
        if let crop { steps.append(.cropEdges(crop)) }
        steps.append(.scale(scaling))
        if flipsHorizontally { steps.append(.turn(.upMirrored)) }
        if flipsVertically { steps.append(.turn(.downMirrored)) }
        steps += filters.steps
        return PicturePipeline(image: image, steps: steps, output: filters.output, text: options)
    }
}

extension ThumborRequest {
    /// Reads the part of a URL after the signature, percent-encoded as received.
    ///
    /// The grammar is the regular expression in the client library `libthumbor`: the parts appear in that order, each at most once, and the
    /// first part that matches none of them starts the picture's name.
    ///
    /// - Parameters:
    ///   - path: the part of the URL.
    ///   - isLenient: true to ignore unknown filters and invalid arguments instead of rejecting them.
    /// - Throws: `HTTPError` with status 400.
    init(parsing path: Substring, isLenient: Bool = false) throws(HTTPError) {
        var scanner = ThumborScanner(path)
        if scanner.next == "debug" { throw .badRequest("Debug requests are not supported.") }
        isMeta = scanner.take { $0 == "meta" ? true : nil } ?? false
        trim = scanner.take(Self.trim)
        crop = scanner.take(Self.crop)
        scaling.fitIn = scanner.take(Self.fitIn)
        if let box = scanner.take(Self.box) {
            (scaling.width, scaling.height) = (box.width.side, box.height.side)
            (flipsHorizontally, flipsVertically) = (box.width.isFlipped, box.height.isFlipped)
        }
        scaling.horizontalAlignment = scanner.take { ["left": 0, "center": 0.5, "right": 1][$0] } ?? 0.5
        scaling.verticalAlignment = scanner.take { ["top": 0, "middle": 0.5, "bottom": 1][$0] } ?? 0.5
        scaling.isSmart = scanner.take { $0 == "smart" ? true : nil } ?? false
        if let text = scanner.takeFilters() {
            guard let decoded = PercentEncoding.decode(text) else {
                throw .badRequest("The filters are not percent-encoded UTF-8.")
            }
            filters = try ThumborFilters(decoded, isLenient: isLenient)
            scaling.limitsToSource = filters.limitsToSource
            scaling.stretches = filters.stretches
            scaling.focals = filters.focals
        }
        options = String(path[..<scanner.rest.startIndex])
        guard !scanner.rest.isEmpty, let image = PercentEncoding.decode(scanner.rest) else {
            throw .badRequest("The URL contains no picture name.")
        }
        self.image = image
        spelledName = scanner.rest
        extractFocal()
    }

    /// The maximum number of nested URLs, as in thumbor.
    private static let maximumDepth = 10

    /// Applies the `extract_focal` filter: replaces the name with the picture of a nested thumbor URL, and adds that URL's crop to the
    /// focal areas.
    mutating func extractFocal() {
        guard filters.extractsFocal else { return }
        var url = image[...]
        for _ in 0..<Self.maximumDepth {
            if let scheme = url.firstRange(of: "://") { url = url[scheme.upperBound...] }
            // The parts are the host, the signature, and the rest.
            let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let inner = try? ThumborRequest(parsing: parts[2]) else { return }
            if let crop = inner.crop {
                scaling.focals.append(crop)
                // Cache keys must depend on the crop.
                options += "focal(\(crop.left)x\(crop.top):\(crop.right)x\(crop.bottom))"
                image = inner.image
                return
            }
            url = inner.image[...]
        }
    }

    private static func trim(_ part: Substring) -> EdgeTrimming? {
        var fields = part.split(separator: ":", omittingEmptySubsequences: false)[...]
        guard fields.popFirst() == "trim" else { return nil }
        var trim = EdgeTrimming()
        if let corner = fields.first, corner == "top-left" || corner == "bottom-right" || corner.isEmpty {
            if corner == "bottom-right" { trim.edge = .bottomRight }
            fields.removeFirst()
        }
        if let tolerance = fields.popFirst() {
            guard let number = number(tolerance) else { return nil }
            trim.tolerance = number
        }
        return fields.isEmpty ? trim : nil
    }

    private static func crop(_ part: Substring) -> PixelEdges? {
        let corners = part.split(separator: ":", omittingEmptySubsequences: false)
        guard corners.count == 2, let first = pair(corners[0]), let second = pair(corners[1]) else { return nil }
        return PixelEdges(left: first.0, top: first.1, right: second.0, bottom: second.1)
    }

    private static func fitIn(_ part: Substring) -> ThumborScaling.FitIn? {
        switch part {
        case "fit-in": ThumborScaling.FitIn()
        case "full-fit-in": ThumborScaling.FitIn(isFull: true)
        case "adaptive-fit-in": ThumborScaling.FitIn(isAdaptive: true)
        case "adaptive-full-fit-in": ThumborScaling.FitIn(isAdaptive: true, isFull: true)
        default: nil
        }
    }

    private typealias SignedSide = (side: ThumborScaling.Side, isFlipped: Bool)

    private static func box(_ part: Substring) -> (width: SignedSide, height: SignedSide)? {
        let sides = part.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = side(sides[0]), let height = side(sides[1]) else { return nil }
        return (width, height)
    }

    /// Reads a side: `300`, `-300` (flipped) or `orig`. A side that is empty or `0` is derived from the other side.
    private static func side(_ text: Substring) -> SignedSide? {
        let isFlipped = text.hasPrefix("-")
        let text = isFlipped ? text.dropFirst() : text
        if text == "orig" { return (.original, isFlipped) }
        if text.isEmpty { return (.pixels(0), isFlipped) }
        return number(text).map { (.pixels($0), isFlipped) }
    }

    private static func pair(_ text: Substring) -> (Int, Int)? {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).compactMap(number)
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }

    /// Reads a number up to a million. No picture has longer sides, and larger numbers could overflow.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return min(Int(text) ?? .max, 1_000_000)
    }
}

/// A parser for the parts of a thumbor URL, from left to right.
struct ThumborScanner {
    private(set) var rest: Substring

    init(_ path: Substring) { rest = path }

    /// The text up to the next slash.
    var next: Substring { rest.prefix { $0 != "/" } }

    /// Reads the next part and the slash after it. Does not advance if `read` returns `nil` or no slash follows.
    mutating func take<Value>(_ read: (Substring) -> Value?) -> Value? {
        let part = next
        guard part.endIndex < rest.endIndex, let value = read(part) else { return nil }
        rest = rest[rest.index(after: part.endIndex)...]
        return value
    }

    /// Reads `filters:…)/`, in which filters can contain slashes.
    mutating func takeFilters() -> Substring? {
        let prefix = "filters:"
        guard rest.hasPrefix(prefix) else { return nil }
        let text = rest.dropFirst(prefix.count)
        for index in text.indices where text[index] == "/" {
            let before = text[..<index]
            guard before.hasSuffix(")") || before.hasSuffix("%29") else { continue }
            rest = text[text.index(after: index)...]
            return before
        }
        return nil
    }
}
