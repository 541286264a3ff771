import Foundation

/// An imitation of an Immich server on 127.0.0.1, with the operations, permissions, limits and errors of its published OpenAPI document.
///
/// The server is independent of the tested client. Requests without the key get 401, and requests for unknown photos get 400.
public final class ImmichStandIn: Sendable {
    /// A photo or video.
    public struct Asset: Sendable {
        /// The id, a UUID.
        public var id: String
        /// Degrees north and east; `nil` for an asset without a position.
        public var place: (latitude: Double, longitude: Double)?
        /// `IMAGE` or `VIDEO`.
        public var type = "IMAGE"
        /// The size in pixels; `nil` if it is unknown.
        public var size: (width: Int, height: Int)? = (3_000, 2_000)
        /// The local time when it was taken.
        public var taken = "2024-06-09T20:14:03.000Z"
        /// The caption.
        public var description = ""
        /// True if it is in the trash.
        public var isTrashed = false
        /// The names of its albums.
        public var albums: [String] = []

        /// Makes a photo without a position.
        public init(_ number: Int) { id = String(format: "00000000-0000-4000-8000-%012d", number) }

        var name: String { "IMG_\(Int(id.suffix(12)) ?? 0).jpg" }
    }

    /// The part of the server that receives a request.
    public enum RequestKind: Sendable {
        case api
        case picture
    }

    /// The only valid key.
    public static let key = "immich-key"

    private let server: TestHTTPServer
    private let api = StandInScript()
    private let pictures = StandInScript()

    /// Starts the server.
    ///
    /// - Parameter canDownload: false for a key without the permission `asset.download`.
    public init(_ assets: [Asset], canDownload: Bool = true) async throws {
        let (api, pictures) = (api, pictures)
        let reply = Reply(assets: assets, canDownload: canDownload)
        server = try await TestHTTPServer { request in
            let isPicture = request.path.hasSuffix("/thumbnail") || request.path.hasSuffix("/original")
            return await (isPicture ? pictures : api).reply(to: request) {
                guard request.headers["x-api-key"] == Self.key else {
                    return Reply.error(401, "Unauthorized", "Invalid API key")
                }
                return isPicture ? reply.picture(request).continued(for: request) : reply.json(request)
            }
        }
    }

    /// The URL of the server.
    public var address: String { server.address }

    /// Sets the faults of the next requests of a kind, in order; `nil` for a normal response.
    public func script(_ faults: [StandInFault?], for kind: RequestKind) async {
        await (kind == .api ? api : pictures).add(faults)
    }

    /// Returns the requests of a kind received so far.
    public func requests(_ kind: RequestKind) async -> [TestHTTPRequest] {
        await (kind == .api ? api : pictures).requests
    }

    /// Stops the server.
    public func stop() async { await server.stop() }
}

/// The responses of the server.
private struct Reply: Sendable {
    let assets: [ImmichStandIn.Asset]
    let canDownload: Bool

    private static let albumNames = ["France", "Spain"]

    func json(_ request: TestHTTPRequest) -> TestHTTPReply {
        switch (request.method, request.path) {
        case ("GET", "/api/map/markers"): return markers(after: request.query["fileCreatedAfter"])
        case ("GET", "/api/albums"):
            let albums = Self.albumNames.enumerated().map { ["id": Self.album($0), "albumName": $1] }
            return Self.reply(albums)
        case ("POST", "/api/search/metadata"): return search(request.body)
        case ("GET", _) where request.path.hasPrefix("/api/assets/"):
            let id = request.path.dropFirst("/api/assets/".count)
            guard let asset = assets.first(where: { $0.id == id }) else {
                return Self.error(400, "Bad Request", "Not found or no asset.read access")
            }
            return Self.reply(record(asset))
        default: return Self.error(404, "Not Found", "Cannot \(request.method) \(request.path)")
        }
    }

    private static func album(_ index: Int) -> String { "10000000-0000-4000-8000-00000000000\(index)" }

    /// All photos and videos that have a position and are not in the trash.
    private func markers(after date: String?) -> TestHTTPReply {
        let found = assets.filter { !$0.isTrashed && $0.taken > date ?? "" }
        return Self.reply(
            found.compactMap { asset in
                asset.place.map { place -> [String: Any] in
                    [
                        "id": asset.id, "lat": place.latitude, "lon": place.longitude, "city": NSNull(),
                        "country": NSNull(), "state": NSNull(),
                    ]
                }
            })
    }

    private func search(_ body: [UInt8]) -> TestHTTPReply {
        let query = (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
        let (size, number) = (query["size"] as? Int ?? 250, query["page"] as? Int ?? 1)
        guard 1...1_000 ~= size, number >= 1, let ids = query["albumIds"] as? [String] else {
            return Self.error(400, "Bad Request", ["size must not be greater than 1000"])
        }
        let names = Self.albumNames.indices.filter { ids.contains(Self.album($0)) }.map { Self.albumNames[$0] }
        let found = assets.filter { asset in
            !asset.isTrashed && asset.type == query["type"] as? String ?? asset.type
                && asset.albums.contains(where: names.contains) && asset.taken > query["takenAfter"] as? String ?? ""
        }
        let shown = found.dropFirst((number - 1) * size).prefix(size)
        let next: Any = number * size < found.count ? "\(number + 1)" : NSNull()
        let page: [String: Any] = [
            "count": shown.count, "facets": [Any](), "items": shown.map(record), "nextPage": next, "total": shown.count,
        ]
        return Self.reply(["assets": page])
    }

    private func record(_ asset: ImmichStandIn.Asset) -> [String: Any] {
        [
            "id": asset.id, "type": asset.type, "originalFileName": asset.name, "localDateTime": asset.taken,
            "fileCreatedAt": asset.taken, "isTrashed": asset.isTrashed,
            "exifInfo": [
                "latitude": asset.place.map { $0.latitude as Any } ?? NSNull(),
                "longitude": asset.place.map { $0.longitude as Any } ?? NSNull(),
                "exifImageWidth": asset.size.map { $0.width as Any } ?? NSNull(),
                "exifImageHeight": asset.size.map { $0.height as Any } ?? NSNull(), "description": asset.description,
            ] as [String: Any],
        ]
    }

    func picture(_ request: TestHTTPRequest) -> TestHTTPReply {
        let parts = request.path.split(separator: "/").map(String.init)
        guard let index = assets.firstIndex(where: { $0.id == parts[2] }) else {
            return Self.error(400, "Bad Request", "Not found or no asset.view access")
        }
        guard parts[3] == "thumbnail" || canDownload else {
            return Self.error(403, "Forbidden", "Missing required permission: asset.download")
        }
        let (width, height) = assets[index].size ?? (3_000, 2_000)
        // A preview is at most 1440 pixels long.
        let scale = parts[3] == "original" ? 1 : min(1, 1_440 / Double(max(width, height)))
        guard parts[3] == "original" || request.query["size"] == "preview" else {
            return Self.error(400, "Bad Request", ["size must be one of: fullsize, preview, thumbnail"])
        }
        return TestHTTPReply(
            headers: [("Content-Type", "image/jpeg")],
            body: FlickrJPEG.picture(
                width: Int(Double(width) * scale), height: Int(Double(height) * scale), seed: index))
    }

    static func error(_ status: Int, _ error: String, _ message: Any) -> TestHTTPReply {
        reply(["message": message, "error": error, "statusCode": status] as [String: Any], status: status)
    }

    private static func reply(_ value: Any, status: Int = 200) -> TestHTTPReply {
        let data = (try? JSONSerialization.data(withJSONObject: value)) ?? Data()
        return TestHTTPReply(
            status: status, headers: [("Content-Type", "application/json; charset=utf-8")], body: Array(data))
    }
}

extension [ImmichStandIn.Asset] {
    /// Returns photos around a point, nearest first, one hour apart. Every third is in the album France.
    public static func around(latitude: Double, longitude: Double, count: Int) -> [ImmichStandIn.Asset] {
        (0..<count).map { number in
            var asset = ImmichStandIn.Asset(number)
            asset.place = (latitude + Double(number) * 0.0001, longitude)
            asset.taken = String(format: "2024-06-%02dT%02d:14:03.000Z", number / 24 % 28 + 1, number % 24)
            asset.description = number % 2 == 0 ? "Harbor" : ""
            asset.albums = number % 3 == 0 ? ["France"] : []
            return asset
        }
    }
}
