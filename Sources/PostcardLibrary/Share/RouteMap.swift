import PlatformLibc
import PostcardCore
import PostcardPhotos

/// An SVG map of places: the outline of the land, a grid of latitude and longitude, a scale, the tracks, the route, and numbered marks that
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
    private let tracks: [[(x: Double, y: Double)]]
    /// True for each place whose route to the next place follows a track.
    private let isOnTrack: [Bool]
    private let outline: MapOutline?
    /// The western edge in degrees, the northern edge in degrees of the Mercator projection, and the scale in pixels per degree of
    /// longitude.
    private let west: Double
    private let north: Double
    private let scale: Double
    /// The height in pixels. A route from north to south has a higher map.
    private let height: Double

    private static let width = 960.0
    private static let heights = 420.0...760
    private static let margin = 64.0

    /// Makes a map; `nil` if the list of places is empty. A map without an outline has no land.
    ///
    /// - Parameters:
    ///   - tracks: the paths of GPS tracks.
    ///   - hasRoute: True to connect the places by a line, except places next to the same track.
    init?(_ stops: [Stop], tracks: [[Coordinate]] = [], hasRoute: Bool, outline: MapOutline? = nil) {
        guard let first = stops.first else { return nil }
        (self.stops, self.hasRoute, self.outline) = (stops, hasRoute, outline)
        // A route across the date line takes the shorter path, not the path around the Earth.
        func flattened(_ line: [Coordinate]) -> [(x: Double, y: Double)] {
            var last = first.coordinate.longitude
            return line.map { point in
                last = point.longitude(near: last)
                return (last, Self.mercator(point.latitude))
            }
        }
        let places = flattened(stops.map(\.coordinate))
        let lines = tracks.map(flattened)
        let all = places + lines.joined()
        let (left, right) = (all.map(\.x).min() ?? 0, all.map(\.x).max() ?? 0)
        let (bottom, top) = (all.map(\.y).min() ?? 0, all.map(\.y).max() ?? 0)
        // A single place, or a group of places close together, is shown with about 2 km around it, and an album with its region.
        let smallest = hasRoute ? 0.02 : 0.15
        let roomX = Self.width - 2 * Self.margin
        let wanted = (top - bottom) / max(right - left, smallest) * roomX + 2 * Self.margin
        height = min(max(wanted, Self.heights.lowerBound), Self.heights.upperBound)
        let room = (x: roomX, y: height - 2 * Self.margin)
        let scale = min(room.x / max(right - left, smallest), room.y / max(top - bottom, smallest))
        self.scale = scale
        let originX = (left + right) / 2 - Self.width / 2 / scale
        let originY = (top + bottom) / 2 + height / 2 / scale
        west = originX
        north = originY
        func pixels(_ line: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
            line.map { (($0.x - originX) * scale, (originY - $0.y) * scale) }
        }
        (points, self.tracks) = (pixels(places), lines.map(pixels))
        let near = stops.map { stop in
            Set<Int>(
                tracks.indices.filter { index in
                    tracks[index].contains { $0.distance(to: stop.coordinate) < JournalPlace.radius }
                })
        }
        isOnTrack = zip(near, near.dropFirst()).map { !$0.isDisjoint(with: $1) }
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
            <svg class="map" viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="group" aria-label="Map: \(names)">
            <rect class="\(outline == nil ? "land" : "sea")" width="100%" height="100%" rx="14"/>\(land)\(grid)\(trackPaths)\(route)\(scaleBar)\(marks)</svg>
            """
    }

    /// The tracks, as curves through the middles of the lines between their points.
    private var trackPaths: String {
        tracks.filter { $0.count > 1 }.map { track in
            var path = "M\(Self.text(track[0]))"
            for (point, next) in zip(track.dropFirst(), track.dropFirst(2)) {
                path += "Q\(Self.text(point)) \(Self.text(((point.x + next.x) / 2, (point.y + next.y) / 2)))"
            }
            return "<path class=\"track\" d=\"\(path)L\(track.last.map(Self.text) ?? "")\"/>"
        }.joined()
    }

    private var route: String {
        guard hasRoute, isOnTrack.contains(false) else { return "" }
        let path = isOnTrack.indices.filter { !isOnTrack[$0] }.map { index in
            let start = index == 0 || isOnTrack[index - 1] ? "M\(Self.text(points[index]))" : ""
            return "\(start)L\(Self.text(points[index + 1]))"
        }.joined()
        return "<path class=\"route\" d=\"\(path)\"/>"
    }

    private static func text(_ point: (x: Double, y: Double)) -> String {
        "\(Markup.number(point.x)) \(Markup.number(point.y))"
    }

    private var marks: String {
        zip(stops, points).enumerated().map { index, mark in
            let (stop, point) = mark
            return """
                <a href="\(stop.link)" aria-label="\(Markup.escaped(stop.title))">\
                <g transform="translate(\(Markup.number(point.x)) \(Markup.number(point.y)))">\
                <circle class="mark" r="13"/>\(hasRoute ? "<text class=\"number\" y=\"4.5\">\(index + 1)</text>" : "")\
                \(labels[index].map(\.svg) ?? "")</g></a>
                """
        }.joined()
    }

    /// The names next to the marks. A name is omitted if it would cover a mark or another name on every side.
    private var labels: [RouteMapLabel?] {
        let frame = RouteMapLabel.Box(x: 0, y: 0, width: Self.width, height: height)
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

    /// The land and its lakes, without points closer than a pixel to the previous point and points beyond one side of the map.
    private var land: String {
        guard let outline else { return "" }
        let (east, south) = (west + Self.width / scale, north - height / scale)
        let frame = MapOutline.Frame(
            west: west, east: east, south: Self.latitude(south), north: Self.latitude(north), pixelsPerDegree: scale)
        return outline.rings(frame).map { ring in
            let longitudes = ring.points.map(\.longitude)
            guard let (first, last) = longitudes.min().flatMap({ least in longitudes.max().map { (least, $0) } }) else {
                return ""
            }
            // The map may extend beyond longitude 180, where the world repeats.
            return [-360.0, 0, 360].filter { last + $0 > west && first + $0 < east }.map { shift in
                let points = ring.points.map { point in
                    (x: (point.longitude + shift - west) * scale, y: (north - Self.mercator(point.latitude)) * scale)
                }
                let path = RoutePath(points, width: Self.width, height: height).text
                return path.isEmpty ? "" : "<path class=\"\(ring.isWater ? "lake" : "land")\" d=\"\(path)\"/>"
            }.joined()
        }.joined()
    }

    /// The grid lines, at round numbers of degrees.
    private var grid: String {
        let east = west + Self.width / scale
        let south = north - height / scale
        let step = Self.roundStep((east - west) / 5)
        var lines = ""
        var index = (west / step).rounded(.up)
        while index * step < east {
            let x = Markup.number((index * step - west) * scale)
            let degrees = Self.label((index * step + 540).truncatingRemainder(dividingBy: 360) - 180, "E", "W", step)
            lines += "<path class=\"grid\" d=\"M\(x) 0V\(Int(height))\"/>"
            lines += "<text class=\"degrees\" x=\"\(x)\" y=\"\(Int(height) - 8)\" dx=\"4\">\(degrees)</text>"
            index += 1
        }
        var row = (Self.latitude(south) / step).rounded(.up)
        while row * step < Self.latitude(north) {
            let distance = (north - Self.mercator(row * step)) * scale
            let y = Markup.number(distance)
            lines += "<path class=\"grid\" d=\"M0 \(y)H\(Int(Self.width))\"/>"
            // Longitude labels are at the lower edge.
            if distance < height - 36 {
                lines +=
                    "<text class=\"degrees\" x=\"10\" y=\"\(y)\" dy=\"-4\">\(Self.label(row * step, "N", "S", step))</text>"
            }
            row += 1
        }
        return lines
    }

    /// The scale bar. The bar represents a round distance at the scale of the map's center.
    private var scaleBar: String {
        let middle = Self.latitude(north - height / 2 / scale)
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
