public import PostcardPhotos

/// Information about a service for clients of its web app.
public struct ServiceSetup: Sendable {
    /// The names of the available photo providers, such as `flickr`, best first.
    public var photoSources: [String] = []
    /// The place search service; `nil` if there is none.
    public var placeSource: (any PlaceSource)?
    /// True if video frames can be read, which requires ffmpeg.
    public var readsVideos = false

    /// The version of the program, for `/metrics`.
    public var version = ""

    /// Creates a setup without photo providers, a place search service, or video support.
    public init() {}
}
