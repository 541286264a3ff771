import Foundation
import PostcardImaging
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

/// The user's own photos in albums.
@Suite struct OwnPhotoTests {
    let lab: JournalLab
    let pin: Pin
    var library: Library { lab.library }

    init() throws {
        lab = try JournalLab()
        pin = try lab.library.addPin(at: Coordinate(latitude: 48, longitude: 2), name: "Tower")
    }

    private func download(_ names: [String], replacing: Bool = false) async throws -> Album {
        let request = AlbumRequest(count: max(1, names.count), seed: 1)
        let source = PhotoSourceStandIn(names)
        return replacing
            ? try await library.downloadOtherPhotos(of: pin, from: source, request: request)
            : try await library.downloadAlbum(of: pin, from: source, request: request).album
    }

    @Test func `a pin without an album gets one`() async throws {
        let photos = try await library.addPhotos([lab.photo("2024-06-09 12:00:00", latitude: 48)], to: pin.id)
        let album = try #require(try library.album(of: pin.id))
        #expect(album.state == .ready)
        #expect(try library.photos(of: album) == photos)
        let photo = photos[0]
        #expect(photo.license.allowsDerivatives)
        #expect(photo.dateTaken?.hasPrefix("2024-06-09") == true)
        #expect(photo.coordinate?.latitude == 48)
        #expect(try library.isSound)
    }

    @Test func `the user's own photos stay when collections change`() async throws {
        _ = try await download(["a", "b"])
        let own = try await library.addPhotos(
            [lab.photo("2024-06-09 12:00:00"), lab.photo("2024-06-10 12:00:00")], to: pin.id)
        let next = try await download(["c", "d"], replacing: true)
        #expect(next.photos.prefix(2) == own.map(\.id)[...])
        #expect(try library.photos(of: next).map(\.remote.id).suffix(2).sorted() == ["c", "d"])
        // Without photos from a source, the album is not empty.
        let last = try? await download([], replacing: true)
        #expect(last == nil)
        #expect(try library.album(of: pin.id)?.state == .ready)
    }

    @Test func `the same file is one photo, even if the photo was removed before`() async throws {
        let source = try lab.photo("2024-06-09 12:00:00")
        let first = try await library.addPhotos([source, source], to: pin.id)
        #expect(Set(first.map(\.id)).count == 1)
        _ = try library.deletePhotos([first[0].id], of: pin.id)
        #expect(try library.album(of: pin.id)?.state == .empty)
        let again = try await library.addPhotos([source], to: pin.id)
        let album = try #require(try library.album(of: pin.id))
        #expect(album.photos == again.map(\.id))
        #expect(album.removed.isEmpty)
    }

    @Test func `a file that is not a photo, or a missing pin, changes nothing`() async throws {
        let good = try lab.photo("2024-06-09 12:00:00")
        for (source, id) in [(MediumSource.bytes(Array("text".utf8), name: "a.txt"), pin.id), (good, "pin-none")] {
            let error = await #expect(throws: LibraryError.self) {
                try await library.addPhotos([good, source], to: id)
            }
            #expect(error?.code == (id == pin.id ? .unsupported : .notFound))
        }
        #expect(try library.album(of: pin.id) == nil)
    }

    // 0.01 degrees of latitude are 1.1 km.
    @Test func `photos go to the nearest pin within two kilometers, or to a new one`() async throws {
        let photos = try await library.sortPhotos(
            [
                lab.photo("2024-06-09 12:00:00", latitude: 48.01), lab.photo("2024-06-09 13:00:00", latitude: 48.5),
                lab.photo("2024-06-10 13:00:00", latitude: 48.505),
            ]
        ) { $0.latitude < 48.4 ? "South" : "North" }
        let pins = try library.pins()
        expectEqual(pins.map(\.name), ["Tower", "North"])
        expectEqual(photos.map(\.album), [pins[0].id, pins[1].id, pins[1].id])
        expectEqual(pins[1].isFromPhoto, true)
        let error = await #expect(throws: LibraryError.self) {
            try await library.sortPhotos([lab.photo("2024-06-09 14:00:00")]) { _ in nil }
        }
        #expect(error?.code == .noPosition)
        #expect(try library.pins().count == 2)
    }
}

extension Library {
    fileprivate var isSound: Bool { get throws { try check(readsBlobs: true).findings.isEmpty } }
}
