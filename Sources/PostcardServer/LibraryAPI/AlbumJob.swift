import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources

/// The progress of the download of an album.
struct AlbumJob: Sendable, Encodable, Identifiable {
    enum State: String, Sendable, Encodable {
        case running
        /// The album shows the new photos.
        case done
        /// The source has no photos of this place.
        case noneFound = "none-found"
        case failed
        /// It was stopped; a new collection with the same request goes on.
        case stopped
    }

    let id: String
    let pin: String
    /// The address of the album.
    let album: String
    var state = State.running
    /// Photos that the album is to have; 0 while they are sought.
    var count = 0
    /// Photos that are there.
    var stored = 0
    /// Bytes of photos that have come.
    var bytes = 0
    /// Photos that could not be had.
    var skipped = 0
    /// The message of the error that ended it.
    var problem: String?
    let began: Date
    var ended: Date?

    /// Photos that are there, in the order in which they came. The index has them, so they can be shown before the album does.
    private(set) var photos: [StoredPhoto] = []

    /// Bytes of photos that are on their way, by the ids of their source.
    private var underWay: [String: Int] = [:]

    static let schema = Schema.record(
        [
            "id": Schema.string, "pin": Schema.id("pin"), "album": Schema.string,
            "state": ["type": "string", "enum": ["running", "done", "none-found", "failed", "stopped"]],
            "count": Schema.integer, "stored": Schema.integer, "bytes": Schema.integer, "skipped": Schema.integer,
            "problem": Schema.string,
            "began": Schema.moment, "ended": Schema.moment,
        ], required: ["id", "pin", "album", "state", "count", "stored", "bytes", "skipped", "began"])

    private enum CodingKeys: String, CodingKey {
        case id, pin, album, state, count, stored, bytes, skipped, problem, began, ended
    }

    init(id: String, pin: String, began: Date) {
        self.id = id
        self.pin = pin
        album = "/library/pins/\(pin)/album"
        self.began = began
    }

    mutating func receive(_ event: AlbumProgress) {
        switch event {
        case .chosen(let count, let alreadyStored):
            self.count = count
            stored = alreadyStored.count
            photos = alreadyStored.enumerated().map { StoredPhoto($1, number: $0 + 1) }
        case .received(let photo, let bytes, _):
            self.bytes += bytes - (underWay[photo.id] ?? 0)
            underWay[photo.id] = bytes
        case .stored(let photo, _):
            stored += 1
            photos.append(StoredPhoto(photo, number: photos.count + 1))
            underWay[photo.remote.id] = nil
        case .skipped(let photo, _):
            skipped += 1
            bytes -= underWay.removeValue(forKey: photo.id) ?? 0
        }
    }
}

/// A photo of a download that is in the library.
struct StoredPhoto: Sendable, Encodable {
    /// Its place among those that came, from 1.
    let number: Int
    let id: String
    let width: Int
    let height: Int
    /// The address of its thumbnail.
    let thumbnail: String
    /// The beginning of its hash, for addresses that are kept.
    let version: String
    /// The mean of its colours, `#rrggbb`.
    let color: String

    init(_ photo: Photo, number: Int) {
        self.number = number
        id = photo.id
        (width, height) = (photo.width, photo.height)
        thumbnail = LibraryCall.files(of: photo).thumbnail
        version = photo.blob.version
        color = photo.color.css
    }

    static let schema = Schema.record(
        [
            "number": ["type": "integer", "minimum": 1], "id": Schema.id("photo"), "width": Schema.integer,
            "height": Schema.integer, "thumbnail": Schema.string, "version": Schema.version, "color": Schema.string,
        ], required: ["number", "id", "width", "height", "thumbnail", "version"]
    ).adding(["description": "A photo of a download that is in the library, from the moment on that it can be shown."])
}
