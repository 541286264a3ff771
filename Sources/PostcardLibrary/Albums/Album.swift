public import PlatformFoundation
public import PostcardSources

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

/// The criteria by which the photos of an album are chosen.
public struct AlbumRequest: Sendable, Hashable, Codable {
    /// The number of photos, at least 1. Flickr allows no more than 30 on a page.
    public var count: Int
    /// The largest distance from the pin, in metres.
    public var radius: Double
    /// Words to find in titles and tags; empty for any.
    public var text: String
    /// The wanted licences; empty for any.
    public var licenses: Set<License>
    /// Only photos published since then.
    public var since: Date?
    /// The strictness with which unsuitable photos are left out, where the source knows.
    public var safeSearch: PhotoQuery.SafeSearch
    /// The longer side that originals should have at least, in pixels, where the source has that.
    public var longEdge: Int
    /// The same seed chooses the same photos, as long as the source answers the same. `nil` for another choice each time.
    public var seed: UInt64?

    /// The numbers of photos that may be asked for: Flickr's terms allow no more on a page.
    package static let counts = 1...30
    /// The maximum radius in metres: Flickr searches no further.
    package static let maximumRadius = 32_000.0

    /// The number of photos unless another is asked for.
    package static let defaultCount = 24
    /// The radius in metres unless another is asked for.
    package static let defaultRadius = 2_000.0

    /// Makes a request; the defaults, 24 photos within 2 kilometres, suit a page of an album.
    public init(
        count: Int? = nil, radius: Double? = nil, text: String = "", licenses: Set<License> = [], since: Date? = nil,
        safeSearch: PhotoQuery.SafeSearch = .safe, longEdge: Int = 2_048, seed: UInt64? = nil
    ) {
        self.count = count ?? Self.defaultCount
        self.radius = radius ?? Self.defaultRadius
        self.text = text
        self.licenses = licenses
        self.since = since
        self.safeSearch = safeSearch
        self.longEdge = longEdge
        self.seed = seed
    }
}

extension AlbumRequest {
    /// The request of criteria as people write them, in JSON or as options of a command. What is `nil` was not given.
    ///
    /// - Parameters:
    ///   - license: short names of licences with commas between them.
    ///   - since: only photos published since this day.
    /// - Throws: `InvalidMember` for the first one that is not possible.
    package init(
        count: Int?, radius: Double?, text: String?, license: String?, since: DayOrMoment?,
        safe: PhotoQuery.SafeSearch?, seed: UInt64?
    ) throws(InvalidMember) {
        self.init(
            count: count, radius: radius, text: text ?? "", since: since?.start, safeSearch: safe ?? .safe, seed: seed)
        guard Self.counts.contains(self.count) else {
            throw InvalidMember("count", "is \(self.count); it goes from 1 to \(Self.counts.upperBound).")
        }
        guard self.radius > 0, self.radius <= Self.maximumRadius else {
            throw InvalidMember(
                "radius", "is \(self.radius); it goes from above 0 to \(Int(Self.maximumRadius)) metres.")
        }
        do throws(UnknownLicense) {
            licenses = try License.matching(list: license ?? "")
        } catch {
            throw InvalidMember(
                "license",
                "has \(error.name), which is no licence that is known. Write cc-by, cc-by-sa-4.0, cc0, public-domain or derivatives."
            )
        }
    }
}

/// A member of a request, or an option, that is not possible.
package struct InvalidMember: Error {
    /// The name, such as `count`.
    package let name: String
    /// The rest of a sentence that begins with the name.
    package let reason: String

    package init(_ name: String, _ reason: String) { (self.name, self.reason) = (name, reason) }
}
