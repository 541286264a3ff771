import Foundation
import PostcardImaging
import PostcardMemes
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// A library in a folder that is not writable.
@Suite(.enabled(if: ReadOnlyFolder.isPossible, "needs a folder that is not writable"))
struct ReadOnlyTests {
    let lab: JournalLab
    let pin: Pin
    let entry: Entry

    init() async throws {
        lab = try JournalLab()
        pin = try lab.library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "pin")
        entry = try await lab.library.addEntry(text: "entry", media: [lab.picture(640)])
    }

    private func lock() throws -> (lock: ReadOnlyFolder, library: Library) {
        let lock = try ReadOnlyFolder(lab.folder.path("Library"))
        return (lock, try Library(directory: lab.path))
    }

    @Test func `everything in a read-only library can be read`() async throws {
        _ = try lab.library.writeExport(to: FilePath(lab.folder.path("before")))
        let (lock, library) = try lock()
        defer { withExtendedLifetime(lock) {} }
        try expectEqual(library.pins(), [pin])
        try expectEqual(library.entries(), [entry])
        try expectEqual(library.settings(), Settings())
        #expect(try library.check(readsBlobs: true).isSound)
        _ = try library.writeExport(to: FilePath(lab.folder.path("after")))
        #expect(try lab.folder.read("before/library.json") == lab.folder.read("after/library.json"))
        _ = try await library.share([entry.id], to: .page(FilePath(lab.folder.path("page.html"))))
        #expect(
            try library.makeSharePath("zip").removingLastComponent() != lab.path.appending("cache").appending("shares"))
    }

    @Test func `smaller versions are made if the cache has none`() async throws {
        try FileManager.default.removeItem(atPath: lab.folder.path("Library/cache"))
        let (lock, library) = try lock()
        defer { withExtendedLifetime(lock) {} }
        let peek = try #require(try await library.peek(of: entry.id.rawValue, size: .thumbnail).first)
        let bytes = try #require(peek.picture.unsavedBytes)
        try expectEqual(TestPicture.header(of: bytes).size.width, 256)
        expectEqual(peek.path, peek.original)
        try expectEqual(library.rendition(.peek, of: entry.media[0].blob), library.file(of: entry.media[0].blob))
    }

    @Test func `every change is rejected with the reason`() async throws {
        let (lock, library) = try lock()
        defer { withExtendedLifetime(lock) {} }
        let picture = try TestPicture.jpeg(99, 48)
        let source = PhotoSourceStandIn(["a"])
        let changes: [@Sendable () async throws -> Void] = [
            { [pin] in _ = try library.updatePin(pin.id, name: "other") },
            { [pin] in _ = try library.addPin(at: pin.coordinate) }, { [pin] in try library.delete([pin.id]) },
            { _ = try await library.addEntry(text: "more", media: [.bytes(picture, name: "a.jpg")]) },
            { [pin] in _ = try await library.downloadAlbum(of: pin, from: source) }, { _ = try library.compactIndex() },
            {
                _ = try library.addMeme(
                    picture, format: .jpeg, size: .init(width: 99, height: 48), meme: Meme(), origin: .file("a"))
            },
            { try library.requireChangeable() },
        ]
        for (number, change) in changes.enumerated() {
            let error = await #expect(throws: FileError.self, "change \(number)") { try await change() }
            #expect(
                [.permissionDenied, .readOnlyFileSystem].contains(error?.code),
                "change \(number): \(String(describing: error))")
        }
        // Nothing was fetched needlessly.
        #expect(source.searches.isEmpty)
    }
}
