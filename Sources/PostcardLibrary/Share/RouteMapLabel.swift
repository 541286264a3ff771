/// The name of a place next to its mark on a `RouteMap`.
struct RouteMapLabel {
    /// The side of the mark where the name is.
    enum Side: String, CaseIterable {
        case right, left, above, below
    }

    /// A rectangle on the map.
    struct Box {
        var x, y, width, height: Double

        func overlaps(_ other: Box) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
        }

        func contains(_ other: Box) -> Bool {
            other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
        }
    }

    private let text: String
    private let side: Side
    /// True if the name is hidden on narrow pages, where enlarged names need more space.
    var isOnlyForWidePages = false

    private static let maximumLength = 28

    init(_ title: String, _ side: Side) {
        text = title.count > Self.maximumLength ? "\(title.prefix(Self.maximumLength - 1))…" : title
        self.side = side
    }

    /// Returns the rectangle of the name, estimated because the reader's font is unknown. The page's style enlarges names on narrow pages.
    func box(at point: (x: Double, y: Double), isEnlarged: Bool = false) -> Box {
        let size = isEnlarged ? 26.0 : 15.0
        let distance = isEnlarged ? 30.0 : 20.0
        // Characters above U+1100, such as Chinese characters, are about as wide as they are high.
        let width = text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 0.58 : 1) } * size
        let height = 1.2 * size
        return switch side {
        case .right: Box(x: point.x + distance, y: point.y - height / 2, width: width, height: height)
        case .left: Box(x: point.x - distance - width, y: point.y - height / 2, width: width, height: height)
        case .above: Box(x: point.x - width / 2, y: point.y - distance - height, width: width, height: height)
        case .below: Box(x: point.x - width / 2, y: point.y + distance, width: width, height: height)
        }
    }

    /// The SVG of the name, positioned relative to the mark.
    var svg: String {
        let (x, y) =
            switch side {
            case .right: (20, 5)
            case .left: (-20, 5)
            case .above: (0, -24)
            case .below: (0, 34)
            }
        let width = isOnlyForWidePages ? " wide" : ""
        return "<text class=\"name \(side.rawValue)\(width)\" x=\"\(x)\" y=\"\(y)\">\(Markup.escaped(text))</text>"
    }
}

extension RouteMapLabel.Box {
    /// Makes the square around a mark.
    init(around point: (x: Double, y: Double), radius: Double) {
        self.init(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)
    }
}
