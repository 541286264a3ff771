public import PostcardPhotos

/// The facts about a service for clients of its web app.
public struct ServiceSetup: Sendable {
    /// The names of the available photo providers, such as `flickr`, best first.
    public var photoSources: [String] = []
    /// The place search service; `nil` for none.
    public var placeSource: (any PlaceSource)?
    /// True if video frames can be read, which needs ffmpeg.
    public var readsVideos = false

    /// The version of the program, for `/metrics`.
    public var version = ""

    /// Makes a setup without photo providers, place searches and videos.
    public init() {}
}
