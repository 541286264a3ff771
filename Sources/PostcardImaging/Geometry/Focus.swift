/// The part of a picture that a crop keeps.
public struct Focus: Hashable, Sendable {
    private enum Kind: Hashable { case point(x: Double, y: Double), detail, subject }
    private let kind: Kind

    /// The middle.
    public static let center = Focus.point(x: 0.5, y: 0.5)

    /// Returns the part whose middle is as close as possible to a point.
    ///
    /// - Parameters:
    ///   - x: 0 (left) to 1 (right); other values are clamped.
    ///   - y: 0 (top) to 1 (bottom); other values are clamped.
    public static func point(x: Double, y: Double) -> Focus {
        Focus(kind: .point(x: min(1, max(0, x)), y: min(1, max(0, y))))
    }

    /// The part with the most detail, in which adjacent pixels differ most.
    public static let detail = Focus(kind: .detail)

    /// The part with likely faces. The part with the most detail if there are none, or if several parts have the same faces.
    package static let subject = Focus(kind: .subject)

    /// Returns the part of a picture to keep. `size` must not be larger than the picture.
    package func part(of size: PixelSize, in picture: Image) -> PixelRect {
        frame(of: size, in: picture.size, showing: picture)
    }

    /// Returns the rectangle of a frame of `size` in a picture of size `whole`, which must not be smaller than `size`. `picture` is the
    /// same picture at any size, and is used to find detail.
    package func frame(of size: PixelSize, in whole: PixelSize, showing picture: Image) -> PixelRect {
        guard size != whole else { return PixelRect(size) }
        var point = (x: 0.5, y: 0.5)
        var detail: DetailMap?
        switch kind {
        case .point(let x, let y): point = (x, y)
        case .detail: detail = DetailMap(picture)
        // If the search runs out of memory, detail decides.
        case .subject: detail = DetailMap(picture, with: (try? LikelyFaces(of: [picture]))?.faces ?? [])
        }
        func offset(_ values: [Int]?, _ point: Double, _ side: Int, _ length: Int) -> Int {
            var offset = point * Double(side) - Double(length) / 2
            if let values {
                let scale = Double(values.count) / Double(side)
                let part = max(1, Int((Double(length) * scale).rounded()))
                offset = Double(DetailMap.bestOffset(values, length: part)) / scale
            }
            return min(side - length, max(0, Int(offset.rounded())))
        }
        return PixelRect(
            x: offset(detail?.columns, point.x, whole.width, size.width),
            y: offset(detail?.rows, point.y, whole.height, size.height), width: size.width, height: size.height)
    }
}

extension Focus: LosslessStringConvertible {
    /// Reads `center`, `detail`, or a point `X,Y` from `0,0` to `1,1`; `nil` for other text.
    public init?(_ text: String) {
        switch text {
        case "center": self = .center
        case "detail": self = .detail
        default:
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard numbers.count == 2, let x = numbers[0], let y = numbers[1], 0...1 ~= x, 0...1 ~= y else { return nil }
            self = .point(x: x, y: y)
        }
    }

    /// The text that ``init(_:)`` reads.
    public var description: String {
        switch kind {
        case .point(x: 0.5, y: 0.5): "center"
        case .point(let x, let y): "\(x),\(y)"
        case .detail: "detail"
        case .subject: "subject"
        }
    }
}

extension Focus: Decodable {
    /// Reads `"center"`, `"detail"`, or a point `[x, y]`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let name = try? container.decode(String.self), !name.contains(","), let focus = Focus(name) {
            self = focus
        } else if let point = try? container.decode([Double].self), point.count == 2 {
            self = .point(x: point[0], y: point[1])
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "The focus must be \"detail\" or a point [x, y] from 0 to 1.")
        }
    }
}
