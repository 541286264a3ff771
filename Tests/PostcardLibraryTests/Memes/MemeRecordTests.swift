import Foundation
import PostcardImaging
import PostcardMemes
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

@Suite struct MemeRecordTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    private func record(
        _ meme: Meme = .classic(top: "A", bottom: "B"), _ origin: MemeOrigin = .file("a.jpg"), source: [UInt8]? = nil,
        framing: MemeFraming = MemeFraming()
    ) throws -> MemeRecord {
        try library.addMeme(
            TestPicture.jpeg(), format: .jpeg, size: .init(width: 64, height: 48), meme: meme, origin: origin,
            source: source, framing: framing)
    }

    private func openAlbum(_ photo: RemotePhoto) async throws -> Photo {
        let pin = try library.addPin(at: Coordinate(latitude: 48, longitude: 2))
        let album = try await library.downloadAlbum(of: pin, from: PhotoSourceStandIn([[photo]])).album
        return try library.photo(named: album.photos[0].rawValue)
    }

    @Test func `a meme is read back as it was recorded`() throws {
        let framing = MemeFraming(crop: "1:1", size: "800")
        let made = try record(source: TestPicture.jpeg(80, 60), framing: framing)
        let read = try JournalLab.open(lab.folder.path("Library")).meme(named: made.id.rawValue)
        expectEqual(read, made)
        expectEqual(read.texts, ["A", "B"])
        expectEqual(read.framing, framing)
        expectEqual(read.format, .jpeg)
        try expectEqual(library.blobs.read(read.blob, limit: 1 << 20), TestPicture.jpeg())
        try expectEqual(library.sourcePicture(of: read), TestPicture.jpeg(80, 60))
        #expect(try record().framing == nil)
    }

    @Test func `the JSON of a meme contains the name of its format`() throws {
        let made = try record()
        let json = try String(decoding: JSONEncoder().encode(made), as: UTF8.self)
        #expect(json.contains(#""format":"jpeg""#))
        #expect(!json.contains("formatName"))
        // A later version can write formats that this version does not support.
        let later = json.replacing(#""format":"jpeg""#, with: #""format":"jpeg2100""#)
        let read = try JSONDecoder().decode(MemeRecord.self, from: Data(later.utf8))
        #expect(read.format == nil)
        #expect(read.fileExtension == "jpeg2100")
    }

    @Test func `compact keeps every file that a meme needs`() throws {
        var meme = Meme.classic(top: "A", bottom: "B")
        let sticker = try TestPicture.gradient(20, 20).encoded(as: .png)
        meme.overlays = [Overlay(.bytes(sticker), in: UnitBox(x: 0, y: 0, width: 0.5, height: 0.5))]
        let made = try record(meme, source: TestPicture.jpeg(80, 60))
        for name in try lab.folder.files() where name.contains("/blobs/") {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: lab.folder.path(name))
        }
        _ = try library.compactIndex()
        try expectEqual(library.meme(of: made).overlays.first?.picture, .bytes(sticker))
        try expectEqual(library.sourcePicture(of: made), TestPicture.jpeg(80, 60))
        try expectEqual(library.check(readsBlobs: true).findings, [])
    }

    @Test func `overlay images are stored once, and restored in the specification`() throws {
        var meme = Meme.classic(top: "A", bottom: "B")
        let box = UnitBox(x: 0, y: 0, width: 0.5, height: 0.5)
        let stickers = try [20, 30].map { try TestPicture.gradient($0, 20).encoded(as: .png) }
        meme.overlays = [stickers[0], stickers[1], stickers[0]].map { Overlay(.bytes($0), in: box) }
        let made = try record(meme)
        #expect(made.overlays?.count == 2)
        let isNamed = made.spec.overlays.map {
            if case .named(let name)? = $0.picture { name.hasPrefix("blob:") } else { false }
        }
        #expect(isNamed == [true, true, true])
        #expect(try library.meme(of: made).overlays == meme.overlays)
    }

    @Test func `a missing overlay image causes an error`() throws {
        var meme = Meme.classic(top: "A", bottom: "B")
        meme.overlays = [
            Overlay(.bytes(try TestPicture.jpeg(30, 30)), in: UnitBox(x: 0, y: 0, width: 0.5, height: 0.5))
        ]
        let made = try record(meme)
        try library.blobs.remove(try #require(made.overlays?.first?.hash))
        #expect(failure { _ = try library.meme(of: made) }?.code == .missingBlob)
    }

    @Test func `the photo replaces a base image that was not kept`() async throws {
        let photo = try await openAlbum(PhotoSourceStandIn.photo("a"))
        let made = try record(origin: .photo(photo))
        #expect(try library.sourcePicture(of: made) == PhotoSourceStandIn.picture("a"))
        #expect(failure { _ = try library.sourcePicture(of: try record()) }?.code == .missingBlob)
        try library.delete([photo.id])
        #expect(failure(LibraryError.self) { _ = try library.sourcePicture(of: made) }?.code == .notFound)
    }

    private func record(origin: MemeOrigin) throws -> MemeRecord { try record(.classic(top: "A", bottom: "B"), origin) }

    @Test func `a meme of a photo records its pin, owner, license and position`() async throws {
        let place = try Coordinate(latitude: 48.5, longitude: 2.5)
        let photo = try await openAlbum(
            PhotoSourceStandIn.photo("a", title: "Tower", owner: "Ann", license: .allRightsReserved, coordinate: place))
        let made = try record(origin: .photo(photo))
        expectEqual(made.photo, photo.id)
        expectEqual(made.pin, photo.album)
        expectEqual(made.owner, "Ann")
        expectEqual(made.credit, photo.credit)
        expectEqual(made.license, .allRightsReserved)
        expectEqual(made.coordinate, place)
        #expect(made.file == nil)
        #expect(!made.allowsDerivatives)
        #expect(MemeOrigin.photo(photo).credit.artist == "Ann")
        #expect(MemeOrigin.photo(photo).credit.copyright == "All rights reserved")
    }

    @Test func `a meme of another meme inherits the properties of the picture`() async throws {
        let photo = try await openAlbum(PhotoSourceStandIn.photo("a", owner: "Ann"))
        let first = try record(origin: .photo(photo))
        let second = try record(origin: .meme(first))
        expectEqual(second.photo, photo.id)
        expectEqual(second.credit, first.credit)
        expectEqual(second.license, first.license)
        expectEqual(MemeOrigin.meme(first).credit.artist, "Ann")
    }

    @Test func `joined pictures credit every owner, and the strictest license applies`() async throws {
        let photo = try await openAlbum(
            PhotoSourceStandIn.photo("a", title: "Tower", owner: "Ann", license: .allRightsReserved))
        let origin = MemeOrigin.joined([.file("b.jpg"), .photo(photo), .url("https://example.org/c.jpg")])
        let made = try record(origin: origin)
        expectEqual(made.file, "b.jpg, \(photo.id), https://example.org/c.jpg")
        #expect(made.photo == nil)
        expectEqual(made.owner, "Ann")
        expectEqual(made.credit, photo.credit)
        expectEqual(origin.credit.artist, "Ann")
        #expect(!made.allowsDerivatives)
        #expect(MemeOrigin.joined([.file("a.jpg"), .file("a.jpg")]).description.file == "a.jpg")
    }

    @Test func `other origins are identified by name`() throws {
        var template = Template(name: "mine", title: "Mine", picture: "a.jpg")
        (template.credit, template.license, template.source) = ("Bob", "CC-BY-ND-4.0", "https://a.example")
        let made = try record(origin: .template(template))
        expectEqual(made.template, "mine")
        expectEqual(made.credit, "\"Mine\" by Bob, CC-BY-ND-4.0, https://a.example")
        expectEqual(made.owner, "Bob")
        #expect(!made.allowsDerivatives)
        #expect(try record(origin: .url("https://b.example/c.jpg")).address == "https://b.example/c.jpg")
        let file = try record(origin: .file("mine.jpg"))
        #expect(file.file == "mine.jpg")
        #expect(file.allowsDerivatives)
        // The user's own name is not written to the file.
        #expect(MemeOrigin.file("mine.jpg").credit == Metadata())
    }

    @Test(arguments: [
        (nil, true), ("CC-BY-4.0", true), ("CC-BY-ND-4.0", false), ("cc-by-nc-nd-3.0", false), ("LAND-1.0", true),
    ])
    func `a template license with ND forbids changed versions`(license: String?, isAllowed: Bool) throws {
        var template = Template(name: "mine", title: "Mine", picture: "a.jpg")
        template.license = license
        #expect(try record(origin: .template(template)).allowsDerivatives == isAllowed)
    }

    @Test func `the position comes from the picture if the origin has none`() throws {
        let made = try record(source: TestPicture.jpeg(latitude: 48.5, longitude: 2.5))
        #expect(made.coordinate == (try Coordinate(latitude: 48.5, longitude: 2.5)))
        #expect(try record(source: TestPicture.jpeg()).coordinate == nil)
        #expect(try record(source: Array("no picture".utf8)).coordinate == nil)
    }

    @Test func `either all of several memes are deleted or none`() throws {
        let memes = try (0..<3).map { _ in try record() }
        #expect(
            failure(LibraryError.self) { try library.delete(ids: [memes[0].id.rawValue, "meme-none"]) }?.code
                == .notFound)
        #expect(try library.memes().count == 3)
        try library.delete([memes[0].id, memes[2].id])
        #expect(try library.memes() == [memes[1]])
        try library.restore([memes[0].id])
        #expect(try Set(library.memes()) == [memes[0], memes[1]])
    }

    @Test func `an id prefix finds a meme, unless the id must be exact`() throws {
        let made = try record()
        #expect(try library.meme(named: String(made.id.rawValue.prefix(10))) == made)
        #expect(
            failure(LibraryError.self) {
                _ = try library.meme(named: String(made.id.rawValue.prefix(10)), isExact: true)
            }?.code
                == .notFound)
    }
}
