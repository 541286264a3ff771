import PlatformFoundation
import PostcardPhotos

/// A size at which Flickr serves photos.
///
/// The letters in reply members and in file names differ: `url_s` refers to the file with suffix `_m`, `url_m` to the file without a
/// suffix, and `url_l` to the file with suffix `_b`. Sizes above 1024 pixels have separate secrets, so their URLs can't be built.
struct FlickrSize: Sendable, Hashable {
    /// The letters after `url_`, `width_` and `height_` in a reply.
    let member: String

    /// The letters after the secret in a file name; `nil` if the URL can't be built.
    let suffix: String?

    /// The longer edge in pixels; 0 for the original. Smaller photos are not available at this size.
    let longEdge: Int

    /// The difference between this size and the original.
    let kind: Rendition.Kind

    /// All sizes that replies can contain, smallest first.
    static let all = [
        FlickrSize(member: "sq", suffix: "s", longEdge: 75, kind: .cropped),
        FlickrSize(member: "q", suffix: "q", longEdge: 150, kind: .cropped),
        FlickrSize(member: "t", suffix: "t", longEdge: 100, kind: .scaled),
        FlickrSize(member: "s", suffix: "m", longEdge: 240, kind: .scaled),
        FlickrSize(member: "n", suffix: "n", longEdge: 320, kind: .scaled),
        FlickrSize(member: "w", suffix: "w", longEdge: 400, kind: .scaled),
        FlickrSize(member: "m", suffix: "", longEdge: 500, kind: .scaled),
        FlickrSize(member: "z", suffix: "z", longEdge: 640, kind: .scaled),
        FlickrSize(member: "c", suffix: "c", longEdge: 800, kind: .scaled),
        FlickrSize(member: "l", suffix: "b", longEdge: 1024, kind: .scaled),
        FlickrSize(member: "h", suffix: nil, longEdge: 1600, kind: .scaled),
        FlickrSize(member: "k", suffix: nil, longEdge: 2048, kind: .scaled),
        FlickrSize(member: "o", suffix: nil, longEdge: 0, kind: .original),
    ]

    /// Returns the URL of a photo at this size, built from Flickr's naming pattern; `nil` if the URL can't be built.
    func url(host: URL, server: String, id: String, secret: String) -> URL? {
        suffix.flatMap { suffix in
            URL(string: "\(server)/\(id)_\(secret)\(suffix.isEmpty ? "" : "_\(suffix)").jpg", relativeTo: host)?
                .absoluteURL
        }
    }
}
