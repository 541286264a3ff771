/// The colours of a space's red, green, blue and white, as CIE 1931 x and y.
struct RGBPrimaries: Hashable {
    struct Point: Hashable {
        let x: Double
        let y: Double
    }

    let red: Point
    let green: Point
    let blue: Point
    let white: Point

    private static let d65 = Point(x: 0.3127, y: 0.3290)

    /// SMPTE EG 432-1, seen under D65.
    static let displayP3 = RGBPrimaries(
        red: Point(x: 0.680, y: 0.320), green: Point(x: 0.265, y: 0.690), blue: Point(x: 0.150, y: 0.060), white: d65)
    /// ITU-R BT.2020.
    static let bt2020 = RGBPrimaries(
        red: Point(x: 0.708, y: 0.292), green: Point(x: 0.170, y: 0.797), blue: Point(x: 0.131, y: 0.046), white: d65)

    /// ITU-R BT.709, which sRGB shares.
    static let bt709 = RGBPrimaries(
        red: Point(x: 0.640, y: 0.330), green: Point(x: 0.300, y: 0.600), blue: Point(x: 0.150, y: 0.060), white: d65)
    /// ITU-R BT.601 with 625 lines.
    static let bt601Lines625 = RGBPrimaries(
        red: Point(x: 0.640, y: 0.330), green: Point(x: 0.290, y: 0.600), blue: Point(x: 0.150, y: 0.060), white: d65)
    /// ITU-R BT.601 with 525 lines.
    static let bt601Lines525 = RGBPrimaries(
        red: Point(x: 0.630, y: 0.340), green: Point(x: 0.310, y: 0.595), blue: Point(x: 0.155, y: 0.070), white: d65)

    /// The code points of ITU-T H.273, table 2, that are met in pictures.
    init?(codePoint: Int) {
        switch codePoint {
        case 1: self = .bt709
        case 5: self = .bt601Lines625
        case 6, 7: self = .bt601Lines525
        case 9: self = .bt2020
        case 11, 12: self = .displayP3
        default: return nil
        }
    }

    init(red: Point, green: Point, blue: Point, white: Point) {
        self.red = red
        self.green = green
        self.blue = blue
        self.white = white
    }

    /// `true` if the two cannot be told apart.
    func isLike(_ other: RGBPrimaries) -> Bool {
        zip([red, green, blue, white], [other.red, other.green, other.blue, other.white]).allSatisfy {
            abs($0.x - $1.x) < 0.001 && abs($0.y - $1.y) < 0.001
        }
    }
}

extension RGBPrimaries {
    /// The rows of the matrix that brings light of these primaries to others. White becomes white: it is adapted as ICC profiles
    /// do it (Bradford). `nil` when the points do not span colours.
    func matrix(to other: RGBPrimaries) -> [[Double]]? {
        guard let source = lightToXYZ, let target = other.lightToXYZ.flatMap(RGBPrimaries.inverse),
            let bradfordInverse = RGBPrimaries.inverse(RGBPrimaries.bradford)
        else { return nil }
        let from = RGBPrimaries.product(RGBPrimaries.bradford, white.column)
        let to = RGBPrimaries.product(RGBPrimaries.bradford, other.white.column)
        let scale = (0..<3).map { row in (0..<3).map { row == $0 ? to[row][0] / from[row][0] : 0 } }
        let adaptation = RGBPrimaries.product(
            bradfordInverse, RGBPrimaries.product(scale, RGBPrimaries.bradford))
        let result = RGBPrimaries.product(target, RGBPrimaries.product(adaptation, source))
        return result.allSatisfy { $0.allSatisfy { $0.isFinite && abs($0) < 1000 } } ? result : nil
    }

    private static let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]

    /// The colours of full red, green and blue, which together are white.
    private var lightToXYZ: [[Double]]? {
        let points = [red.column, green.column, blue.column]
        let colors = (0..<3).map { row in points.map { $0[row][0] } }
        guard let inverse = RGBPrimaries.inverse(colors) else { return nil }
        let amounts = RGBPrimaries.product(inverse, white.column)
        return colors.map { row in (0..<3).map { row[$0] * amounts[$0][0] } }
    }

    private static func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
        a.map { row in
            b[0].indices.map { column in row.indices.reduce(0) { $0 + row[$1] * b[$1][column] } }
        }
    }

    private static func inverse(_ m: [[Double]]) -> [[Double]]? {
        func minor(_ row: Int, _ column: Int) -> Double {
            let (r, c) = ((row + 1) % 3, (column + 1) % 3)
            let (s, d) = ((row + 2) % 3, (column + 2) % 3)
            return m[r][c] * m[s][d] - m[r][d] * m[s][c]
        }
        let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
        guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
        return (0..<3).map { row in (0..<3).map { minor($0, row) / determinant } }
    }
}

extension RGBPrimaries.Point {
    /// X, Y and Z of the colour with a brightness of 1.
    fileprivate var column: [[Double]] { [[x / y], [1], [(1 - x - y) / y]] }
}
