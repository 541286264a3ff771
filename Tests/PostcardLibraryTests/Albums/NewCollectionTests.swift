import Foundation
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct NewCollectionTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let pin: Pin
    let first: Album
    let request = AlbumRequest(count: 2, seed: 1)

    init() async throws {
        lab = try JournalLab()
        pin = try lab.library.addPin(at: Coordinate(latitude: 48, longitude: 2), name: "Tower")
        first = try await lab.library.downloadAlbum(of: pin, from: PhotoSourceStandIn(["a", "b"]), request: request)
            .album
    }

    private func remoteIDs(of album: Album) throws -> [String] {
        try library.photos(of: album).map(\.remote.id).sorted()
    }

    @Test func `a new collection replaces the existing photos`() async throws {
        let album = try await library.downloadOtherPhotos(
            of: pin, from: PhotoSourceStandIn(["a", "b", "c", "d"]), request: request)
        #expect(try remoteIDs(of: album) == ["c", "d"])
        #expect(Set(album.photos).isDisjoint(with: first.photos))
        #expect(
            try library.index.all(.photo, as: Photo.self).map(\.id.rawValue).sorted()
                == album.photos.map(\.rawValue).sorted())
    }

    @Test func `gaps are filled with photos of the album, which are not fetched again`() async throws {
        let source = PhotoSourceStandIn(["a", "b", "c"])
        let album = try await library.downloadOtherPhotos(of: pin, from: source, request: request)
        #expect(try remoteIDs(of: album).contains("c"))
        #expect(album.photos.count == 2)
        #expect(source.downloads == ["c"])
    }

    @Test func `a kept photo with an altered file is fetched again`() async throws {
        let photos = try library.photos(of: first)
        for photo in photos {
            let path = library.blobs.path(of: photo.blob).string
            var bytes = Array(try Data(contentsOf: URL(filePath: path)))
            for index in 2..<bytes.count { bytes[index] = 0 }
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            try Data(bytes).write(to: URL(filePath: path))
            for size in RenditionSize.allCases {
                try FileManager.default.removeItem(atPath: library.derivedPath(size, of: photo.blob).string)
            }
        }
        let source = PhotoSourceStandIn(["a", "b", "c"])
        let album = try await library.downloadOtherPhotos(of: pin, from: source, request: request)
        #expect(album.photos.count == 2)
        #expect(source.downloads.count == 2)
        let kept = try library.photos(of: album)
        for photo in kept {
            #expect(try library.blobs.read(photo.blob, limit: 1 << 20) == PhotoSourceStandIn.picture(photo.remote.id))
        }
    }

    @Test func `an album stays unchanged if the source has no other photos`() async throws {
        let error = await #expect(throws: LibraryError.self) {
            try await library.downloadOtherPhotos(of: pin, from: PhotoSourceStandIn(["a", "b"]), request: request)
        }
        #expect(error?.code == .noOtherPhotos)
        let album = try #require(try library.album(of: pin.id))
        #expect(album.state == .ready)
        expectEqual(album.problem, nil)
        #expect(album.photos == first.photos)
    }

    @Test func `if the source fails, the existing photos are kept and the reason is reported`() async throws {
        let source = PhotoSourceStandIn(["c", "d"], responses: ["c": .error(.unreachable), "d": .error(.unreachable)])
        await #expect(throws: SourceError.self) {
            try await library.downloadOtherPhotos(of: pin, from: source, request: request)
        }
        let album = try #require(try library.album(of: pin.id))
        #expect(try library.photos(of: album).map(\.id) == first.photos)
        #expect(album.problem?.contains("unreachable") == true)
    }

    @Test func `a removed photo never comes back`() async throws {
        let removed = try #require(try library.photos(of: first).first { $0.remote.id == "a" })
        _ = try library.deletePhotos([removed.id], of: pin.id)
        let album = try await library.downloadOtherPhotos(
            of: pin, from: PhotoSourceStandIn(["a", "b", "c"]), request: AlbumRequest(count: 3, seed: 1))
        #expect(try remoteIDs(of: album) == ["b", "c"])
    }

    @Test func `the old photos can be removed while the new ones are fetched`() async throws {
        let (library, pin) = (library, pin)
        let album = try await library.downloadOtherPhotos(
            of: pin, from: PhotoSourceStandIn(["c", "d"]), request: request
        ) { event in
            guard case .stored = event, let album = try? library.album(of: pin.id) else { return }
            _ = try? library.deletePhotos(album.photos, of: pin.id)
        }
        #expect(try remoteIDs(of: album) == ["c", "d"])
        #expect(album.removed.map(\.id).sorted() == ["a", "b"])
    }
}
