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

    /// IEC 61966-2-1 as g, a, b, c, d of ICC's parametric curve of type 3.
    static let sRGBCurve: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

    /// The code points of ITU-T H.273, table 2, that differ from sRGB and are met in pictures.
    init?(codePoint: Int) {
        switch codePoint {
        case 9: self = .bt2020
        case 11, 12: self = .displayP3
        default: return nil
        }
    }

    private init(red: Point, green: Point, blue: Point, white: Point) {
        self.red = red
        self.green = green
        self.blue = blue
        self.white = white
    }
}
