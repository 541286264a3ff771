import PlatformFoundation

/// A size in which Flickr keeps photos.
///
/// The letters of the reply's members and of the file names disagree: `url_s` is the file `_m`, `url_m` the one without a
/// suffix, `url_l` the file `_b`. Sizes above 1024 pixels carry secrets of their own, so that their addresses cannot be
/// built.
struct FlickrSize: Sendable, Hashable {
    /// The letters behind `url_`, `width_` and `height_` in a reply.
    let member: String

    /// The letters behind the secret in a file name, or `nil` where the address cannot be built.
    let suffix: String?

    /// The longer edge in pixels; a photo that is smaller than this does not have the size. 0 for as uploaded.
    let longEdge: Int

    /// The change made to the original.
    let kind: Rendition.Kind

    /// All sizes that a search reports, smallest first.
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

    /// The address that Flickr's naming pattern gives this size; `nil` where the pattern does not reach.
    func url(host: URL, server: String, id: String, secret: String) -> URL? {
        suffix.flatMap { suffix in
            URL(string: "\(server)/\(id)_\(secret)\(suffix.isEmpty ? "" : "_\(suffix)").jpg", relativeTo: host)?
                .absoluteURL
        }
    }
}
