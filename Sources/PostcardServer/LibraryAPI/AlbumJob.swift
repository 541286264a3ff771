import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardPhotos

/// The progress of an album's download.
struct AlbumJob: Sendable, Equatable, Encodable, Identifiable {
    enum State: String, Sendable, Encodable, CaseIterable {
        case running
        /// The album contains the new photos.
        case done
        /// The provider has no photos of the place.
        case noneFound = "none-found"
        case failed
        /// The job was stopped. Another request for a collection with the same values continues the job.
        case stopped
    }

    let id: String
    let pin: Pin.ID
    /// The path of the album.
    let album: String
    var state = State.running
    /// The number of photos in the new album; 0 during the search.
    var count = 0
    /// The number of stored photos.
    var stored = 0
    /// The number of received bytes.
    var bytes = 0
    /// The number of photos that could not be downloaded.
    var skipped = 0
    /// The message of the error that ended the job.
    var problem: String?
    var code: ErrorCode?
    let began: Date
    var ended: Date?

    /// The stored photos in order of arrival. The photos are in the index, so they can be shown before the album contains them.
    private(set) var photos: [JSONValue] = []

    /// The number of bytes received for each unfinished photo, by the photo's id at the provider.
    private var underWay: [NameKey: Int] = [:]

    static let schema = Schema.record([
        "id": Schema.string, "pin": Schema.id("pin"), "album": Schema.string,
        "state": Schema.choice(State.allCases.map(\.rawValue)),
        "count": Schema.integer, "stored": Schema.integer, "bytes": Schema.integer, "skipped": Schema.integer,
        "problem?": Schema.string,
        "code?": ErrorCode.schema,
        "began": Schema.moment, "ended?": Schema.moment,
    ])

    private enum CodingKeys: String, CodingKey {
        case id, pin, album, state, count, stored, bytes, skipped, problem, code, began, ended
    }

    init(id: String, pin: Pin.ID, began: Date) {
        self.id = id
        self.pin = pin
        album = "/library/pins/\(pin)/album"
        self.began = began
    }

    /// Ends the job. `problem` is the message of the error that ended the job.
    mutating func end(as state: State, at time: Date, problem: String? = nil, _ code: ErrorCode? = nil) {
        (self.state, ended, self.problem, self.code) = (state, time, problem, code)
    }

    /// Updates the job from an event of the download.
    mutating func receive(_ event: AlbumProgress) {
        switch event {
        case .chosen(let count, let alreadyStored):
            self.count = count
            stored = alreadyStored.count
            photos = alreadyStored.enumerated().map { Self.listing(of: $1, number: $0 + 1) }
        case .received(let photo, let bytes, _):
            self.bytes += bytes - (underWay[photo.id] ?? 0)
            underWay[photo.id] = bytes
        case .stored(let photo, _):
            stored += 1
            photos.append(Self.listing(of: photo, number: photos.count + 1))
            underWay[photo.remote.id] = nil
        case .skipped(let photo, _):
            skipped += 1
            bytes -= underWay.removeValue(forKey: NameKey(photo.id)) ?? 0
        }
    }
}

/// The stored photos of a job, as JSON.
extension AlbumJob {
    /// Returns a photo as JSON, with its number in the order of arrival, starting at 1.
    private static func listing(of photo: Photo, number: Int) -> JSONValue {
        [
            "number": .integer(number), "id": .text(photo.id.rawValue), "width": .integer(photo.width),
            "height": .integer(photo.height), "thumbnail": .text(LibraryService.files(of: photo).thumbnail),
            "version": .text(photo.blob.version), "color": .text(photo.color.css),
        ]
    }

    static let photoSchema = Schema.record([
        "number": Schema.ordinal, "id": Schema.id("photo"), "width": Schema.integer,
        "height": Schema.integer, "thumbnail": Schema.string, "version": Schema.version, "color?": Schema.string,
    ]).described("A photo that a download has stored. It can already be shown.")
}
