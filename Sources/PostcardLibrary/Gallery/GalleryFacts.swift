import PlatformFoundation
import PostcardImaging
import PostcardPhotos
import SystemPackage

/// What a gallery shows of a picture or video besides its pixels.
struct GalleryFacts: Sendable, Equatable, Codable {
    /// The size of the upright picture in pixels.
    var width, height: Int
    /// The duration of a video in seconds; `nil` for a picture, or if it is unknown.
    var duration: Double?
    var date: WallTime?
    var coordinate: Coordinate?
    var camera, title, caption, copyright: String?

    /// Short names, since a cache contains many facts.
    private enum CodingKeys: String, CodingKey {
        case width = "w", height = "h", duration = "s", date = "d", coordinate = "p", camera = "m", title = "t"
        case caption = "c", copyright = "r"
    }

    /// The size of the upright picture.
    var size: PixelSize { PixelSize(width: width, height: height) }

    init(of header: ImageHeader) {
        (width, height) = (header.size.width, header.size.height)
        fillGaps(from: header.metadata)
    }

    /// Makes the facts of a video.
    ///
    /// - Parameter name: the name of the file, which may contain the local time.
    init(of video: VideoFacts, name: String?) {
        (width, height) = (video.size.width, video.size.height)
        (duration, coordinate) = (video.duration, video.coordinate)
        date = video.localDate(name: name)
    }

    /// Fills in missing values from metadata.
    mutating func fillGaps(from metadata: Metadata) {
        date = date ?? metadata.dateTaken.flatMap { WallTime($0) }
        coordinate = coordinate ?? metadata.coordinate
        camera = camera ?? metadata.camera
        title = title ?? metadata.title
        caption = caption ?? metadata.caption
        copyright = copyright ?? metadata.copyright ?? metadata.artist
        if caption == title { caption = nil }
    }

    /// Fills in missing values from the XMP files beside a picture: `a.jpg.xmp`, as darktable and digiKam write, and `a.xmp`, as Lightroom
    /// writes. Unreadable files are ignored.
    mutating func fillGaps(fromSidecarsOf path: FilePath) {
        var named = path
        named.extension = "xmp"
        for sidecar in [FilePath(bytes: path.bytes + Array(".xmp".utf8)), named] {
            guard let status = try? FileSystem.status(of: sidecar), status.kind == .file,
                let packet = try? PictureFile.read(sidecar, maximumBytes: Self.maximumSidecarBytes)
            else { continue }
            var metadata = Metadata()
            metadata.fillGaps(fromSidecar: packet)
            fillGaps(from: metadata)
        }
    }

    /// The maximum size of a sidecar. Those with the steps of an editor have some hundred kilobytes.
    private static let maximumSidecarBytes = 1 << 20
}
