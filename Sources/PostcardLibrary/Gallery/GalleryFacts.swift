import PlatformFoundation
import PostcardImaging
import PostcardPhotos
import SystemPackage

/// The properties of a picture or video that a gallery shows.
struct GalleryFacts: Sendable, Equatable, Codable {
    /// The size of the upright picture in pixels.
    var width, height: Int
    /// The duration of a video in seconds; `nil` for a picture, or if the duration is unknown.
    var duration: Double?
    var date: WallTime?
    var coordinate: Coordinate?
    var camera, title, caption, copyright: String?

    /// The keys in the cache. The keys are short, because a cache contains the facts of many files.
    private enum CodingKeys: String, CodingKey {
        case width = "w", height = "h", duration = "s", date = "d", coordinate = "p", camera = "m", title = "t"
        case caption = "c", copyright = "r"
    }

    /// The size of the upright picture in pixels.
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

    /// Fills in missing values from the sidecars of a file.
    mutating func fillGaps(fromSidecarsOf path: FilePath) {
        var metadata = Metadata()
        metadata.fillGaps(fromSidecarsOf: path)
        fillGaps(from: metadata)
    }
}
