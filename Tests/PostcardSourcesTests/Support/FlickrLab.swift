import Foundation
import Logging
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Synchronization
import Testing

/// A Flickr source with a stand-in for the service, and a clock that never really waits.
struct FlickrLab {
    static let key = "0123456789abcdef0123456789abcdef"

    let standIn: FlickrStandIn
    let source: FlickrSource
    let clock: InstantClock
    let log: LogRecorder

    /// Runs a test in a lab, and removes the lab afterward.
    static func run(
        photos: [FlickrStandInPhoto] = FlickrStandInPhoto.around(count: 40), key: String = Self.key,
        random: Double = 0.5, idleTimeout: Duration = .seconds(120), retryPolicy: RetryPolicy = RetryPolicy(),
        adjust: (inout FlickrStandIn.Settings) -> Void = { _ in },
        test: (FlickrLab) async throws -> Void
    ) async throws {
        var settings = FlickrStandIn.Settings(photos: photos)
        adjust(&settings)
        let standIn = try await FlickrStandIn(settings)
        let clock = InstantClock()
        let log = LogRecorder()
        let source = FlickrSource(
            apiKey: APIKey(key), endpoint: try #require(URL(string: standIn.endpoint)),
            pictureHost: try #require(URL(string: standIn.pictureHost)),
            client: HTTPClient(
                userAgent: UserAgent(version: "1.0", contact: "https://example.org/"), idleTimeout: idleTimeout),
            clock: RequestClock(clock, random: { random }), retryPolicy: retryPolicy, logger: log.logger)
        do {
            try await test(FlickrLab(standIn: standIn, source: source, clock: clock, log: log))
        } catch {
            await standIn.stop()
            throw error
        }
        await standIn.stop()
    }

    /// The first photo of a search.
    func firstPhoto() async throws -> RemotePhoto {
        try #require(try await source.photos(matching: .aroundTower(), page: 1).photos.first)
    }
}

extension FlickrStandInPhoto {
    static func around(count: Int) -> [FlickrStandInPhoto] {
        neighborhood(
            latitude: 48.8584, longitude: 2.2945, count: count, radius: 1_000, now: FlickrStandIn.defaultNow)
    }
}

extension PhotoQuery {
    /// A search around the Eiffel Tower, where the photos of the stand-in are.
    static func aroundTower(radius: Double = 2_000) throws -> PhotoQuery {
        PhotoQuery(center: try Coordinate(latitude: 48.8584, longitude: 2.2945), radius: radius)
    }
}
