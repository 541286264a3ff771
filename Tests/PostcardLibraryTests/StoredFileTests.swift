import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import Testing

/// The files of records. This file does not import SystemPackage: users of a library do not need it either.
@Suite struct StoredFileTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    @Test func `a path contains its text, and a name without the extension`() throws {
        let blob = try library.blobs.put(TestPicture.jpeg()).hash
        let path: FilePath = library.file(of: blob)
        #expect(path.string.hasPrefix(library.directory.string))
        #expect(path.extension == nil)
    }

    @Test func `the format of a file is determined by its bytes`() throws {
        #expect(try library.format(of: library.blobs.put(TestPicture.jpeg()).hash) == .jpeg)
        #expect(try library.format(of: library.blobs.put(TestPicture.dng()).hash) == .raw)
        #expect(try library.format(of: library.blobs.put(TestPicture.tga()).hash) == .tga)
        let video: [UInt8] = [0, 0, 0, 0x18] + Array("ftypmp42".utf8) + [UInt8](repeating: 0, count: 200)
        #expect(try library.format(of: library.blobs.put(video).hash) == nil)
    }

    @Test func `a missing file has no format`() throws {
        let error = #expect(throws: FileError.self) { try library.format(of: BlobHash(of: [1])) }
        #expect(error?.code == .missingBlob)
    }
}
