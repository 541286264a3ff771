import PlatformLibc
import PostcardCore
import PostcardPhotos

/// An SVG map of places, drawn only from their coordinates: a grid of latitude and longitude, a scale, the route, and numbered marks that
/// are links.
struct RouteMap {
    /// A place on the map.
    struct Stop {
        let coordinate: Coordinate
        let title: String
        /// The URL that the mark links to.
        let link: String
    }

    private let stops: [Stop]
    private let hasRoute: Bool
    private let points: [(x: Double, y: Double)]
    /// The western edge in degrees, the northern edge in degrees of the Mercator projection, and the scale in pixels per degree of
    /// longitude.
    private let west: Double
    private let north: Double
    private let scale: Double

    private static let width = 960.0
    private static let height = 420.0
    private static let margin = 64.0

    /// Makes a map; `nil` if the list of places is empty.
    ///
    /// - Parameter hasRoute: true to connect the places by a line.
    init?(_ stops: [Stop], hasRoute: Bool) {
        guard let first = stops.first else { return nil }
        (self.stops, self.hasRoute) = (stops, hasRoute)
        // A route across the date line takes the shorter path, not the path around the Earth.
        var longitudes: [Double] = []
        for stop in stops {
            let near = longitudes.last ?? first.coordinate.longitude
            let turns = ((near - stop.coordinate.longitude) / 360).rounded()
            longitudes.append(stop.coordinate.longitude + 360 * turns)
        }
        let xs = longitudes
        let ys = stops.map { Self.mercator($0.coordinate.latitude) }
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        let (bottom, top) = (ys.min() ?? 0, ys.max() ?? 0)
        let room = (x: Self.width - 2 * Self.margin, y: Self.height - 2 * Self.margin)
        // A single place, or a group of places close together, is shown with about 2 km around it.
        let smallest = 0.02
        let scale = min(room.x / max(right - left, smallest), room.y / max(top - bottom, smallest))
        self.scale = scale
        let originX = (left + right) / 2 - Self.width / 2 / scale
        let originY = (top + bottom) / 2 + Self.height / 2 / scale
        west = originX
        north = originY
        points = zip(xs, ys).map { (($0 - originX) * scale, (originY - $1) * scale) }
    }

    /// Returns a latitude in Mercator projection (EPSG:3857), in degrees. This projection preserves directions.
    private static func mercator(_ latitude: Double) -> Double {
        let radians = min(85, max(-85, latitude)) * .pi / 180
        return log(tan(.pi / 4 + radians / 2)) * 180 / .pi
    }

    private static func latitude(_ y: Double) -> Double {
        (2 * atan(exp(y * .pi / 180)) - .pi / 2) * 180 / .pi
    }

    /// The SVG. The map's colors come from the page's style.
    var svg: String {
        let names = stops.map { Markup.escaped($0.title) }.joined(separator: ", ")
        return """
            <svg class="map" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" aria-label="Map: \(names)">
            <rect class="sea" width="100%" height="100%" rx="14"/>\(grid)\(route)\(scaleBar)\(marks)</svg>
            """
    }

    private var route: String {
        guard hasRoute, points.count > 1 else { return "" }
        let path = points.enumerated().map { index, point in
            "\(index == 0 ? "M" : "L")\(Markup.number(point.x)) \(Markup.number(point.y))"
        }.joined()
        return "<path class=\"route\" d=\"\(path)\"/>"
    }

    private var marks: String {
        zip(stops, points).enumerated().map { index, mark in
            let (stop, point) = mark
            return """
                <a href="\(stop.link)" aria-label="\(Markup.escaped(stop.title))">\
                <g transform="translate(\(Markup.number(point.x)) \(Markup.number(point.y)))">\
                <circle class="mark" r="13"/><text class="number" y="4.5">\(index + 1)</text>\
                \(labels[index].map(\.svg) ?? "")</g></a>
                """
        }.joined()
    }

    /// The names next to the marks. A name is omitted if it would cover a mark or another name on every side.
    private var labels: [RouteMapLabel?] {
        let frame = RouteMapLabel.Box(x: 0, y: 0, width: Self.width, height: Self.height)
        // The scale is in the upper right corner.
        let scale = RouteMapLabel.Box(x: Self.width - 180, y: 0, width: 180, height: 30)
        var (near, far) = ([scale], [scale])
        for point in points {
            near.append(RouteMapLabel.Box(around: point, radius: 15))
            far.append(RouteMapLabel.Box(around: point, radius: 23))
        }
        return zip(stops, points).map { stop, point in
            for side in RouteMapLabel.Side.allCases {
                var label = RouteMapLabel(stop.title, side)
                let box = label.box(at: point)
                guard frame.contains(box), !near.contains(where: box.overlaps) else { continue }
                let enlarged = label.box(at: point, isEnlarged: true)
                label.isOnlyForWidePages = !frame.contains(enlarged) || far.contains(where: enlarged.overlaps)
                near.append(box)
                if !label.isOnlyForWidePages { far.append(enlarged) }
                return label
            }
            return nil
        }
    }

    /// The grid lines, at round numbers of degrees.
    private var grid: String {
        let east = west + Self.width / scale
        let south = north - Self.height / scale
        let step = Self.roundStep((east - west) / 5)
        var lines = ""
        var index = (west / step).rounded(.up)
        while index * step < east {
            let x = Markup.number((index * step - west) * scale)
            let degrees = Self.label((index * step + 540).truncatingRemainder(dividingBy: 360) - 180, "E", "W", step)
            lines += "<path class=\"grid\" d=\"M\(x) 0V\(Int(Self.height))\"/>"
            lines += "<text class=\"degrees\" x=\"\(x)\" y=\"\(Int(Self.height) - 8)\" dx=\"4\">\(degrees)</text>"
            index += 1
        }
        var row = (Self.latitude(south) / step).rounded(.up)
        while row * step < Self.latitude(north) {
            let height = (north - Self.mercator(row * step)) * scale
            let y = Markup.number(height)
            lines += "<path class=\"grid\" d=\"M0 \(y)H\(Int(Self.width))\"/>"
            // Longitude labels are at the lower edge.
            if height < Self.height - 36 {
                lines +=
                    "<text class=\"degrees\" x=\"10\" y=\"\(y)\" dy=\"-4\">\(Self.label(row * step, "N", "S", step))</text>"
            }
            row += 1
        }
        return lines
    }

    /// The scale bar. The bar represents a round distance at the scale of the map's center.
    private var scaleBar: String {
        let middle = Self.latitude(north - Self.height / 2 / scale)
        // The length of a degree of longitude at the equator of WGS 84, in meters.
        let metersPerPixel = 111_319.49 * cos(middle * .pi / 180) / scale
        let meters = Self.roundStep(metersPerPixel * 110)
        let length = meters / metersPerPixel
        let text = meters >= 1_000 ? "\(Int(meters / 1_000)) km" : "\(Int(meters)) m"
        let right = Self.width - 20
        return """
            <path class="scale" d="M\(Markup.number(right - length)) 20v6H\(Markup.number(right))v-6"/>\
            <text class="degrees" x="\(Markup.number(right - length / 2))" y="20" text-anchor="middle">\(text)</text>
            """
    }

    /// Returns the largest number up to `value` that is 1, 2 or 5 times a power of ten.
    private static func roundStep(_ value: Double) -> Double {
        let power = pow(10, log10(value).rounded(.down))
        return power * (value / power >= 5 ? 5 : value / power >= 2 ? 2 : 1)
    }

    private static func label(_ degrees: Double, _ positive: String, _ negative: String, _ step: Double) -> String {
        let decimals = max(0, Int((-log10(step)).rounded(.up)))
        let factor = pow(10, Double(decimals))
        let units = Int((abs(degrees) * factor).rounded())
        let fraction = decimals == 0 ? "" : "." + (units % Int(factor)).padded(to: decimals)
        return "\(units / Int(factor))\(fraction)°\(units == 0 ? "" : degrees < 0 ? negative : positive)"
    }
}

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
