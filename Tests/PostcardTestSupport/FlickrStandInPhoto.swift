/// A photo that the stand-in for Flickr has.
public struct FlickrStandInPhoto: Sendable {
    /// Digits.
    public var id: String
    /// The owner's NSID.
    public var owner: String
    /// The owner's name.
    public var ownerName: String
    /// The owner's path alias; `nil` when none was chosen.
    public var pathAlias: String?
    /// The secret in the addresses of the sizes up to 1024 pixels.
    public var secret: String
    /// The secret in the addresses of the larger sizes.
    public var largeSecret: String
    /// The title.
    public var title: String
    /// Space-separated tags.
    public var tags: String
    /// Degrees north and east; `nil` for a photo without a location.
    public var place: (latitude: Double, longitude: Double)?
    /// Width of the original in pixels.
    public var width: Int
    /// Height of the original in pixels.
    public var height: Int
    /// Flickr's licence number.
    public var license: Int
    /// When it was uploaded, in seconds since 1970.
    public var uploaded: Int
    /// When it was taken: `YYYY-MM-DD HH:MM:SS`.
    public var taken: String
    /// How exact that is: 0 second, 4 month, 6 year, 8 circa.
    public var takenGranularity = 0
    /// Whether the date is just that of the upload.
    public var isTakenUnknown = false
    /// Whether it is a video.
    public var isVideo = false
    /// What the picture host answers instead of certain files: a status by the letters of the size, `""` being the 500
    /// pixel one.
    public var statuses: [String: Int] = [:]
    /// Whether the photo was deleted, so that every size leads to the placeholder.
    public var isGone = false

    /// The photos of an imaginary neighbourhood, always the same ones for the same arguments.
    ///
    /// They lie on a spiral, the first in the middle, as evenly as the seeds of a sunflower. Every twenty-fifth was
    /// uploaded within the last twelve hours, the others over years before.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north of the middle.
    ///   - longitude: Degrees east of the middle.
    ///   - count: How many.
    ///   - radius: How far the last one is from the middle, in metres.
    ///   - now: The stand-in's present, in seconds since 1970.
    public static func neighbourhood(
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

    /// Ten hexadecimal digits without any pattern to the eye, and always the same for the same numbers.
    private static func secret(_ index: Int, salt: UInt64) -> String {
        let mixed = (UInt64(index) + 1) &* 0x9E37_79B9_7F4A_7C15 &* salt
        let digits = String(mixed >> 24, radix: 16)
        return String(repeating: "0", count: 10 - digits.count) + digits
    }
}
