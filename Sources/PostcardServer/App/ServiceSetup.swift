public import PostcardSources

/// The set-up of a service, as far as clients choose by it.
public struct ServiceSetup: Sendable {
    /// The sources of photos that can be named, such as `flickr`, the best one first.
    public var photoSources: [String] = []
    /// The service that knows places by their names; `nil` for none.
    public var placeSource: (any PlaceSource)?
    /// True when frames of videos can be read.
    public var readsVideos = false

    /// The version of the program, told in `/metrics`.
    public var version = ""

    /// Nothing.
    public init() {}
}
