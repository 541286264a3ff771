import Foundation
import PostcardImaging
import PostcardMemes
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct PeekTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    private func large(_ edge: Int = 1_500) throws -> [UInt8] { try TestPicture.jpeg(edge, edge / 3) }

    @Test(arguments: RenditionSize.allCases) func `a view has the size in the settings`(size: RenditionSize)
        async throws
    {
        try library.changeSettings { settings in
            try settings.set(.thumbnail, to: "128")
            try settings.set(.peek, to: "600")
        }
        let entry = try await library.addEntry(text: "one", media: [.bytes(large(), name: "a.jpg")])
        let peek = try #require(try await library.peek(of: entry.id.rawValue, size: size).first)
        let edge = size == .thumbnail ? 128 : 600
        #expect(
            try TestPicture.header(of: peek.picture.read()).size
                == PixelSize(width: edge, height: edge / 3 + (edge == 128 ? 1 : 0)))
        #expect(peek.path == peek.picture.path)
        #expect(peek.original == library.file(of: entry.media[0].blob))
    }

    @Test func `a small picture is not made larger`() async throws {
        let entry = try await library.addEntry(text: "one", media: [lab.picture(80)])
        let peek = try #require(try await library.peek(of: entry.id.rawValue).first)
        #expect(try TestPicture.header(of: peek.picture.read()).size == PixelSize(width: 80, height: 48))
    }

    @Test func `a photo shows its credit, and a meme its texts`() async throws {
        let pin = try library.addPin(at: Coordinate(latitude: 48, longitude: 2))
        let source = PhotoSourceStandIn([[PhotoSourceStandIn.photo("a", title: "Tower", owner: "Ann")]])
        let album = try await library.downloadAlbum(of: pin, from: source).album
        let photo = try library.photo(named: album.photos[0].rawValue)
        let shown = try await library.peek(of: String(photo.id.rawValue.prefix(12)))
        expectEqual(shown.map(\.id), [photo.id.rawValue])
        expectEqual(shown.map(\.kind), [.photo])
        expectEqual(shown.map(\.title), ["Tower"])
        expectEqual(shown.map(\.credit), [photo.credit])
        let meme = try library.addMeme(
            TestPicture.jpeg(), format: .jpeg, size: .init(width: 64, height: 48),
            meme: .classic(top: "A", bottom: "B"),
            origin: .photo(photo))
        let peek = try #require(try await library.peek(of: meme.id.rawValue).first)
        expectEqual(peek.kind, .meme)
        expectEqual(peek.title, "A / B")
        expectEqual(peek.credit, photo.credit)
        #expect(peek.problem == nil)
    }

    @Test(arguments: ["", "pin-1", "journal-1", "nonsense", "photo", "meme-none", "entry-none"])
    func `ids without a view are not found`(id: String) async throws {
        let error = await #expect(throws: LibraryError.self) { try await library.peek(of: id) }
        #expect(error?.code == .notFound)
    }

    @Test func `a missing file causes an error, but an existing view is still shown`() async throws {
        let entry = try await library.addEntry(text: "one", media: [lab.picture()])
        let blob = entry.media[0].blob
        try library.blobs.remove(blob)
        #expect(try await library.peek(of: entry.id.rawValue).count == 1)
        try FileManager.default.removeItem(atPath: lab.folder.path("Library/cache"))
        let error = await #expect(throws: FileError.self) { try await library.peek(of: entry.id.rawValue) }
        #expect(error?.code == .notFound || error?.code == .missingBlob)
    }

    @Test func `a broken link in the cache does not hide the picture`() async throws {
        let entry = try await library.addEntry(text: "one", media: [lab.picture()])
        let path = try library.derivedPath(.peek, of: entry.media[0].blob)
        try FileManager.default.removeItem(atPath: path.string)
        try FileManager.default.createSymbolicLink(atPath: path.string, withDestinationPath: "/nowhere/at/all")
        let peek = try #require(try await library.peek(of: entry.id.rawValue).first)
        #expect(peek.picture.unsavedBytes != nil)
        #expect(peek.path == peek.original)
        #expect(try TestPicture.header(of: peek.picture.read()).size.width == 64)
    }

    @Test func `partly transparent pictures are shown on white`() async throws {
        let clear = try Image(size: PixelSize(width: 20, height: 20), fill: Color(red: 0, green: 0, blue: 0, alpha: 0))
        let entry = try await library.addEntry(text: "one", media: [.bytes(clear.encoded(as: .png), name: "a.png")])
        let view = try Image(decoding: try await library.peek(of: entry.id.rawValue)[0].picture.read())
        #expect(view[10, 10].red > 250)
    }

    @Test(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg")) func `an unreadable video has a placeholder`()
        async throws
    {
        let clip = lab.folder.path("a.mp4")
        try VideoLab.ffmpeg(["-f", "lavfi", "-i", "color=blue:size=176x144:rate=10:duration=1", "-c:v", "mpeg4", clip])
        let entry = try await library.addEntry(text: "video", media: [.file(FilePath(clip))])
        let path = library.blobs.path(of: entry.media[0].blob).string
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        for index in 64..<bytes.count { bytes[index] = 0 }
        try Data(bytes).write(to: URL(filePath: path))
        let peek = try #require(try await library.peek(of: entry.id.rawValue).first)
        #expect(peek.problem?.contains("ffmpeg can't read the video") == true)
        #expect(try TestPicture.header(of: peek.picture.read()).size.width > 0)
    }
}
