import Foundation
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Synchronization
import Testing

struct FolderSourceTests {
    private func search(
        _ root: String, radius: Double = 2_000, text: String = "", since: Date? = nil
    ) async throws -> [RemotePhoto] {
        var query = try PhotoQuery.aroundTower(radius: radius)
        query.text = text
        query.since = since
        return try await FolderSource(root: root, reading: TaggedPicture.read)
            .photos(matching: query, page: 1).photos
    }

    @Test func `photos within the radius are found nearest first`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TaggedPicture.bytes(at: "48.8700,2.2945"), as: "far.jpg")
        try folder.write(TaggedPicture.bytes(at: "48.8585,2.2945"), as: "a/near.jpg")
        try folder.write(TaggedPicture.bytes(at: "48.8600,2.2945"), as: "a/b/c/middle.jpg")
        try folder.write(TaggedPicture.bytes(at: "48.9584,2.2945"), as: "elsewhere.jpg")
        #expect(try await search(folder.resolvedPath).map(\.id) == ["a/near.jpg", "a/b/c/middle.jpg", "far.jpg"])
        #expect(try await search(folder.resolvedPath, radius: 200).map(\.id) == ["a/near.jpg", "a/b/c/middle.jpg"])
    }

    @Test func `equally near photos are sorted by path`() async throws {
        let folder = try TemporaryFolder()
        for name in ["c.jpg", "a.jpg", "b/z.jpg", "b.jpg"] {
            try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: name)
        }
        #expect(try await search(folder.resolvedPath).map(\.id) == ["a.jpg", "b.jpg", "b/z.jpg", "c.jpg"])
    }

    @Test func `photos at one place are sorted by name in natural order`() async throws {
        let folder = try TemporaryFolder()
        for name in ["IMG_10.jpg", "IMG_9.jpg", "img_2.jpg"] {
            try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: name)
        }
        #expect(try await search(folder.resolvedPath).map(\.id) == ["img_2.jpg", "IMG_9.jpg", "IMG_10.jpg"])
    }

    @Test func `metadata at the end of a file is found, and devices are skipped`() async throws {
        let folder = try TemporaryFolder()
        let start = Array("RIFF0000WEBPVP8L".utf8)
        try folder.write(start + [UInt8](repeating: 1, count: 600_000) + [9], as: "end.webp")
        try folder.write(start + [9], as: "@eaDir/end.webp/SYNOPHOTO_THUMB_XL.webp")
        try folder.write(start + [9], as: "#recycle/a.webp")
        let source = FolderSource(root: folder.resolvedPath) { bytes in
            let isEnd = bytes.withUnsafeBytes { $0.last == 9 }
            let place = isEnd ? try? Coordinate(latitude: 48.8584, longitude: 2.2945) : nil
            return PhotoMetadata(coordinate: place)
        }
        let photos = try await source.photos(matching: .aroundTower(radius: 2_000), page: 1).photos
        #expect(photos.map(\.id) == ["end.webp"])
    }

    @Test func `a photo has the properties of its file`() async throws {
        let folder = try TemporaryFolder()
        let tags = "Old pier|Jane Doe|© Jane Doe|2024:06:09 21:14:03"
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945", tags), as: "tagged.jpg")
        try folder.write(TaggedPicture.bytes(at: "48.8585,2.2945"), as: "x/plain one.jpg")
        let photos = try await search(folder.resolvedPath)
        expectEqual(photos[0].source, "folder")
        expectEqual(photos[0].title, "Old pier")
        expectEqual(photos[0].ownerName, "Jane Doe")
        expectEqual(photos[0].license.name, "© Jane Doe")
        #expect(photos[0].license.requiresAttribution)
        #expect(photos[0].license.allowsDerivatives)
        expectEqual(photos[0].dateTaken, "2024:06:09 21:14:03")
        expectEqual(photos[0].renditions.map(\.url), [URL(filePath: "\(folder.resolvedPath)/tagged.jpg")])
        expectEqual(photos[1].title, "plain one.jpg")
        expectEqual(photos[1].license.name, "Local file")
        #expect(!photos[1].license.requiresAttribution)
    }

    @Test func `files that are not geotagged pictures are skipped`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "photo.jpg")
        try folder.write(Array("48.8584,2.2945||||, but this is not a picture".utf8), as: "text.jpg")
        try folder.write(TaggedPicture.bytes(at: ""), as: "no-place.jpg")
        try folder.write([0xFF, 0xD8, 0xFF, 0xE1] + Array(repeating: 0, count: 50), as: "no-tags.jpg")
        try folder.write([], as: "empty.jpg")
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: ".hidden.jpg")
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: ".thumbnails/small.jpg")
        #expect(try await search(folder.resolvedPath).map(\.id) == ["photo.jpg"])
    }

    @Test func `links and pipes are not followed`() async throws {
        let outside = try TemporaryFolder()
        try outside.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "secret.jpg")
        let folder = try TemporaryFolder()
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "photo.jpg")
        try folder.link("file.jpg", to: "\(outside.resolvedPath)/secret.jpg")
        try folder.link("folder", to: outside.resolvedPath)
        try folder.link("loop", to: folder.resolvedPath)
        try folder.link("dangling.jpg", to: "nowhere")
        #expect(mkfifo("\(folder.resolvedPath)/pipe.jpg", 0o600) == 0)
        #expect(try await search(folder.resolvedPath).map(\.id) == ["photo.jpg"])
    }

    @Test func `the folder itself can be a link`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "real/photo.jpg")
        try folder.link("link", to: "real")
        let photos = try await search("\(folder.resolvedPath)/link")
        #expect(photos.map(\.id) == ["photo.jpg"])
    }

    @Test func `only the head of a file is read`() async throws {
        let folder = try TemporaryFolder()
        let tower = try Coordinate(latitude: 48.8584, longitude: 2.2945)
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945", length: 1 << 20), as: "big.jpg")
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945", length: 300), as: "small.jpg")
        let lengths = Mutex<Set<Int>>([])
        let source = FolderSource(root: folder.resolvedPath) { head in
            lengths.withLock { _ = $0.insert(head.count) }
            return PhotoMetadata(coordinate: tower)
        }
        _ = try await source.photos(matching: .aroundTower(), page: 1)
        #expect(lengths.withLock { $0 } == [256 << 10, 300])
    }

    @Test func `words and time narrow the search`() async throws {
        let folder = try TemporaryFolder()
        let place = "48.8584,2.2945"
        let day = Date(timeIntervalSince1970: 1_700_000_000)
        try folder.write(TaggedPicture.bytes(at: place, "Dusk|||"), as: "Harbour/1.jpg")
        try folder.setModified("Harbour/1.jpg", day)
        try folder.write(TaggedPicture.bytes(at: place, "Dusk|||"), as: "street.jpg")
        try folder.setModified("street.jpg", day + 100)
        #expect(try await search(folder.resolvedPath, text: "dusk").count == 2)
        #expect(try await search(folder.resolvedPath, text: "DUSK harbour").map(\.id) == ["Harbour/1.jpg"])
        #expect(try await search(folder.resolvedPath, text: "noon").isEmpty)
        #expect(try await search(folder.resolvedPath, since: day + 50).map(\.id) == ["street.jpg"])
    }

    @Test func `all photos are on one page`() async throws {
        let folder = try TemporaryFolder()
        let source = FolderSource(root: folder.resolvedPath, reading: TaggedPicture.read)
        let query = try PhotoQuery.aroundTower()
        let nothing = try await source.photos(matching: query, page: 1)
        #expect(nothing == PhotoPage(photos: [], number: 1, pageCount: 0, total: 0, radius: 2_000))
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "photo.jpg")
        #expect(try await source.photos(matching: query, page: 1).pageCount == 1)
        let behind = try await source.photos(matching: query, page: 2)
        #expect(behind.photos.isEmpty)
        #expect(behind.total == 1)
    }

    @Test func `a missing folder causes an error`() async throws {
        let source = FolderSource(root: "/nowhere/at all", reading: TaggedPicture.read)
        let error = await #expect(throws: SourceError.self) {
            try await source.photos(matching: .aroundTower(), page: 1)
        }
        #expect(error?.code == .unreadableFile)
        #expect(error?.message.contains("/nowhere/at all") == true)
    }

    @Test func `a folder needs a file URL`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "with space/photo.jpg")
        let directory = folder.url.appending(path: "with space")
        let source = try FolderSource(directory: directory, readingMetadata: TaggedPicture.read)
        #expect(try await source.photos(matching: .aroundTower(), page: 1).photos.count == 1)
        let error = try #require(throws: SourceError.self) {
            try FolderSource(directory: #require(URL(string: "https://example.org/")), readingMetadata: { _ in nil })
        }
        #expect(error.code == .unreadableFile)
        #expect(error.message.hasPrefix("https://example.org/ is not a file URL."))
    }

    @Test func `a file instead of a folder causes an error`() async throws {
        let folder = try TemporaryFolder()
        try folder.write([1], as: "photo.jpg")
        await #expect(throws: SourceError.self) {
            try await search("\(folder.resolvedPath)/photo.jpg")
        }
    }

    @Test func `a download returns the bytes of the file`() async throws {
        let folder = try TemporaryFolder()
        let bytes = TaggedPicture.bytes(at: "48.8584,2.2945", length: 200_001)
        try folder.write(bytes, as: "a/photo.jpg")
        let source = FolderSource(root: folder.resolvedPath, reading: TaggedPicture.read)
        let photo = try #require(try await search(folder.resolvedPath).first)
        let (download, received) = try await source.download(photo, atLeast: 4_000, maximumBytes: bytes.count)
        #expect(received == bytes)
        #expect(download.byteCount == bytes.count)
        let error = await #expect(throws: SourceError.self) {
            try await source.download(photo, atLeast: 1, maximumBytes: bytes.count - 1)
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func `a deleted file causes the error gone`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "photo.jpg")
        let photo = try #require(try await search(folder.resolvedPath).first)
        try FileManager.default.removeItem(atPath: "\(folder.resolvedPath)/photo.jpg")
        let error = await #expect(throws: SourceError.self) {
            try await FolderSource(root: folder.resolvedPath, reading: TaggedPicture.read)
                .download(photo, atLeast: 1, maximumBytes: 1 << 20)
        }
        #expect(error?.code == .gone)
    }

    /// Photos are read from an index on disk, so their paths can be anything.
    @Test(arguments: [
        ("../secret.jpg", SourceError.Code.refused), ("/../secret.jpg", .refused), ("link.jpg", .refused),
        ("inner/link.jpg", .refused), ("inner/../photo.jpg", .refused), ("missing.jpg", .gone),
        ("text.jpg", .notAPicture),
        ("inner", .unreadableFile),
    ])
    func `a download can't read files outside the folder`(id: String, code: SourceError.Code) async throws {
        let outer = try TemporaryFolder()
        try outer.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "secret.jpg")
        try outer.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "folder/photo.jpg")
        try outer.write(Array("no picture, but long enough".utf8), as: "folder/text.jpg")
        try outer.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "folder/inner/photo.jpg")
        try outer.link("folder/link.jpg", to: "../secret.jpg")
        try outer.link("folder/inner/link.jpg", to: "photo.jpg")
        let photo = RemotePhoto(
            source: "folder", id: id, title: "", ownerName: "", ownerURL: nil, pageURL: nil,
            license: .allRightsReserved, dateTaken: nil, coordinate: nil,
            renditions: [Rendition(url: URL(filePath: "/etc/passwd"), longEdge: 0, kind: .original)])
        let source = FolderSource(root: "\(outer.resolvedPath)/folder", reading: TaggedPicture.read)
        let error = await #expect(throws: SourceError.self) {
            try await source.download(photo, atLeast: 1, maximumBytes: 1 << 20)
        }
        #expect(error?.code == code)
    }

    @Test func `deeply nested folders are read`() async throws {
        let folder = try TemporaryFolder()
        let path = Array(repeating: "d", count: 200).joined(separator: "/")
        try folder.write(TaggedPicture.bytes(at: "48.8584,2.2945"), as: "\(path)/photo.jpg")
        #expect(try await search(folder.resolvedPath).map(\.id) == ["\(path)/photo.jpg"])
    }
}
