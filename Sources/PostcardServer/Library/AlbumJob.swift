internal import PostcardCore
internal import PlatformFoundation
internal import PostcardLibrary
internal import PostcardSources

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
            stored = alreadyStored
        case .received(let photo, let bytes, _):
            self.bytes += bytes - (underWay[photo.id] ?? 0)
            underWay[photo.id] = bytes
        case .stored(let photo, _):
            stored += 1
            underWay[photo.remote.id] = nil
        case .skipped(let photo, _):
            skipped += 1
            bytes -= underWay.removeValue(forKey: photo.id) ?? 0
        }
    }
}
