/// A photo of the stand-in for Flickr.
public struct FlickrStandInPhoto: Sendable {
    /// The id, a number.
    public var id: String
    /// The owner's NSID.
    public var owner: String
    /// The owner's name.
    public var ownerName: String
    /// The owner's path alias; `nil` if there is none.
    public var pathAlias: String?
    /// The secret in the URLs of sizes up to 1024 pixels.
    public var secret: String
    /// The secret in the URLs of larger sizes.
    public var largeSecret: String
    /// The title.
    public var title: String
    /// The tags, separated by spaces.
    public var tags: String
    /// Degrees north and east; `nil` for a photo without a location.
    public var place: (latitude: Double, longitude: Double)?
    /// The width of the original in pixels.
    public var width: Int
    /// The height of the original in pixels.
    public var height: Int
    /// Flickr's license number.
    public var license: Int
    /// The time of the upload in seconds since 1970.
    public var uploaded: Int
    /// The time when the photo was taken: `YYYY-MM-DD HH:MM:SS`.
    public var taken: String
    /// The precision of that time: 0 for seconds, 4 for months, 6 for years, 8 for circa.
    public var takenGranularity = 0
    /// True if the date is only the upload date.
    public var isTakenUnknown = false
    /// True for a video.
    public var isVideo = false
    /// The statuses that the picture host sends instead of files, by the suffix of the size (`""` for 500 pixels).
    public var statuses: [String: Int] = [:]
    /// True if the photo was deleted, so every size redirects to the placeholder.
    public var isGone = false

    /// Returns the photos of an imaginary neighborhood, always the same ones for the same arguments.
    ///
    /// They are evenly spread on a spiral, like the seeds of a sunflower, with the first in the middle. Every twenty-fifth photo was
    /// uploaded within the last twelve hours, and the others were uploaded over the years before.
    ///
    /// - Parameters:
    ///   - latitude: the latitude of the middle in degrees north.
    ///   - longitude: the longitude of the middle in degrees east.
    ///   - count: the number of photos.
    ///   - radius: the distance of the last photo from the middle, in meters.
    ///   - now: the stand-in's current time, in seconds since 1970.
    public static func neighborhood(
        latitude: Double, longitude: Double, count: Int, radius: Double, now: Int
    ) -> [FlickrStandInPhoto] {
        (0..<count).map { index in
            let (north, east) = FlickrGeography.spiral(index, of: count, radius: radius)
            let owner = index % 7
            let isTall = index % 3 == 2
            let month = index % 12 + 1
            return FlickrStandInPhoto(
                id: String(59_000_000_001 + index), owner: "1234567\(owner)@N00", ownerName: "Example Person \(owner)",
                pathAlias: owner % 2 == 0 ? "example-person-\(owner)" : nil, secret: secret(index, salt: 11),
                largeSecret: secret(index, salt: 29), title: "Picture \(index + 1)",
                tags: index % 2 == 0 ? "harbour dusk" : "street",
                place: FlickrGeography.point(from: (latitude, longitude), north: north, east: east),
                width: isTall ? 1800 : 2400, height: isTall ? 2400 : 1600, license: index % 17,
                uploaded: index % 25 == 24 ? now - 3_600 : now - 86_400 * (index % 3_000 + 1),
                taken: "2024-\(month < 10 ? "0" : "")\(month)-09 21:14:03")
        }
    }

    /// Returns ten hexadecimal digits that look random, but are always the same for the same numbers.
    private static func secret(_ index: Int, salt: UInt64) -> String {
        let mixed = (UInt64(index) + 1) &* 0x9E37_79B9_7F4A_7C15 &* salt
        let digits = String(mixed >> 24, radix: 16)
        return String(repeating: "0", count: 10 - digits.count) + digits
    }
}
