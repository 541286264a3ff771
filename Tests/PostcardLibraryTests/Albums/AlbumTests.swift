import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

@Suite struct AlbumTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let pin: Pin
    let album: Album

    init() async throws {
        lab = try JournalLab()
        pin = try lab.library.addPin(at: Coordinate(latitude: 48, longitude: 2), name: "Tower")
        album = try await lab.library.downloadAlbum(
            of: pin, from: PhotoSourceStandIn(["a", "b", "c"]), request: AlbumRequest(count: 3, seed: 1)
        ).album
    }

    @Test func `removed photos disappear from the album, its numbers and the index`() throws {
        let changed = try library.deletePhotos([album.photos[1]], of: pin.id)
        #expect(changed.photos == [album.photos[0], album.photos[2]])
        #expect(changed.state == .ready)
        #expect(changed.updated > album.updated)
        #expect(try library.photos(of: changed).map(\.id) == changed.photos)
        #expect(
            failure(LibraryError.self) { _ = try library.photo(named: album.photos[1].rawValue) }?.code == .notFound)
    }

    @Test func `all or none of the photos are removed`() throws {
        #expect(
            failure(LibraryError.self) { _ = try library.deletePhotos([album.photos[0], "photo-none"], of: pin.id) }?
                .code == .notFound)
        #expect(
            failure(LibraryError.self) { _ = try library.deletePhotos([album.photos[0]], of: "pin-none") }?.code
                == .notFound)
        #expect(try library.album(of: pin.id) == album)
    }

    @Test func `an album without photos is empty`() throws {
        let changed = try library.deletePhotos(album.photos, of: pin.id)
        #expect(changed.state == .empty)
        #expect(changed.removed.count == 3)
        #expect(try library.photos(of: changed).isEmpty)
    }

    @Test func `a photo deleted by id leaves the album, and returns with restore`() throws {
        let photo = try library.photo(named: album.photos[0].rawValue)
        try library.delete([photo.id])
        let without = try #require(try library.album(of: pin.id))
        expectEqual(without.photos, Array(album.photos[1...]))
        expectEqual(without.removed, [photo.remote])
        try expectEqual(library.restore([photo.id]), 1)
        let with = try #require(try library.album(of: pin.id))
        #expect(Set(with.photos) == Set(album.photos))
        #expect(with.removed.isEmpty)
        #expect(try library.photo(named: photo.id.rawValue) == photo)
    }

    @Test(arguments: [[0], [1], [2], [0, 1], [2, 0, 1]])
    func `restored photos return to their positions`(_ positions: [Int]) throws {
        let ids = positions.map { album.photos[$0] }
        for id in ids { try library.delete([id]) }
        for (index, id) in ids.enumerated() {
            try library.restore([id])
            let left = Set(ids[(index + 1)...])
            try expectEqual(library.album(of: pin.id)?.photos, album.photos.filter { !left.contains($0) })
        }
        try expectEqual(library.album(of: pin.id)?.order, nil)
    }

    @Test func `restoring the last deleted photo makes the album ready again`() throws {
        try library.delete(album.photos)
        #expect(try library.album(of: pin.id)?.state == .empty)
        try library.restore([album.photos[2]])
        #expect(try library.album(of: pin.id)?.state == .ready)
    }

    @Test func `a pin is deleted and restored with its album`() throws {
        try library.delete([pin.id])
        #expect(try library.album(of: pin.id) == nil)
        #expect(try library.index.all(.photo, as: Photo.self).isEmpty)
        try expectEqual(library.deletedRecords().map(\.record.key.id), [pin.id.rawValue])
        try expectEqual(library.restore([pin.id]), 5)
        try expectEqual(library.album(of: pin.id), album)
        try expectEqual(library.photos(of: album).count, 3)
    }

    @Test func `an id prefix finds a photo, unless it matches two`() throws {
        let photo = try library.photo(named: album.photos[0].rawValue)
        try expectEqual(library.photo(named: String(photo.id.rawValue.prefix(12))), photo)
        try expectEqual(library.photo(named: String(photo.id.rawValue.dropFirst(6).prefix(6))), photo)
        expectEqual(failure(LibraryError.self) { _ = try library.photo(named: "photo-") }?.code, .notFound)
        expectEqual(
            failure(LibraryError.self) {
                _ = try library.photo(named: String(photo.id.rawValue.prefix(12)), isExact: true)
            }?
            .code, .notFound)
    }

    @Test(arguments: [
        ("", "", "Photo, CC0 1.0"), ("Tower", "", "\"Tower\", CC0 1.0"), ("", "Ann", "Photo by Ann, CC0 1.0"),
        ("Tower", "Ann", "\"Tower\" by Ann, CC0 1.0"),
    ])
    func `a credit contains the known facts about a photo`(title: String, owner: String, credit: String) async throws {
        let other = try library.addPin(at: pin.coordinate)
        let source = PhotoSourceStandIn([[PhotoSourceStandIn.photo("a", title: title, owner: owner)]])
        let album = try await library.downloadAlbum(of: other, from: source).album
        #expect(try library.photos(of: album).first?.credit == "\(credit), https://photos.example/a")
    }
}

@Suite struct DuplicateTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    /// Downloads an album with one photo for each letter. Photos of equal letters look alike.
    private func album(_ letters: String...) async throws -> (pin: Pin, photos: [Photo]) {
        let pin = try library.addPin(at: Coordinate(latitude: 48, longitude: 2))
        var responses: [String: PhotoSourceStandIn.Response] = [:]
        let ids = letters.enumerated().map { "\($0)\($1)" }
        for (id, letter) in zip(ids, letters) { responses[id] = .picture(try PhotoSourceStandIn.picture(letter)) }
        let album = try await library.downloadAlbum(
            of: pin, from: PhotoSourceStandIn(ids, responses: responses),
            request: AlbumRequest(count: ids.count, seed: 1)
        ).album
        return (pin, try library.photos(of: album))
    }

    /// Returns the letters of the photos in each group.
    private func groups(of pin: Pin? = nil) throws -> [String] {
        try library.duplicates(of: pin?.id).map { group in group.map { $0.remote.id.suffix(1) }.joined() }.sorted()
    }

    @Test func `photos that look the same form a group, within one album or across several`() async throws {
        _ = try await album("a", "b", "a")
        _ = try await album("c", "b")
        #expect(try groups() == ["aa", "bb"])
    }

    @Test func `each group contains a photo of the requested pin`() async throws {
        let (first, _) = try await album("a", "a", "b")
        let (second, _) = try await album("b", "c")
        #expect(try groups(of: first) == ["aa", "bb"])
        #expect(try groups(of: second) == ["bb"])
    }

    @Test func `the photo added first is the first of its group`() async throws {
        let (_, photos) = try await album("a")
        let (_, later) = try await album("a")
        #expect(try library.duplicates().map { $0.map(\.id) } == [[photos[0].id, later[0].id]])
    }

    @Test func `deleted photos are not duplicates`() async throws {
        let (_, photos) = try await album("a", "a")
        try library.delete([photos[0].id])
        #expect(try groups().isEmpty)
    }

    @Test func `different photos are not duplicates`() async throws {
        _ = try await album("a", "b", "c", "d")
        #expect(try groups().isEmpty)
    }
}
