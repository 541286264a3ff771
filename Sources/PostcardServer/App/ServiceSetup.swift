public import PostcardPhotos

/// The facts about a service for clients of its web app.
public struct ServiceSetup: Sendable {
    /// The names of the available photo providers, such as `flickr`, the best one first.
    public var photoSources: [String] = []
    /// The service for place names; `nil` for none.
    public var placeSource: (any PlaceSource)?
    /// True when frames of videos can be read, which needs ffmpeg.
    public var readsVideos = false

    /// The version of the program, for `/metrics`.
    public var version = ""

    /// Makes a set-up without photo providers, place names and videos.
    public init() {}
}
