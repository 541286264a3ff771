/// The picture host of the stand-in.
struct FlickrStandInPictures {
    /// A size of a photo's file.
    struct Size {
        /// The suffix in a file name.
        let suffix: String
        /// The name in a search response.
        let member: String
        /// The longer edge in pixels; 0 for the original.
        let longEdge: Int
        /// True if the picture is cropped to a square.
        var isSquare = false

        /// True if the URL contains the photo's secret for large sizes.
        var hasLargeSecret: Bool { longEdge == 0 || longEdge > 1024 }

        /// Returns the width and height of a photo in this size; `nil` if the photo is not larger than the size.
        func pixels(of photo: FlickrStandInPhoto) -> (width: Int, height: Int)? {
            if isSquare { return (longEdge, longEdge) }
            let original = max(photo.width, photo.height)
            guard longEdge > 0 else { return (photo.width, photo.height) }
            guard longEdge < original else { return nil }
            func scale(_ edge: Int) -> Int { max(1, (edge * longEdge + original / 2) / original) }
            return (scale(photo.width), scale(photo.height))
        }
    }

    /// All sizes, smallest first.
    static let sizes = [
        Size(suffix: "s", member: "sq", longEdge: 75, isSquare: true),
        Size(suffix: "q", member: "q", longEdge: 150, isSquare: true),
        Size(suffix: "t", member: "t", longEdge: 100),
        Size(suffix: "m", member: "s", longEdge: 240),
        Size(suffix: "n", member: "n", longEdge: 320),
        Size(suffix: "w", member: "w", longEdge: 400),
        Size(suffix: "", member: "m", longEdge: 500),
        Size(suffix: "z", member: "z", longEdge: 640),
        Size(suffix: "c", member: "c", longEdge: 800),
        Size(suffix: "b", member: "l", longEdge: 1024),
        Size(suffix: "h", member: "h", longEdge: 1600),
        Size(suffix: "k", member: "k", longEdge: 2048),
        Size(suffix: "o", member: "o", longEdge: 0),
    ]

    /// The path to which deleted photos redirect.
    static let placeholderPath = "/pw/images/en-us/photo_unavailable.png"

    private let settings: FlickrStandIn.Settings
    private let photos: [String: FlickrStandInPhoto]

    init(_ settings: FlickrStandIn.Settings) {
        self.settings = settings
        photos = Dictionary(settings.photos.map { ($0.id, $0) }) { $1 }
    }

    /// Returns the path of a photo's file.
    static func path(of photo: FlickrStandInPhoto, _ size: Size) -> String {
        let secret = size.hasLargeSecret ? photo.largeSecret : photo.secret
        return
            "\(FlickrStandIn.pictureDirectory)\(photo.id)_\(secret)\(size.suffix.isEmpty ? "" : "_")\(size.suffix).jpg"
    }

    /// Returns the file at a path.
    func reply(to path: String) -> TestHTTPReply {
        if path == Self.placeholderPath {
            return TestHTTPReply(headers: [("Content-Type", "image/png")], body: Self.placeholder)
        }
        guard path.hasPrefix(FlickrStandIn.pictureDirectory), path.hasSuffix(".jpg") else { return Self.missing }
        let name = path.dropFirst(FlickrStandIn.pictureDirectory.count).dropLast(".jpg".count)
        let parts = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), let photo = photos[parts[0]],
            let size = Self.sizes.first(where: { $0.suffix == (parts.count == 3 ? parts[2] : "") })
        else { return Self.missing }
        if photo.isGone { return .redirect(to: Self.placeholderPath) }
        if let status = photo.statuses[size.suffix] { return .text("<html></html>", status: status) }
        guard parts[1] == (size.hasLargeSecret ? photo.largeSecret : photo.secret), let pixels = size.pixels(of: photo)
        else { return Self.missing }
        let bytes =
            settings.picture?(photo.id, size.suffix, pixels.width, pixels.height)
            ?? FlickrJPEG.picture(width: pixels.width, height: pixels.height, seed: Int(photo.id) ?? 0)
        return TestHTTPReply(headers: [("Content-Type", "image/jpeg")], body: bytes)
    }

    private static let missing = TestHTTPReply.text("<html>Not found</html>", status: 404)

    /// A PNG of one gray pixel.
    private static let placeholder: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
        0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B,
        0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x68, 0x00, 0x00, 0x00,
        0x82, 0x00, 0x81, 0xDA, 0x45, 0x08, 0x3B, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE,
        0x42, 0x60, 0x82,
    ]
}
