public import PlatformFoundation
internal import PostcardSources

extension RecordKind {
    /// The photos of a pin.
    public static let album: RecordKind = "album"
    /// A photo of an album.
    public static let photo: RecordKind = "photo"
}

/// The photos of a pin's place.
public struct Album: Sendable, Hashable, Codable, Identifiable {
    /// What an album has to show.
    public enum State: String, Sendable, Codable {
        /// Nothing was asked for yet, or every photo was removed.
        case empty
        /// Photos are on their way, or were when Postcard was stopped.
        case downloading
        /// All photos are there.
        case ready
        /// The source has no photos of this place.
        case noneFound = "none-found"
        /// The last attempt ended with an error; what was there before is still there.
        case failed
    }

    /// A set of photos that was chosen and is being fetched. Kept in the index, so that whoever comes next can go on.
    struct Collection: Sendable, Hashable, Codable {
        /// Its own id, which its photos carry.
        let id: String
        /// What was asked for.
        let request: AlbumRequest
        /// How many photos it is to have.
        let count: Int
        /// Photos to fetch, in order; those past `count` replace ones that have gone.
        let candidates: [RemotePhoto]
    }

    /// The id of its pin.
    public let id: String
    /// What there is to show.
    public internal(set) var state: State
    /// Ids of its photos in order; the first is number 1.
    public internal(set) var photos: [String] = []
    /// Where they came from, such as `flickr`.
    public internal(set) var source: String
    /// What the terms of the source ask to show beside its photos.
    public internal(set) var notice: String?
    /// Photos that were removed by hand, and never come back.
    public internal(set) var removed: [RemoteKey] = []
    /// Why the last attempt failed.
    public internal(set) var problem: String?
    /// When its photos were last changed.
    public internal(set) var updated: Date
    var pending: Collection?
}

/// What tells a photo of a source from all others.
public struct RemoteKey: Sendable, Hashable, Codable {
    /// The source's name.
    public let source: String
    /// The photo's id there.
    public let id: String

    init(_ photo: RemotePhoto) {
        source = photo.source
        id = photo.id
    }
}
