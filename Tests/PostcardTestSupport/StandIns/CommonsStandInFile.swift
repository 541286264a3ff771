/// A file of the stand-in for Wikimedia Commons.
public struct CommonsStandInFile: Sendable {
    /// The id of the file's page.
    public var pageID: Int
    /// The file's name with spaces and extension, without `File:`.
    public var name: String
    /// Degrees north and east.
    public var place: (latitude: Double, longitude: Double)
    /// The width in pixels.
    public var width = 2400
    /// The height in pixels.
    public var height = 1600
    /// The media type.
    public var mime = "image/jpeg"
    /// The time of the upload: `2024-06-09T20:14:03Z`.
    public var uploaded = "2024-06-09T20:14:03Z"
    /// The fields of the file's description, by their names in CommonsMetadata.
    public var metadata: [String: String]

    /// Returns the files of an imaginary neighborhood, which are always the same for the same arguments. The first is in the middle, and
    /// every third is taller than wide. Licenses and years alternate.
    ///
    /// - Parameters:
    ///   - latitude: the latitude of the middle in degrees north.
    ///   - longitude: the longitude of the middle in degrees east.
    ///   - count: the number of files.
    ///   - radius: the distance of the last file from the middle, in meters.
    public static func neighborhood(
        latitude: Double, longitude: Double, count: Int, radius: Double
    ) -> [CommonsStandInFile] {
        let licenses = [
            ("cc-by-sa-4.0", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0"),
            ("cc-by-2.0", "CC BY 2.0", "https://creativecommons.org/licenses/by/2.0"), ("cc0", "CC0", ""),
            ("pd", "Public domain", ""),
            ("cc-by-sa-3.0-de", "CC BY-SA 3.0 de", "https://creativecommons.org/licenses/by-sa/3.0/de/deed.en"),
        ]
        return (0..<count).map { index in
            let (north, east) = FlickrGeography.spiral(index, of: count, radius: radius)
            let license = licenses[index % licenses.count]
            let isTall = index % 3 == 2
            return CommonsStandInFile(
                // Ids decrease with the distance, so the two orders differ.
                pageID: 90_000_000 - index, name: "View \(index + 1) of the tower.jpg",
                place: FlickrGeography.point(from: (latitude, longitude), north: north, east: east),
                width: isTall ? 1600 : 2400, height: isTall ? 2400 : 1600,
                uploaded: "20\(14 + index % 10)-06-09T20:14:03Z",
                metadata: [
                    "License": license.0, "LicenseShortName": license.1, "LicenseUrl": license.2,
                    "AttributionRequired": index % 5 == 2 || index % 5 == 3 ? "false" : "true",
                    "Artist":
                        "<a href=\"//commons.wikimedia.org/wiki/User:Example_\(index % 4)\">Example &amp; Co. \(index % 4)</a>",
                    "ImageDescription": "<p>Steps at the <i>\(index % 2 == 0 ? "harbour" : "market")</i></p>",
                    "DateTimeOriginal": "2024-06-0\(index % 9 + 1) 21:14:03",
                ])
        }
    }
}
