import PostcardCore
import PostcardSources

/// Chooses the photos of a collection at random from what a source really serves.
struct CollectionChoice {
    let source: any PhotoSource
    let pin: Pin
    let request: AlbumRequest
    /// Photos never to take.
    let removed: Set<RemoteKey>
    /// Photos to take only when there are not enough others.
    let current: Set<RemoteKey>

    /// Photos beyond those asked for, to take the place of ones that have gone.
    private var spares: Int { request.count / 2 + 4 }
    /// More pages than that are not asked for one collection; most take one or two.
    private static let maximumPages = 10

    /// The photos to try, in order; empty when the source has none of this place.
    func candidates(random: inout SeededRandom) async throws -> [RemotePhoto] {
        let query = PhotoQuery(
            center: pin.coordinate, radius: request.radius, text: request.text, licenses: request.licenses,
            since: request.since, safeSearch: request.safeSearch)
        let first = try await source.photos(matching: query, page: 1)
        var pages = Array((1...max(1, first.pageCount)).shuffled(using: &random).prefix(Self.maximumPages))
        var fresh: [RemotePhoto] = []
        var known: [RemotePhoto] = []
        var seen: Set<RemoteKey> = []
        while fresh.count < request.count + spares, let page = pages.popLast() {
            let photos = page == 1 ? first.photos : try await source.photos(matching: query, page: page).photos
            for photo in photos.shuffled(using: &random) where seen.insert(RemoteKey(photo)).inserted {
                if current.contains(RemoteKey(photo)) {
                    known.append(photo)
                } else if !removed.contains(RemoteKey(photo)) {
                    fresh.append(photo)
                }
            }
        }
        return Array((fresh + known).prefix(request.count + spares))
    }
}
