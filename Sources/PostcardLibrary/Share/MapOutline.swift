/// The outline of the land in a part of the world, for the map of a shared page. The program supplies the outline, which is one of the
/// app's files.
package struct MapOutline: Sendable {
    /// A closed line around land or water.
    package struct Ring: Sendable {
        /// True for a lake; false for land, including islands in lakes.
        package let isWater: Bool
        /// The vertices in degrees.
        package let points: [(longitude: Double, latitude: Double)]

        /// Makes a ring.
        package init(isWater: Bool, points: [(longitude: Double, latitude: Double)]) {
            self.isWater = isWater
            self.points = points
        }
    }

    /// A part of the world: its edges in degrees, and the scale. A frame may extend beyond longitude 180.
    package struct Frame: Sendable {
        package let west, east, south, north: Double
        package let pixelsPerDegree: Double

        /// Makes a frame.
        package init(west: Double, east: Double, south: Double, north: Double, pixelsPerDegree: Double) {
            (self.west, self.east, self.south, self.north) = (west, east, south, north)
            self.pixelsPerDegree = pixelsPerDegree
        }
    }

    /// Returns the rings that touch a frame, in drawing order. The list may contain other rings.
    package let rings: @Sendable (Frame) -> [Ring]

    /// Makes an outline.
    ///
    /// - Parameter rings: returns the rings of a frame, in drawing order.
    package init(rings: @escaping @Sendable (Frame) -> [Ring]) {
        self.rings = rings
    }
}
