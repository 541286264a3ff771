/// What a file tells about how a picture was taken and whose it is.
public struct Metadata: Hashable, Sendable {
    /// A position on WGS 84.
    public struct Position: Hashable, Sendable {
        /// Degrees north, -90 to 90.
        public var latitude: Double
        /// Degrees east, -180 to 180.
        public var longitude: Double

        /// Makes a position; both numbers are in degrees.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// How the stored rows must be turned; `up` when the file does not say.
    public var orientation: Orientation = .up
    /// When the picture was taken, as the camera wrote it: `2024:06:09 21:14:03` becomes `2024-06-09T21:14:03`, with the
    /// offset from UTC behind it (`+02:00`) where the camera knew it.
    public var dateTaken: String?
    /// Where the camera stood.
    public var position: Position?
    /// The maker of the camera.
    public var make: String?
    /// The camera's model.
    public var model: String?
    /// The title or description.
    public var title: String?
    /// Who made the picture.
    public var artist: String?
    /// Whose the picture is.
    public var copyright: String?

    /// Nothing known.
    public init() {}
}
