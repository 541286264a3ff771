import PostcardCore
import PostcardImaging
import PostcardPhotos
import SystemPackage

/// The albums of a gallery: the folders that contain pictures or videos, each after its parent folder.
struct GalleryTree: Sendable {
    /// The albums. The first is the root.
    var albums: [GalleryAlbum]
    /// The files and folders that could not be read.
    var failures: [(path: FilePath, error: any Error)] = []
    /// The numbers of symbolic links, and of RAW, HEIC and TIFF files next to a JPEG. These links and files are not shown.
    private(set) var links = 0
    private(set) var companions = 0
    /// The number of videos that were skipped.
    private(set) var videosLeftOut = 0

    private var numbers: [FilePath: Int] = [:]

    /// Searches a folder.
    ///
    /// - Parameter site: the folder of the gallery, which is not searched.
    /// - Throws: `CancellationError`.
    init(below root: FilePath, skipping site: FilePath) throws {
        albums = [GalleryAlbum(folder: root, parent: nil)]
        numbers[root] = 0
        try PictureTree.walk(below: root, skipping: site, includesVideos: true) { finding throws(CancellationError) in
            if Task.isCancelled { throw CancellationError() }
            switch finding {
            case .picture(let path):
                let album = album(of: path.removingLastComponent())
                albums[album].items.append(GalleryAlbum.Item(file: path, isVideo: VideoContainer.isVideo(path)))
            case .link: links += 1
            case .result: break
            case .failure(let path, let error): failures.append((path, error))
            }
        }
        for index in albums.indices {
            leaveOutCompanions(in: index)
            setNames(in: index)
            do {
                albums[index].settings = try GallerySettings(in: albums[index].folder) ?? GallerySettings()
            } catch {
                failures.append((albums[index].folder.appending(GallerySettings.fileName), error))
            }
        }
    }

    /// Removes the videos.
    mutating func leaveOutVideos() {
        for index in albums.indices {
            videosLeftOut += albums[index].items.count { $0.isVideo }
            albums[index].items.removeAll { $0.isVideo }
        }
    }

    /// Returns the index of a folder's album. If the album is missing, adds it and its missing parents.
    private mutating func album(of folder: FilePath) -> Int {
        if let number = numbers[folder] { return number }
        let parent = album(of: folder.removingLastComponent())
        let number = albums.count
        numbers[folder] = number
        albums.append(GalleryAlbum(folder: folder, parent: parent))
        albums[parent].albums.append(number)
        return number
    }

    private mutating func leaveOutCompanions(in index: Int) {
        let items = albums[index].items
        let jpegs = [FilePath: FilePath](
            items.filter { $0.file.extension.flatMap(ImageFormat.init(fileExtension:)) == .jpeg }
                .map { ($0.file.withoutExtension, $0.file) }
        ) { first, _ in first }
        albums[index].items = items.filter { item in
            !(jpegs[item.file.withoutExtension].map { PictureSource.file(item.file).isCompanion(of: .file($0)) }
                ?? false)
        }
        companions += items.count - albums[index].items.count
        // The video of a Live Photo is not a separate item.
        let videos = Set<FilePath>(LivePhotos.videos(of: items.map(\.file)).values)
        albums[index].items.removeAll { videos.contains($0.file) }
    }

    private mutating func setNames(in index: Int) {
        let album = albums[index]
        let files = SiteNames.names(
            for: album.items.compactMap(\.file.lastComponent), keepsExtension: false, fallback: "picture")
        for (item, name) in zip(album.items.indices, files) { albums[index].items[item].name = name }
        let folders = SiteNames.names(
            for: album.albums.compactMap { albums[$0].folder.lastComponent }, keepsExtension: true, fallback: "album")
        for (child, name) in zip(album.albums, folders) { albums[child].path = album.path.appending(name) }
    }
}

// MARK: Order and summaries

extension GalleryTree {
    /// Removes unreadable items, sorts the other items, and computes the summaries of the albums.
    ///
    /// - Parameter positions: the positions to reveal.
    mutating func finish(revealing positions: SharedPositions) {
        for index in albums.indices {
            albums[index].items.removeAll { $0.facts == nil }
            albums[index].items = sorted(albums[index].items, by: albums[index].settings.order)
        }
        // Each album is after its parent, so in reverse order, the albums in an album are finished before the album.
        var coordinates = [[Coordinate]](repeating: [], count: albums.count)
        for index in albums.indices.reversed() {
            summarize(index, &coordinates[index])
            if let parent = albums[index].parent { coordinates[parent] += coordinates[index] }
            let place = positions == .none ? nil : Self.middle(of: coordinates[index])
            albums[index].coordinate = positions == .all ? place : place?.rounded
            coordinates[index] = []
        }
    }

    private mutating func summarize(_ index: Int, _ coordinates: inout [Coordinate]) {
        var album = albums[index]
        album.albums.removeAll { !albums[$0].isShown }
        album.albums = sorted(albums: album.albums, by: album.settings.order)
        coordinates += album.items.compactMap { $0.facts?.coordinate }
        var days = album.items.compactMap { $0.facts?.date?.day }
        (album.pictures, album.videos) = (album.items.count { !$0.isVideo }, album.items.count { $0.isVideo })
        for child in album.albums.map({ albums[$0] }) {
            album.pictures += child.pictures
            album.videos += child.videos
            if let range = child.days { days += [range.lowerBound, range.upperBound] }
        }
        if let first = days.min(), let last = days.max() { album.days = first...last }
        let named = album.settings.cover.flatMap { name in
            album.items.firstIndex { $0.file.lastComponent?.string.hasBytes(of: name) == true }
        }
        if let item = named ?? (album.items.isEmpty ? nil : 0) {
            album.cover = (index, item)
        } else {
            album.cover = album.albums.compactMap { albums[$0].cover }.first
        }
        albums[index] = album
    }

    private func sorted(_ items: [GalleryAlbum.Item], by order: GallerySettings.Order) -> [GalleryAlbum.Item] {
        // Items are in natural name order. Items without a date are last.
        let dated = items.ordered { $0.facts?.date?.description ?? "~" }
        return switch order {
        case .name: items
        case .date: dated
        case .newest: Array(items.reversed()).ordered { $0.facts?.date?.description ?? "" }.reversed()
        case .names(let names): dated.ordered { Self.position($0.file, in: names) }
        }
    }

    private func sorted(albums indices: [Int], by order: GallerySettings.Order) -> [Int] {
        guard case .names(let names) = order else { return indices }
        return indices.ordered { Self.position(albums[$0].folder, in: names) }
    }

    private static func position(_ path: FilePath, in names: [String]) -> Int {
        names.firstIndex { path.lastComponent?.string.hasBytes(of: $0) == true } ?? names.count
    }

    /// Returns the point that is nearest to the median of the points; `nil` if the list is empty.
    static func middle(of points: [Coordinate]) -> Coordinate? {
        guard let first = points.first else { return nil }
        // Points on both sides of the date line are close together.
        func longitude(_ point: Coordinate) -> Double { point.longitude(near: first.longitude) }
        let latitudes = points.map(\.latitude).sorted()
        let longitudes = points.map(longitude).sorted()
        let center = (latitudes[points.count / 2], longitudes[points.count / 2])
        func distance(_ point: Coordinate) -> Double {
            let (north, east) = (point.latitude - center.0, longitude(point) - center.1)
            return north * north + east * east
        }
        return points.min { distance($0) < distance($1) }
    }
}
