import Foundation
import PostcardCore
import PostcardImaging
import PostcardPhotos
import Synchronization

/// A source with pages and pictures made by a test. It records its requests.
final class PhotoSourceStandIn: PhotoSource {
    /// The response to the download of a photo.
    enum Response: Sendable {
        case picture([UInt8])
        case error(SourceError.Code)
        /// Half of the picture, then nothing until the task is canceled.
        case silence
    }

    let name = "stand-in"
    let notice: String? = "Photos of the stand-in."
    let maximumTransfers: Int
    private let pages: [[RemotePhoto]]
    private let state: Mutex<State>

    private struct State {
        var responses: [String: Response]
        var searches: [(query: PhotoQuery, page: Int)] = []
        var downloads: [String] = []
        var transfers = 0
        var maximumTransfers = 0
    }

    init(_ pages: [[RemotePhoto]], maximumTransfers: Int = 1, responses: [String: Response] = [:]) {
        self.pages = pages
        self.maximumTransfers = maximumTransfers
        state = Mutex(State(responses: responses))
    }

    /// One page of photos with these ids.
    convenience init(_ ids: [String], maximumTransfers: Int = 1, responses: [String: Response] = [:]) {
        self.init([ids.map { Self.photo($0) }], maximumTransfers: maximumTransfers, responses: responses)
    }

    /// The pages and queries that were searched.
    var searches: [(query: PhotoQuery, page: Int)] { state.withLock(\.searches) }
    /// The ids of the photos whose downloads started, in order.
    var downloads: [String] { state.withLock(\.downloads) }
    /// The highest number of concurrent downloads.
    var concurrentDownloads: Int { state.withLock(\.maximumTransfers) }

    /// Changes the response from now on.
    func respond(_ id: String, with response: Response?) { state.withLock { $0.responses[id] = response } }

    static func photo(
        _ id: String, title: String = "", owner: String = "", license: License = .cc0, dateTaken: String? = nil,
        coordinate: Coordinate? = nil
    ) -> RemotePhoto {
        RemotePhoto(
            source: "stand-in", id: id, title: title, ownerName: owner, ownerURL: nil,
            pageURL: URL(string: "https://photos.example/\(id)"), license: license, dateTaken: dateTaken,
            coordinate: coordinate,
            renditions: [Rendition(url: URL(filePath: "/\(id).jpg"), width: 90, height: 80, kind: .original)])
    }

    /// Returns the picture of a photo. Every photo looks different.
    static func picture(_ id: String) throws -> [UInt8] {
        var random = SeededRandom(seed: id.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        var image = try Image(size: PixelSize(width: 90, height: 80), fill: .black)
        for cell in 0..<72 {
            let gray = UInt8.random(in: 0...255, using: &random)
            for y in 0..<10 {
                for x in 0..<10 {
                    try image.setColor(
                        Color(red: gray, green: gray, blue: gray), x: cell % 9 * 10 + x, y: cell / 9 * 10 + y)
                }
            }
        }
        return try image.encoded(as: .jpeg(quality: 90))
    }

    func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        state.withLock { $0.searches.append((query, page)) }
        return PhotoPage(
            photos: pages.indices.contains(page - 1) ? pages[page - 1] : [], number: page, pageCount: pages.count,
            total: pages.joined().count, radius: query.radius)
    }

    func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: (Rendition) async throws -> PartialPicture?, to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        let response = state.withLock { state in
            state.downloads.append(photo.id)
            state.transfers += 1
            state.maximumTransfers = max(state.maximumTransfers, state.transfers)
            return state.responses[photo.id]
        }
        defer { state.withLock { $0.transfers -= 1 } }
        if case .error(let code) = response { throw SourceError(code, "\(photo.id) is \(code).") }
        let bytes = if case .picture(let bytes) = response { bytes } else { try Self.picture(photo.id) }
        let rendition = photo.renditions[0]
        try await sink(.began(PictureStart(rendition: rendition, length: bytes.count)))
        try await sink(.received(Array(bytes[..<(bytes.count / 2)])))
        if case .silence = response {
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            for await _ in stream {}
            continuation.finish()
            try Task.checkCancellation()
        }
        await Task.yield()
        try await sink(.received(Array(bytes[(bytes.count / 2)...])))
        return PictureDownload(rendition: rendition, byteCount: bytes.count, url: rendition.url)
    }
}
