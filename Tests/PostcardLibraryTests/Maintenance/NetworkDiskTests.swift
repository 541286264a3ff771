import Foundation
import PostcardCore
import PostcardImaging
import PostcardMemes
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// Libraries on disks shared by several machines.
struct NetworkDiskTests {
    @Test func `a library on a network disk can be read but not written`() async throws {
        let lab = try JournalLab()
        let pin = try lab.library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "pin")
        let entry = try await lab.library.addEntry(text: "entry", media: [lab.picture()])
        _ = try lab.library.writeExport(to: FilePath(lab.folder.path("export")))
        var environment = Library.Environment.system
        environment.networkDisk = { _ in "NFS" }
        let library = try Library(directory: lab.path, environment: environment)
        let before = try lab.folder.files()
        #expect(try library.pins() == [pin])
        #expect(try library.entries() == [entry])
        _ = try await library.share([entry.id], to: .page(FilePath(lab.folder.path("page.html"))))
        _ = try library.check(readsBlobs: true)
        let picture = try TestPicture.jpeg(99, 48)
        let changes: [(Library) async throws -> Void] = [
            { _ = try $0.addPin(at: pin.coordinate, name: "other") }, { try $0.delete([pin.id]) },
            { _ = try await $0.addEntry(text: "more", media: [.bytes(picture, name: "a.jpg")]) },
            { _ = try $0.compactIndex() },
            { _ = try $0.repairIndex() }, { _ = try $0.readExport(from: FilePath(lab.folder.path("export"))) },
            {
                _ = try $0.addMeme(
                    picture, format: .jpeg, size: .init(width: 99, height: 48), meme: Meme(), origin: .file("a"))
            },
            { try $0.changeSettings { settings in try settings.set(.owner, to: "Ann") } },
        ]
        for change in changes {
            let error = await #expect(throws: FileError.self) { try await change(library) }
            #expect(error?.code == .networkDisk)
            #expect(error?.suggestion == .changeOverHTTP)
        }
        #expect(try lab.folder.files() == (before + ["page.html"]).sorted())
    }
}
