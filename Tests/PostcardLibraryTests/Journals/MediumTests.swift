import Foundation
import PostcardImaging
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// Pictures and videos that are stored in a library.
@Suite struct MediumTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    private func store(_ source: MediumSource) async throws -> Medium {
        try await library.addEntry(text: "text", media: [source]).media[0]
    }

    @Test func `a picture has the properties of its file`() async throws {
        let bytes = try TestPicture.jpeg(80, 40, latitude: 48.5, longitude: -2.25, title: "A tower", artist: "Ann")
        let medium = try await store(.bytes(bytes, name: "a.jpg"))
        expectEqual(medium.kind, .picture)
        expectEqual(medium.format, "jpg")
        expectEqual(medium.bytes, bytes.count)
        expectEqual(medium.blob, BlobHash(of: bytes))
        expectEqual(medium.name, "a.jpg")
        expectEqual(medium.title, "A tower")
        expectEqual(medium.credit, "Ann")
        expectEqual(medium.coordinate, (try Coordinate(latitude: 48.5, longitude: -2.25)))
        #expect(medium.duration == nil)
        #expect(medium.photo == nil)
    }

    @Test(arguments: [("2", Duration.seconds(2)), ("0.25", .milliseconds(250)), ("1e300", nil), ("-1e10", nil)])
    func `the duration of a video is a number of seconds in JSON`(seconds: String, expected: Duration?) throws {
        let blob = BlobHash(of: [])
        let json = #"{"blob":"\#(blob)","bytes":0,"duration":\#(seconds),"format":"mp4","kind":"video"}"#
        let medium = try JSONDecoder().decode(Medium.self, from: Data(json.utf8))
        #expect(medium.duration == expected)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let written = String(decoding: try encoder.encode(medium), as: UTF8.self)
        #expect(written == json.replacing("1e300", with: "1e+300").replacing("-1e10", with: "-10000000000"))
    }

    @Test(arguments: [1, 3, 6, 8]) func `sizes refer to the upright picture`(orientation: Int) async throws {
        let medium = try await store(.bytes(TestPicture.jpeg(80, 40, orientation: orientation), name: nil))
        #expect(medium.width == (orientation > 4 ? 40 : 80))
        #expect(medium.height == (orientation > 4 ? 80 : 40))
    }

    @Test(arguments: [(ImageFormat.png, "png"), (.gif, "gif"), (.webp, "webp")])
    func `the first bytes determine the format`(format: ImageFormat, expected: String) async throws {
        let image = try TestPicture.gradient()
        let options: EncodingOptions = format == .png ? .png : format == .gif ? .gif : .webp()
        #expect(try await store(.bytes(image.encoded(as: options), name: "photo.jpg")).format == expected)
    }

    @Test func `a file is copied, so the original can be removed`() async throws {
        let path = FilePath(try lab.folder.write(TestPicture.jpeg(), as: "in/IMG 1.JPG"))
        let medium = try await store(.file(path))
        #expect(medium.name == "IMG 1.JPG")
        try FileManager.default.removeItem(atPath: path.string)
        #expect(try library.blobs.read(medium.blob, limit: 1 << 20) == TestPicture.jpeg())
    }

    @Test func `a blob stored before its entry is used unchanged`() async throws {
        var writer = try library.makeBlobWriter(limit: 1 << 20)
        try writer.append(try TestPicture.jpeg(70, 50))
        let blob = try writer.finish()
        let medium = try await store(.stored(blob, name: "upload.jpg"))
        expectEqual(medium.blob, blob.hash)
        expectEqual(medium.width, 70)
        expectEqual(medium.name, "upload.jpg")
    }

    @Test func `a file stored early keeps its modification time`() async throws {
        let path = try lab.folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        let changed = Date(timeIntervalSince1970: 1_717_200_000)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
        let medium = try await store(library.storeMedium(.file(FilePath(path))))
        // Local time here is two hours ahead of UTC.
        expectEqual(medium.dateTaken?.description, "2024-06-01T02:00:00+02:00")
        expectEqual(medium.dateOrigin, .fileTime)
    }

    @Test func `a photo from an album keeps its credit and license`() async throws {
        let pin = try library.addPin(at: Coordinate(latitude: 48, longitude: 2))
        let place = try Coordinate(latitude: 48.001, longitude: 2)
        let source = PhotoSourceStandIn([
            [
                PhotoSourceStandIn.photo(
                    "a", title: "Tower", owner: "Ann", dateTaken: "2024-06-09 10:00:00", coordinate: place)
            ]
        ])
        let album = try await library.downloadAlbum(of: pin, from: source).album
        let photo = try library.photo(named: album.photos[0].rawValue)
        let entry = try await library.addEntry(text: "text", media: [.photo(photo)])
        let medium = entry.media[0]
        expectEqual(medium.photo, photo.id)
        expectEqual(medium.credit, photo.credit)
        expectEqual(medium.license, photo.license)
        expectEqual(medium.title, "Tower")
        expectEqual(medium.coordinate, place)
        expectEqual(medium.format, "jpg")
        // The date was set by another photographer's camera, so the entry does not use it.
        #expect(medium.dateTaken == WallTime("2024-06-09T10:00:00"))
        #expect(entry.date.day != "2024-06-09")
        // The file is kept when the album is deleted.
        try library.delete([pin.id])
        _ = try library.compactIndex()
        #expect(try library.check(readsBlobs: true).isSound)
        #expect(try library.blobs.size(of: medium.blob) == medium.bytes)
    }

    @Test(arguments: ["notes.txt", "page.html", "archive"]) func `the error for other files contains their names`(
        name: String
    ) async throws {
        let bytes = Array("Neither a picture nor a video, whatever it is called.".utf8)
        let path = FilePath(try lab.folder.write(bytes, as: "in/\(name)"))
        for source in [MediumSource.file(path), .bytes(bytes, name: name)] {
            let error = await #expect(throws: LibraryError.self) { try await store(source) }
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains(name) == true)
        }
        #expect(try library.entries().isEmpty)
    }

    @Test func `the error for a damaged picture contains its name`() async throws {
        let half = Array(try TestPicture.jpeg(200, 200).prefix(1_500))
        let error = await #expect(throws: ImageError.self) { try await store(.bytes(half, name: "half.jpg")) }
        #expect(error?.message.hasPrefix("half.jpg: ") == true)
    }

    @Test func `a missing file is not found`() async throws {
        let error = await #expect(throws: FileError.self) {
            try await store(.file(FilePath(lab.folder.path("nowhere.jpg"))))
        }
        #expect(error?.code == .notFound)
    }

    @Test func `a picture over the limits is rejected before it is decoded`() async throws {
        var environment = Library.Environment.system
        environment.limits.pixels = 1_000
        let library = try Library(directory: lab.path, environment: environment)
        let error = await #expect(throws: ImageError.self) {
            try await library.addEntry(text: "text", media: [lab.picture(64)])
        }
        #expect(error?.code == .limitExceeded)
        #expect(try library.entries().isEmpty)
    }

    @Test func `the same picture twice is stored once`() async throws {
        _ = try await library.addEntry(text: "text", media: [lab.picture(), lab.picture(), lab.picture(65)])
        #expect(try library.check(readsBlobs: true).blobs == 2)
    }

    @Test(arguments: [
        ("A title\nand more", "a.jpg", "A title"), ("\n\nA title", "a.jpg", "A title"), ("日本", nil, "日本"),
    ])
    func `the title of an entry is its first line`(text: String, name: String?, expected: String) async throws {
        let entry = try await library.addEntry(text: text, media: [.bytes(TestPicture.jpeg(), name: name)])
        #expect(entry.title == expected)
    }

    @Test(
        arguments: [("A tower", "a.jpg", "A tower"), (nil, "a.jpg", "a.jpg"), (nil, nil, nil)]
            as [(String?, String?, String?)])
    func `an entry without text has the title of its picture`(title: String?, name: String?, expected: String?)
        async throws
    {
        let journal = try library.addJournal(named: "France")
        let bytes = try TestPicture.jpeg(title: title)
        let entry = try #require(try await library.addMedia([.bytes(bytes, name: name)], to: journal.id).first)
        #expect(entry.title == expected ?? entry.id.rawValue)
    }
}
