public import PlatformFoundation

/// A search for photos around a point.
public struct PhotoQuery: Sendable, Hashable {
    /// The strictness with which unsuitable photos are left out, where the source knows.
    public enum SafeSearch: String, Sendable, Hashable, Codable, CaseIterable {
        /// Only what is suitable for everybody.
        case safe
        /// Also what its owner marked as moderate.
        case moderate
        /// Everything the account behind the key may see.
        case restricted
    }

    /// The middle of the circle that is searched.
    public var center: Coordinate

    /// The radius of the circle in metres, greater than 0. A source with a limit searches the largest circle it can and
    /// says so in ``PhotoPage/radius``.
    public var radius: Double

    /// Words to find in title, description or tags; empty for any.
    public var text: String

    /// The licences that are wanted; empty for any.
    public var licenses: Set<License>

    /// Only photos published since then; `nil` for any. A folder takes the time of the file's last change.
    public var since: Date?

    /// The strictness with which unsuitable photos are left out.
    public var safeSearch: SafeSearch

    /// Asks for photos around a point.
    ///
    /// - Parameters:
    ///   - center: The middle of the circle.
    ///   - radius: Its radius in metres.
    ///   - text: Words to find; empty for any.
    ///   - licenses: The wanted licences; empty for any.
    ///   - since: Only photos published since then.
    ///   - safeSearch: How strictly unsuitable photos are left out.
    public init(
        center: Coordinate, radius: Double, text: String = "", licenses: Set<License> = [], since: Date? = nil,
        safeSearch: SafeSearch = .safe
    ) {
        self.center = center
        self.radius = radius
        self.text = text
        self.licenses = licenses
        self.since = since
        self.safeSearch = safeSearch
    }
}
