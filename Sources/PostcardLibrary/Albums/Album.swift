public import PlatformFoundation
import PostcardPhotos

extension RecordKind {
    /// The kind of album records.
    package static let album: RecordKind = "album"
    /// The kind of photo records.
    package static let photo: RecordKind = "photo"
}

/// The album of a pin: photos of the place that the pin marks.
public struct Album: Sendable, Hashable, Codable, Identifiable {
    /// The state of an album.
    public enum State: String, Sendable, Codable {
        /// The album has no photos, because none were requested or all were removed.
        case empty
        /// A download is running, or was interrupted.
        case downloading
        /// All photos were downloaded.
        case ready
        /// No photos of the place were found.
        case noneFound = "none-found"
        /// The last download ended with an error. Earlier photos are kept.
        case failed
    }

    /// The photos chosen for an album that is being downloaded. The index stores the photos, so an interrupted download can continue.
    struct Collection: Sendable, Hashable, Codable {
        /// The id of the collection. Each photo of the collection stores this id.
        let id: String
        /// The criteria for choosing the photos.
        let request: AlbumRequest
        /// The requested number of photos.
        let count: Int
        /// The photos to download, in order. The candidates after the first `count` replace photos that cannot be downloaded.
        let candidates: [RemotePhoto]
    }

    /// The id of the pin, which is also the id of the album.
    public let id: Pin.ID
    /// The state of the album.
    public internal(set) var state: State
    /// The ids of the photos, in order.
    public internal(set) var photos: [Photo.ID] = []
    /// The ids of the photos in the order before the first deletion, so that a restored photo returns to its position; `nil` if no photo
    /// is deleted.
    private(set) var order: [Photo.ID]?
    /// The name of the source, such as `flickr`.
    public internal(set) var source: String
    /// The notice that the source's terms require next to the photos; `nil` if there is none.
    public internal(set) var notice: String?
    /// The photos that the user removed. Later collections exclude these photos.
    package internal(set) var removed: [RemoteKey] = []
    /// The error message of the last download; `nil` if there was none.
    public internal(set) var problem: String?
    /// The time of the last change to the album.
    public internal(set) var updated: Date
    var pending: Collection?

    /// Removes a photo, and excludes it from later collections.
    mutating func remove(_ photo: Photo, at date: Date) {
        let known = Set<Photo.ID>(order ?? [])
        order = (order ?? []) + photos.filter { !known.contains($0) }
        photos.removeAll { $0 == photo.id }
        if !removed.contains(photo.remote) { removed.append(photo.remote) }
        if photos.isEmpty && state == .ready { state = .empty }
        updated = date
    }

    /// Puts a removed photo back after the photo that it followed; a photo of an earlier collection becomes the last one.
    mutating func putBack(_ photo: Photo, at date: Date) {
        removed.removeAll { $0 == photo.remote }
        if !photos.contains(photo.id) {
            let earlier = order.flatMap { order in order.firstIndex(of: photo.id).map { Set<Photo.ID>(order[..<$0]) } }
            let position = earlier.map { earlier in (photos.lastIndex(where: earlier.contains) ?? -1) + 1 }
            photos.insert(photo.id, at: position ?? photos.count)
        }
        if let order, Set<Photo.ID>(photos).isSuperset(of: order) { self.order = nil }
        if state == .empty { state = .ready }
        updated = date
    }

    /// Replaces all photos, such as with a new collection.
    mutating func replacePhotos(with photos: [Photo.ID]) {
        (self.photos, order) = (photos, nil)
    }
}
