public import PlatformFoundation
import PostcardSources

extension RecordKind {
    /// The photos of a pin.
    public static let album: RecordKind = "album"
    /// A photo of an album.
    public static let photo: RecordKind = "photo"
}

/// The photos of a pin's place.
public struct Album: Sendable, Hashable, Codable, Identifiable {
    /// The state of an album.
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

    /// A set of photos that was chosen and is being fetched. It is kept in the index, so that an interrupted download
    /// can be continued.
    struct Collection: Sendable, Hashable, Codable {
        /// Its own id, which its photos carry.
        let id: String
        /// The request that the photos were chosen for.
        let request: AlbumRequest
        /// The number of photos that it is to have.
        let count: Int
        /// Photos to fetch, in order; those past `count` replace ones that have gone.
        let candidates: [RemotePhoto]
    }

    /// The id of its pin.
    public let id: String
    /// The state of the album.
    public internal(set) var state: State
    /// Ids of its photos in order; the first is number 1.
    public internal(set) var photos: [String] = []
    /// The name of the source of its photos, such as `flickr`.
    public internal(set) var source: String
    /// The notice that the source's terms require beside its photos.
    public internal(set) var notice: String?
    /// Photos that were removed by hand, which no collection brings back.
    public internal(set) var removed: [RemoteKey] = []
    /// The message of the error that ended the last download; `nil` if it did not fail.
    public internal(set) var problem: String?
    /// The time of the last change of its photos.
    public internal(set) var updated: Date
    var pending: Collection?

    /// Removes a photo, which no later collection brings back.
    mutating func remove(_ photo: Photo, at date: Date) {
        photos.removeAll { $0 == photo.id }
        if !removed.contains(photo.remote) { removed.append(photo.remote) }
        if photos.isEmpty && state == .ready { state = .empty }
        updated = date
    }
}

/// The key of a photo at its source, which no other photo has.
public struct RemoteKey: Sendable, Hashable, Codable {
    /// The source's name.
    public let source: String
    /// The photo's id there.
    public let id: String

    init(source: String, id: String) {
        self.source = source
        self.id = id
    }

    init(_ photo: RemotePhoto) { self.init(source: photo.source, id: photo.id) }
}
