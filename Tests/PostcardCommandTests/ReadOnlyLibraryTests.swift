import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// A read-only library without smaller versions of its pictures.
@Suite(.enabled(if: ReadOnlyFolder.isPossible, "needs a folder that cannot be written"))
struct ReadOnlyLibraryTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand
    let photo: String
    let lock: ReadOnlyFolder

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(
            TestPicture.jpeg(60, 40, latitude: 48.8584, longitude: 2.2945, title: "View", artist: "Ann"),
            as: "photos/0.jpg")
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Paris")
        let opened = try await postcard.run("album", "open", "Paris", "--source", "folder:\(folder.path("photos"))")
        try #require(opened.status == 0, "\(opened.errors)")
        let album = try await postcard.run("album", "list", "Paris", "--json").json(AlbumCommandTests.Listing.self)
        photo = try #require(album.photos.first).id
        try FileManager.default.removeItem(atPath: folder.path("Library/cache"))
        lock = try ReadOnlyFolder(folder.path("Library"))
    }

    @Test func `a read-only library can be listed, viewed and shared`() async throws {
        let list = try await postcard.run("album", "list", "Paris")
        #expect(list.status == 0, "\(list.errors)")
        #expect(list.text.contains("by Ann"), "\(list.errors)")
        let files = try await postcard.run("album", "list", "Paris", "--json").json(AlbumCommandTests.Listing.self)
        for path in files.photos.flatMap({ [$0.thumbnail, $0.peek] }) {
            _ = try Image(decoding: Array(Data(contentsOf: URL(filePath: path))))
        }
        let peek = try await postcard.run("peek", photo)
        #expect(peek.status == 0, "\(peek.errors)")
        #expect(peek.text.contains("Library/blobs/"), "\(peek.errors)")
        let share = try await postcard.run("share", photo, "--to", "page.html")
        #expect(share.status == 0, "\(share.errors)")
        #expect(String(decoding: try folder.read("page.html"), as: UTF8.self).contains("data:image/jpeg"))
        #expect(!folder.has("Library/cache"))
    }

    @Test func `a meme of a photo in a read-only library is written but not saved in the library`() async throws {
        let meme = try await postcard.run("meme", photo, "HELLO", "-o", "x.jpg")
        #expect(meme.status == 0, "\(meme.errors)")
        #expect(meme.errors.contains("Not saved in the library: "), "\(meme.errors)")
        #expect(try TestPicture.header(of: folder.read("x.jpg")).size == PixelSize(width: 240, height: 160))
        for arguments in [["-o", "y.jpg", "--json"], ["--json"], ["--library", "Library"]] {
            let refused = try await postcard.run(["meme", photo, "HELLO"] + arguments)
            #expect(refused.status == 77, "\(refused.errors)")
            #expect(refused.output.isEmpty, "\(refused.errors)")
        }
        #expect(!folder.has("y.jpg"))
        try await expectEqual(postcard.run("meme", photo, "HELLO").text, "\(photo)-meme.jpg\n")
    }

    @Test(arguments: [["pin", "drop", "1,2"], ["journal", "new", "France"], ["library", "compact"]])
    func `a read-only library is not changed`(arguments: [String]) async throws {
        let result = try await postcard.run(arguments)
        #expect(result.status == 77, "\(result.errors)")
        #expect(result.errors.contains("Library"), "\(result.errors)")
    }
}
