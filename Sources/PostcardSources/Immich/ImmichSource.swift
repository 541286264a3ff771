public import Logging
public import PlatformFoundation
import PostcardCore
public import PostcardPhotos
import Synchronization

/// Photos from the user's own Immich server, found near a point or in an album.
///
/// Requests and records are those of Immich's OpenAPI document
/// (https://github.com/immich-app/immich/blob/main/open-api/immich-openapi-specs.json). An API key needs the permissions
/// `asset.read`, `asset.view`, `album.read` and `map.read`, and for originals also `asset.download`.
public struct ImmichSource: PhotoSource, HostedPhotoSource {
    /// The name of the source: `immich`.
    public let name = "immich"
    /// `nil`, because the photos belong to the user.
    public let notice: String? = nil

    /// The permissions that a key needs. Without `asset.download`, only previews are available.
    package static let permissions = "asset.read, asset.view, asset.download, album.read and map.read"
    /// The number of photos on a page. Each photo near a point takes one request.
    private static let pageSize = 50
    /// The number of records in one response of a search; Immich allows at most 1000.
    private static let searchSize = 1_000
    /// The maximum number of responses of a search that are read.
    private static let maximumSearches = 100
    /// The maximum length of the list of all positions in bytes, about 100,000 photos.
    private static let maximumMarkerBytes = 16 << 20

    let pictures: HostSession
    let goneStatuses = [400, 404, 410]
    private let apiKey: APIKey
    private let album: String?
    private let server: URL
    private let api: HostSession
    private let found = FoundPhotos()

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - server: the URL of the server, with or without `/api`.
    ///   - apiKey: the user's key.
    ///   - album: the name or id of an album; `nil` for all photos that have a position.
    ///   - userAgent: the name of the program.
    ///   - logger: the log for failed attempts; `nil` for none.
    public init(server: URL, apiKey: APIKey, album: String? = nil, userAgent: UserAgent, logger: Logger? = nil) {
        self.init(
            server: server, apiKey: apiKey, album: album, client: HTTPClient(userAgent: userAgent), clock: .system,
            logger: logger)
    }

    /// Makes a source with its own client and clock.
    package init(
        server: URL, apiKey: APIKey, album: String? = nil, client: HTTPClient, clock: RequestClock,
        retryPolicy: RetryPolicy = RetryPolicy(), logger: Logger? = nil
    ) {
        (self.apiKey, self.album) = (apiKey, album)
        self.server = server.lastPathComponent == "api" ? server : server.appending(path: "api")
        api = HostSession(
            service: "Immich", client: client, policy: retryPolicy, interval: .zero, clock: clock, logger: logger)
        pictures = api
    }

    var headers: [(name: String, value: String)] { [("x-api-key", apiKey.secret)] }

    func isPlaceholder(_ served: URL, for requested: URL, _ format: PictureSignature) -> Bool { false }

    /// Returns one page of the photos around a point, nearest first; see `PhotoSource.photos(matching:page:)`.
    ///
    /// A page contains up to 50 photos. Licenses are ignored, because the photos belong to the user. The query's date applies to the date taken,
    /// and its words to file names and descriptions.
    public func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        try query.check(page: page)
        let all = try await found.photos(matching: query) {
            let photos = try await album == nil ? markers(since: query.since) : assets(since: query.since)
            return photos.map { (query.center.distance(to: $0.coordinate), $0) }.filter { $0.0 <= query.radius }
                .sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
        }
        let chosen = Array(all.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize))
        let records = try await chosen.indices.concurrentlyMapped(width: 4) { try await record(of: chosen[$0]) }
        let words = query.words
        let photos = records.compactMap(\.self).filter { record in
            let text = [record["originalFileName"], record["exifInfo"]?["description"]].compactMap { $0?.string }
                .joined(separator: " ").lowercased()
            return words.allSatisfy { text.contains($0) }
        }
        return PhotoPage(
            photos: photos.compactMap { RemotePhoto(immich: $0, source: name, server: server) }, number: page,
            pageCount: (all.count + Self.pageSize - 1) / Self.pageSize, total: all.count, radius: query.radius)
    }

    // MARK: Requests

    /// Returns all photos that have a position.
    private func markers(since: Date?) async throws -> [FoundPhotos.Photo] {
        let dates = since.map { [(name: "fileCreatedAfter", value: $0.formatted(.iso8601))] } ?? []
        return try await json("map/markers", dates, maximumBytes: Self.maximumMarkerBytes) { reply in
            reply.elements?.compactMap { FoundPhotos.Photo($0["id"], $0["lat"], $0["lon"]) }
        }
    }

    /// Returns the photos of the album that have a position.
    private func assets(since: Date?) async throws -> [FoundPhotos.Photo] {
        var body: [NameKey: JSONValue] = [
            "albumIds": [.text(try await albumID())], "type": "IMAGE", "withExif": .flag(true),
            "size": .integer(Self.searchSize),
        ]
        if let since { body["takenAfter"] = .text(since.formatted(.iso8601)) }
        var photos: [FoundPhotos.Photo] = []
        var next: Int? = 1
        while let page = next, page <= Self.maximumSearches {
            body["page"] = .integer(page)
            let reply = try await json("search/metadata", posting: JSONValue(body)) { $0["assets"] }
            photos += (reply["items"]?.elements ?? []).compactMap { record in
                let exif = record["exifInfo"]
                return FoundPhotos.Photo(record["id"], exif?["latitude"], exif?["longitude"], record: record)
            }
            next = reply["nextPage"]?.anyInteger.flatMap { $0 > page ? $0 : nil }
        }
        return photos
    }

    /// Returns the id of the album.
    private func albumID() async throws -> String {
        let name = album ?? ""
        let albums = try await json("albums") { $0.elements }
        func named(_ isSame: (String) -> Bool) -> String? {
            albums.first { isSame($0["albumName"]?.string ?? "") || $0["id"]?.string == name }?["id"]?.string
        }
        if let id = named({ $0 == name }) ?? named({ $0.lowercased() == name.lowercased() }) { return id }
        let known = albums.compactMap { $0["albumName"]?.string }.prefix(10).joined(separator: ", ")
        throw SourceError(
            .badQuery,
            "Immich has no album \"\(name)\". \(known.isEmpty ? "It has no albums." : "Albums include: \(known).")")
    }

    /// Returns the record of a photo; `nil` if it is not a photo, or was deleted in the meantime.
    private func record(of photo: FoundPhotos.Photo) async throws -> JSONValue? {
        if let record = photo.record { return record }
        do {
            return try await json("assets/\(photo.id)") { $0 }
        } catch let error as SourceError where error.code == .gone {
            return nil
        }
    }

    private func json<Value>(
        _ path: String, _ arguments: [(name: String, value: String)] = [], posting body: JSONValue? = nil,
        maximumBytes: Int = 8 << 20, read: (JSONValue) throws -> Value?
    ) async throws -> Value {
        try await api.json(
            at: server.appending(path: path).replacingQuery(arguments),
            headers: headers + (body == nil ? [] : [("Content-Type", "application/json")]), posting: body?.bytes,
            maximumBytes: maximumBytes, refusal: refusal
        ) { _, reply in try read(reply) }
    }

    /// Returns the error for a response that is not a success; `nil` for statuses that mean the same for every service.
    private func refusal(_ response: HTTPClient.Response, _ reply: JSONValue?) -> FailedAttempt? {
        let message = reply?["message"]?.string ?? reply?["message"]?.strings.first ?? "HTTP \(response.status)"
        let quote = "Immich reports: \(apiKey.redacting(message))."
        switch response.status {
        case 401: return FailedAttempt(.keyRefused, "\(quote) Check IMMICH_API_KEY.")
        case 403: return FailedAttempt(.keyRefused, "\(quote) The key needs the permissions \(Self.permissions).")
        // Immich sends status 400 for unknown photos, too.
        case 400, 404: return FailedAttempt(.gone, "\(quote) Check IMMICH_URL.")
        default: return nil
        }
    }
}

/// The photos of the last search, so that each page does not need another list of all positions.
private final class FoundPhotos: Sendable {
    /// The id and position of a photo, and its record if it is known.
    struct Photo: Sendable {
        let id: String
        let coordinate: Coordinate
        let record: JSONValue?

        /// `nil` for values that are not an id and a position.
        init?(_ id: JSONValue?, _ latitude: JSONValue?, _ longitude: JSONValue?, record: JSONValue? = nil) {
            guard let id = id?.string, id.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-") }),
                let latitude = latitude?.number, let longitude = longitude?.number,
                let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            (self.id, self.coordinate, self.record) = (id, coordinate, record)
        }
    }

    private let last = Mutex<(query: PhotoQuery, photos: [Photo])?>(nil)

    func photos(matching query: PhotoQuery, search: () async throws -> [Photo]) async throws -> [Photo] {
        if let last = last.withLock({ $0 }), last.query == query { return last.photos }
        let photos = try await search()
        last.withLock { $0 = (query, photos) }
        return photos
    }
}

extension RemotePhoto {
    /// The largest preview that Immich's settings offer, in pixels. The default is 1440.
    private static let maximumPreview = 2_160

    /// Makes a photo from an asset's record; `nil` for a video, and for a photo in the trash.
    fileprivate init?(immich record: JSONValue, source: String, server: URL) {
        guard let id = record["id"]?.string, record["type"]?.string == "IMAGE", record["isTrashed"] != .flag(true)
        else { return nil }
        let (exif, asset) = (record["exifInfo"], server.appending(path: "assets/\(id)"))
        let (width, height) = (exif?["exifImageWidth"]?.anyInteger ?? 0, exif?["exifImageHeight"]?.anyInteger ?? 0)
        let longEdge = max(width, height)
        // Previews are not enlarged. The original is larger than all previews, also if its size is unknown.
        let preview = longEdge > 0 ? min(Self.maximumPreview, longEdge - 1) : Self.maximumPreview
        let original = asset.appending(path: "original")
        let description = exif?["description"]?.anyText
        let latitude = exif?["latitude"]?.number, longitude = exif?["longitude"]?.number
        self.init(
            source: source, id: id, title: description ?? record["originalFileName"]?.string ?? "", ownerName: "",
            ownerURL: nil, pageURL: nil, license: .localFile(copyright: nil),
            // The time at the place where the photo was taken, despite its Z.
            dateTaken: record["localDateTime"]?.string.map { String($0.prefix(19)).replacing("T", with: " ") },
            coordinate: latitude.flatMap { latitude in
                longitude.flatMap { try? Coordinate(latitude: latitude, longitude: $0) }
            },
            renditions: [
                Rendition(
                    url: asset.appending(path: "thumbnail")
                        .appending(queryItems: [.init(name: "size", value: "preview")]),
                    longEdge: preview, kind: .scaled),
                width > 0 && height > 0
                    ? Rendition(url: original, width: width, height: height, kind: .original)
                    : Rendition(url: original, longEdge: .max, kind: .original),
            ])
    }
}
