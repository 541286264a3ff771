import PostcardCore
import PostcardPhotos

extension AlbumDownload {
    /// The maximum number of search pages for one collection. Most collections need one or two pages.
    private static let maximumPages = 10

    /// Returns randomly chosen photos from the source, in the order to try them; an empty list if the source has no photos of the place.
    ///
    /// The list is longer than requested, because the extra photos replace photos that cannot be downloaded.
    ///
    /// - Parameters:
    ///   - removed: the photos to exclude.
    ///   - current: the photos of the current album, chosen only if there are not enough other photos.
    func candidates(
        removed: Set<RemoteKey>, current: Set<RemoteKey>, random: inout SeededRandom
    ) async throws -> [RemotePhoto] {
        let query = PhotoQuery(
            center: pin.coordinate, radius: request.radius, text: request.text, licenses: request.licenses,
            since: request.since, safeSearch: request.safeSearch)
        let count = request.count + request.count / 2 + 4
        let first = try await source.photos(matching: query, page: 1)
        var pages = Array((1...max(1, first.pageCount)).shuffled(using: &random).prefix(Self.maximumPages))
        var fresh: [RemotePhoto] = []
        var known: [RemotePhoto] = []
        var seen: Set<RemoteKey> = []
        while fresh.count < count, let page = pages.popLast() {
            let photos = page == 1 ? first.photos : try await source.photos(matching: query, page: page).photos
            for photo in photos.shuffled(using: &random) where seen.insert(RemoteKey(photo)).inserted {
                if current.contains(RemoteKey(photo)) {
                    known.append(photo)
                } else if !removed.contains(RemoteKey(photo)) {
                    fresh.append(photo)
                }
            }
        }
        return Array((fresh + known).prefix(count))
    }
}
