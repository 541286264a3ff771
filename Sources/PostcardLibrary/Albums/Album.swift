public import PlatformFoundation
public import PostcardSources

extension RecordKind {
    /// The kind of the albums of pins.
    public static let album: RecordKind = "album"
    /// The kind of the photos of albums.
    public static let photo: RecordKind = "photo"
}

/// The album of a pin: photos of its place.
public struct Album: Sendable, Hashable, Codable, Identifiable {
    /// The state of an album.
    public enum State: String, Sendable, Codable {
        /// The album has no photos, because none were requested or all were removed.
        case empty
        /// A download is running, or was interrupted.
        case downloading
        /// All photos were downloaded.
        case ready
        /// The source has no photos of the place.
        case noneFound = "none-found"
        /// The last download ended with an error. Earlier photos are kept.
        case failed
    }

    /// The photos chosen for an album that are being downloaded. They are stored in the index, so that an interrupted download can be continued.
    struct Collection: Sendable, Hashable, Codable {
        /// The id of the collection, which its photos have as a member.
        let id: String
        /// The criteria by which the photos were chosen.
        let request: AlbumRequest
        /// The wanted number of photos.
        let count: Int
        /// The photos to download, in order. Those after the first `count` replace photos that cannot be downloaded.
        let candidates: [RemotePhoto]
    }

    /// The id of the pin, which is also that of the album.
    public let id: String
    /// The state of the album.
    public internal(set) var state: State
    /// The ids of the photos in order.
    public internal(set) var photos: [String] = []
    /// The name of the source, such as `flickr`.
    public internal(set) var source: String
    /// The notice that the source's terms require beside its photos; `nil` if there is none.
    public internal(set) var notice: String?
    /// The photos that a person has removed. No later collection contains them.
    public internal(set) var removed: [RemoteKey] = []
    /// The message of the error that ended the last download; `nil` if there was none.
    public internal(set) var problem: String?
    /// The time of the last change of the album.
    public internal(set) var updated: Date
    var pending: Collection?

    /// Removes a photo, and excludes it from later collections.
    mutating func remove(_ photo: Photo, at date: Date) {
        photos.removeAll { $0 == photo.id }
        if !removed.contains(photo.remote) { removed.append(photo.remote) }
        if photos.isEmpty && state == .ready { state = .empty }
        updated = date
    }
}

/// The unique key of a photo: its source and its id there.
public struct RemoteKey: Sendable, Hashable, Codable {
    /// The name of the source.
    public let source: String
    /// The id of the photo at its source.
    public let id: String

    init(source: String, id: String) {
        self.source = source
        self.id = id
    }

    init(_ photo: RemotePhoto) { self.init(source: photo.source, id: photo.id) }
}

/// The criteria by which the photos of an album are chosen.
public struct AlbumRequest: Sendable, Hashable, Codable {
    /// The number of photos, at least 1. Flickr's terms allow at most 30 on a page.
    public var count: Int
    /// The largest distance from the pin in metres.
    public var radius: Double
    /// The words to find in titles and tags; empty for any.
    public var text: String
    /// The wanted licences; empty for any.
    public var licenses: Set<License>
    /// The earliest publication; `nil` for any.
    public var since: Date?
    /// The strictness of the filter for unsuitable photos, if the source has one.
    public var safeSearch: PhotoQuery.SafeSearch
    /// The smallest length of the longer side in pixels, if the source has such a rendition.
    public var longEdge: Int
    /// The seed of the random choice. Equal seeds choose the same photos from the same search results. `nil` for a random seed.
    public var seed: UInt64?

    /// The allowed numbers of photos. Flickr's terms allow no more on a page.
    package static let counts = 1...30
    /// The largest radius in metres, which is that of Flickr's search.
    package static let maximumRadius = 32_000.0

    /// The default number of photos.
    package static let defaultCount = 24
    /// The default radius in metres.
    package static let defaultRadius = 2_000.0

    /// Makes a request. The default is 24 photos within 2 kilometres.
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
    /// Makes a request of values from JSON or command options. `nil` stands for the default.
    ///
    /// - Parameters:
    ///   - count: the number of photos.
    ///   - radius: the largest distance from the pin in metres.
    ///   - text: the words to find.
    ///   - license: short names of licences, separated by commas.
    ///   - since: the earliest day of publication.
    ///   - safe: the strictness of the filter for unsuitable photos.
    ///   - seed: the seed of the random choice.
    /// - Throws: `InvalidMember` for the first invalid value.
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

/// The error for an invalid member of a request or option of a command.
package struct InvalidMember: Error {
    /// The name of the member, such as `count`.
    package let name: String
    /// The end of a sentence that begins with the name.
    package let reason: String

    package init(_ name: String, _ reason: String) { (self.name, self.reason) = (name, reason) }
}
