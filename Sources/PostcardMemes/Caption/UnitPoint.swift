/// A point on a picture, given as fractions of its sides: 0 is its left or top edge, and 1 is its right or bottom edge.
public struct UnitPoint: Hashable, Sendable, Codable {
    /// The distance from the left edge.
    public var x: Double
    /// The distance from the top edge.
    public var y: Double

    /// Makes a point. The point may be outside the picture.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
