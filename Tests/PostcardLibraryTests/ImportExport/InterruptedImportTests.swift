import Foundation
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

struct InterruptedImportTests {
    /// More photos than are committed in one step.
    @Test func `a killed photo import continues`() throws {
        let folder = try ScratchFolder(inMemory: true)
        let photos = folder.path.appending("photos")
        try FileSystem.makeDirectory(photos)
        for number in 0..<205 {
            var exif = EXIFBlock()
            exif.addText(0x9003, "2024:06:09 10:00:00")
            exif.addText(0x013B, "\(number)")
            try folder.write(
                exif.inserted(intoJPEG: TestPicture.gradient(9, 9).encoded(as: .jpeg())),
                to: photos.appending("\(number).jpg"))
        }
        let path = folder.path.appending("Library")
        let first = try HelperProcess(["import", path.string, photos.string])
        var lines = [try #require(first.readLine())]
        first.kill()
        lines += first.readLines()
        first.waitForEnd()
        try #require(lines.first?.hasPrefix("added ") == true, "\(lines)")
        let library = try Library(directory: path)
        let journal = try #require(try library.journals().first)
        #expect(try library.entries().count >= 50)
        let second = try HelperProcess(["import", path.string, photos.string])
        #expect(second.readLines().last == "done")
        let entries = try library.entries()
        #expect(entries.count == 205 && Set(entries.map { $0.media[0].blob }).count == 205)
        #expect(try library.journals() == [journal])
        #expect(entries.allSatisfy { $0.journal == journal.id })
        #expect(try library.check(readsBlobs: true).isSound)
    }
}
