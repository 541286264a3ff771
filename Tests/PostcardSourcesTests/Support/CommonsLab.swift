import Foundation
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Testing

/// A Commons source with a stand-in for the service, and a clock that never really waits.
struct CommonsLab {
    let standIn: CommonsStandIn
    let source: CommonsSource
    let clock: InstantClock

    /// Runs a test in a lab, and removes the lab afterward.
    static func run(
        files: [CommonsStandInFile] = .around(count: 12), thumbnailsPerReply: Int = 50,
        contact: String = "https://example.org/",
        test: (CommonsLab) async throws -> Void
    ) async throws {
        let standIn = try await CommonsStandIn(files, thumbnailsPerReply: thumbnailsPerReply)
        let clock = InstantClock()
        let source = CommonsSource(
            endpoint: try #require(URL(string: standIn.endpoint)),
            client: HTTPClient(userAgent: UserAgent(version: "1.0", contact: contact)),
            clock: RequestClock(clock, random: { 0.5 }))
        do {
            try await test(CommonsLab(standIn: standIn, source: source, clock: clock))
        } catch {
            await standIn.stop()
            throw error
        }
        await standIn.stop()
    }

    /// A search around the center of the neighborhood.
    func search(
        radius: Double = 2_000, page: Int = 1, adjust: (inout PhotoQuery) -> Void = { _ in }
    ) async throws -> PhotoPage {
        var query = try PhotoQuery.aroundTower(radius: radius)
        adjust(&query)
        return try await source.photos(matching: query, page: page)
    }
}

extension [CommonsStandInFile] {
    static func around(count: Int) -> [CommonsStandInFile] {
        CommonsStandInFile.neighborhood(latitude: 48.8584, longitude: 2.2945, count: count, radius: 1_000)
    }
}
