import Foundation
import PostcardImaging
import PostcardPhotos
import PostcardTestSupport
import Synchronization
import Testing

@testable import PostcardLibrary

@Suite struct AlbumDownloadTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let pin: Pin

    init() throws {
        lab = try JournalLab()
        pin = try lab.library.addPin(at: Coordinate(latitude: 48, longitude: 2), name: "Tower")
    }

    private static func request(_ count: Int) -> AlbumRequest { AlbumRequest(count: count, seed: 1) }

    private func remoteIDs(of album: Album) throws -> [String] { try library.photos(of: album).map(\.remote.id) }

    @Test func `an album has the requested number of photos, with complete credits`() async throws {
        let place = try Coordinate(latitude: 48.001, longitude: 2.001)
        let photo = PhotoSourceStandIn.photo(
            "a", title: "A tower", owner: "Ann", license: .publicDomainMark, dateTaken: "2024-06-09", coordinate: place)
        let source = PhotoSourceStandIn([[photo]])
        let album = try await library.downloadAlbum(of: pin, from: source, request: Self.request(5)).album
        expectEqual(album.state, .ready)
        expectEqual(album.source, "stand-in")
        expectEqual(album.notice, "Photos of the stand-in.")
        #expect(album.problem == nil)
        #expect(album.pending == nil)
        let stored = try #require(try library.photos(of: album).first)
        expectEqual(stored.title, "A tower")
        expectEqual(stored.owner, "Ann")
        expectEqual(stored.license, .publicDomainMark)
        expectEqual(stored.dateTaken, "2024-06-09")
        expectEqual(stored.coordinate, place)
        expectEqual(stored.credit, "\"A tower\" by Ann, Public Domain Mark 1.0, https://photos.example/a")
        try expectEqual(library.blobs.read(stored.blob, limit: 1 << 20), PhotoSourceStandIn.picture("a"))
        #expect(stored.fingerprint.isNear(PictureFingerprint(of: try Image(decoding: PhotoSourceStandIn.picture("a")))))
        // The mean red, green and blue of all pixels.
        let color = stored.color
        let mean = try Image(decoding: PhotoSourceStandIn.picture("a"))
            .resized(Resize(into: .square(1), fit: .exact))[0, 0]
        #expect(abs(Int(color.red) - Int(mean.red)) + abs(Int(color.green) - Int(mean.green)) <= 6)
        #expect(abs(Int(color.blue) - Int(mean.blue)) <= 3)
        #expect(try PictureColumns(of: library, .init()).colors == [color.css])
        for size in RenditionSize.allCases {
            #expect(try Library.exists(library.derivedPath(size, of: stored.blob)), "\(size)")
        }
        #expect(try library.check(readsBlobs: true).findings == [])
    }

    @Test func `an existing album is not requested again`() async throws {
        let source = PhotoSourceStandIn(["a", "b"])
        let (album, existed) = try await library.downloadAlbum(of: pin, from: source, request: Self.request(2))
        #expect(!existed)
        // The source is not even created.
        let again = try await library.downloadAlbum(of: pin, from: { throw SourceError(.keyRefused, "No key.") }())
        expectEqual(again.album, album)
        #expect(again.existed)
    }

    @Test(arguments: [1, 2, 4]) func `the source determines how many photos are fetched concurrently`(limit: Int)
        async throws
    {
        let names = (0..<12).map { "\($0)" }
        let source = PhotoSourceStandIn(names, maximumTransfers: limit)
        let album = try await library.downloadAlbum(of: pin, from: source, request: Self.request(8)).album
        #expect(album.photos.count == 8)
        #expect(source.concurrentDownloads <= limit)
        // Photos are in the order in which they were chosen, regardless of which download started or ended first.
        let elsewhere = try library.addPin(at: Coordinate(latitude: -48, longitude: 2), name: "Elsewhere")
        let single = PhotoSourceStandIn(names, maximumTransfers: 1)
        _ = try await library.downloadAlbum(of: elsewhere, from: single, request: Self.request(8))
        #expect(try remoteIDs(of: album) == Array(single.downloads.prefix(8)))
    }

    @Test(arguments: [SourceError.Code.gone, .notAPicture, .tooLarge, .refused, .unreadableFile])
    func `an unavailable photo is replaced by another`(code: SourceError.Code) async throws {
        let source = PhotoSourceStandIn(["a", "b", "c", "d"], responses: ["a": .error(code), "c": .error(code)])
        let skipped = Mutex<[String]>([])
        let album = try await library.downloadAlbum(of: pin, from: source, request: Self.request(2)) { event in
            if case .skipped(let photo, _) = event { skipped.withLock { $0.append(photo.id) } }
        }.album
        #expect(try Set(remoteIDs(of: album)) == ["b", "d"])
        #expect(skipped.withLock { $0 }.allSatisfy { ["a", "c"].contains($0) })
    }

    @Test func `a damaged picture is skipped, and leaves no photo`() async throws {
        let half = try Array(PhotoSourceStandIn.picture("a").prefix(400))
        let source = PhotoSourceStandIn(["a", "b"], responses: ["a": .picture(half)])
        let album = try await library.downloadAlbum(of: pin, from: source, request: Self.request(2)).album
        #expect(try remoteIDs(of: album) == ["b"])
        #expect(try library.index.all(.photo, as: Photo.self).count == 1)
    }

    @Test func `a place without photos is reported, and can be requested again`() async throws {
        let album = try await library.downloadAlbum(of: pin, from: PhotoSourceStandIn([String]())).album
        #expect(album.state == .noneFound)
        #expect(album.photos.isEmpty)
        #expect(album.notice == "Photos of the stand-in.")
        let later = try await library.downloadAlbum(of: pin, from: PhotoSourceStandIn(["a"])).album
        #expect(later.state == .ready)
    }

    @Test func `an album without any available photo has failed, with the reason`() async throws {
        let source = PhotoSourceStandIn(["a", "b"], responses: ["a": .error(.gone), "b": .error(.gone)])
        let error = await #expect(throws: SourceError.self) {
            try await library.downloadAlbum(of: pin, from: source, request: Self.request(2)).album
        }
        #expect(error?.code == .gone)
        let album = try #require(try library.album(of: pin.id))
        #expect(album.state == .failed)
        #expect(album.problem == error?.message)
    }

    @Test(arguments: [SourceError.Code.unreachable, .rateLimited, .keyRefused, .unavailable, .badReply])
    func `a source error ends the download, which continues where it stopped`(code: SourceError.Code) async throws {
        let source = PhotoSourceStandIn(["a", "b", "c", "d", "e"])
        let request = Self.request(5)
        // The order in which photos are chosen, taken from another pin with the same seed.
        let other = try library.addPin(at: pin.coordinate)
        let order = try remoteIDs(of: try await library.downloadAlbum(of: other, from: source, request: request).album)
        source.respond(order[2], with: .error(code))
        let error = await #expect(throws: SourceError.self) {
            try await library.downloadAlbum(of: pin, from: source, request: request).album
        }
        #expect(error?.code == code)
        #expect(try library.album(of: pin.id)?.state == .failed)
        #expect(try library.photos(of: try #require(try library.album(of: pin.id))).isEmpty)
        source.respond(order[2], with: nil)
        let before = source.downloads.count
        let album = try await library.downloadAlbum(of: pin, from: source, request: request).album
        #expect(album.state == .ready)
        #expect(album.problem == nil)
        #expect(try remoteIDs(of: album) == order)
        #expect(Array(source.downloads.dropFirst(before)) == Array(order[2...]))
    }

    @Test func `a canceled download continues with the missing photos`() async throws {
        let source = PhotoSourceStandIn(["a", "b", "c", "d"])
        let stored = Mutex(0)
        let download = Task { [library, pin] in
            try await library.downloadAlbum(of: pin, from: source, request: Self.request(4)) { event in
                guard case .stored = event else { return }
                let count = stored.withLock { count in
                    count += 1
                    return count
                }
                if count == 2 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { _ = try await download.value }
        let album = try #require(try library.album(of: pin.id))
        expectEqual(album.state, .downloading)
        try expectEqual(library.state(of: album), "interrupted")
        try expectEqual(library.isDownloading(pin.id), false)
        let before = source.downloads
        let resumed = try await library.downloadAlbum(of: pin, from: source, request: Self.request(99)).album
        #expect(resumed.photos.count == 4)
        #expect(Set(source.downloads.dropFirst(before.count)).isDisjoint(with: before.prefix(2)))
        #expect(try library.index.all(.photo, as: Photo.self).count == 4)
    }

    @Test func `while an album is being downloaded, no other process starts to download it`() async throws {
        let source = PhotoSourceStandIn(["a"], responses: ["a": .silence])
        let (begun, report) = AsyncStream<Void>.makeStream()
        let download = Task { [library, pin] in
            try await library.downloadAlbum(of: pin, from: source, request: Self.request(1)) { event in
                if case .received = event { report.yield() }
            }
        }
        for await _ in begun { break }
        let other = try JournalLab.open(lab.folder.path("Library"))
        #expect(try other.isDownloading(pin.id))
        #expect(try other.state(of: other.album(of: pin.id)) == "downloading")
        for isNew in [false, true] {
            let error = await #expect(throws: LibraryError.self) {
                _ =
                    try await isNew
                    ? other.downloadOtherPhotos(of: pin, from: source)
                    : other.downloadAlbum(of: pin, from: source).album
            }
            #expect(error?.code == .downloading)
        }
        download.cancel()
        await #expect(throws: CancellationError.self) { _ = try await download.value }
        #expect(try other.isDownloading(pin.id) == false)
    }

    @Test func `a pin deleted during the download gets no album`() async throws {
        let source = PhotoSourceStandIn(["a", "b"])
        let (library, pin) = (library, pin)
        let error = await #expect(throws: LibraryError.self) {
            try await library.downloadAlbum(of: pin, from: source, request: Self.request(2)) { event in
                if case .stored = event { try? library.delete([pin.id]) }
            }
        }
        #expect(error?.code == .notFound)
        #expect(try library.pins().isEmpty)
        #expect(try library.album(of: pin.id) == nil)
    }

    @Test func `progress is reported in order, with duplicates`() async throws {
        let same = try PhotoSourceStandIn.picture("a")
        let smaller = try Image(decoding: same).resized(Resize(into: .square(80))).encoded(as: .jpeg())
        let source = PhotoSourceStandIn(["a", "b"], responses: ["a": .picture(same), "b": .picture(smaller)])
        let events = Mutex<[String]>([])
        _ = try await library.downloadAlbum(of: pin, from: source, request: Self.request(2)) { event in
            let text =
                switch event {
                case .chosen(let count, let stored): "chosen \(count) \(stored.count)"
                case .received(_, _, let length): length == nil ? "received" : ""
                case .stored(_, let twin): "stored\(twin == nil ? "" : " again")"
                case .skipped: "skipped"
                }
            if !text.isEmpty { events.withLock { $0.append(text) } }
        }
        #expect(events.withLock { $0 } == ["chosen 2 0", "stored", "stored again"])
    }

    @Test func `received bytes are reported up to the length that the source states`() async throws {
        let source = PhotoSourceStandIn(["a"])
        let counts = Mutex<[Int]>([])
        let expected = try PhotoSourceStandIn.picture("a").count
        _ = try await library.downloadAlbum(of: pin, from: source, request: Self.request(1)) { event in
            guard case .received(_, let bytes, let length) = event else { return }
            #expect(length == expected)
            counts.withLock { $0.append(bytes) }
        }
        #expect(counts.withLock { $0 } == [expected / 2, expected])
    }
}
