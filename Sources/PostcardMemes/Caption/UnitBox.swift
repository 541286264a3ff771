/// A rectangle given as fractions of a picture: 0 is its left or top edge, and 1 is its right or bottom edge.
public struct UnitBox: Hashable, Sendable, Codable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// The whole picture.
    public static let whole = UnitBox(x: 0, y: 0, width: 1, height: 1)

    /// Makes a box from fractions. The box may extend beyond the picture.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
