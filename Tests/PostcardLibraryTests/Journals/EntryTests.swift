import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import SystemPackage
import Testing

@Suite struct EntryTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    @Test func `text and picture are both required`() async throws {
        await #expect(throws: LibraryError.self) { _ = try await library.addEntry(text: " ", media: [lab.picture()]) }
        await #expect(throws: LibraryError.self) { _ = try await library.addEntry(text: "text", media: []) }
        #expect(try library.entries().isEmpty)
    }

    @Test func `one bad picture leaves no entry`() async throws {
        let broken = Array(try TestPicture.jpeg().prefix(300))
        await #expect(throws: ImageError.self) {
            _ = try await library.addEntry(text: "text", media: [lab.picture(), .bytes(broken, name: "broken.jpg")])
        }
        await #expect(throws: LibraryError.self) {
            _ = try await library.addEntry(text: "text", media: [.bytes(Array("no picture".utf8), name: "a.txt")])
        }
        #expect(try library.entries().isEmpty)
    }

    @Test func `nothing is written after cancellation`() async throws {
        let task = Task { [library, lab] in
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await library.addEntry(text: "text", media: [lab.picture()])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try library.entries().isEmpty)
    }

    @Test func `entries are ordered by date`() async throws {
        for date in ["2024-06-10", "2024-06-08", "2024-06-09"] {
            _ = try await library.addEntry(text: date, media: [lab.picture()], date: WallTime(date))
        }
        #expect(try library.entries().map(\.text) == ["2024-06-08", "2024-06-09", "2024-06-10"])
    }

    @Test func `unchanged values are kept`() async throws {
        let entry = try await library.addEntry(
            text: "one", media: [lab.picture(), lab.picture(80)], date: WallTime("2024-06-10"))
        let changed = try await library.updateEntry(entry.id, text: "two")
        expectEqual(changed.media, entry.media)
        expectEqual(changed.date, entry.date)
        expectEqual(changed.text, "two")
        let other = try await library.updateEntry(entry.id, media: [lab.picture(90)])
        #expect(other.media.map(\.width) == [90])
        #expect(other.text == "two")
        await #expect(throws: LibraryError.self) { _ = try await library.updateEntry(entry.id, text: "") }
        #expect(try library.entry(named: entry.id.rawValue) == other)
    }

    @Test(arguments: [("IMG_1.DNG", "dng"), ("icon.ico", "ico"), ("drawing.tga", "tga")])
    func `raw files, icons and TGA have thumbnails and peeks`(name: String, format: String) async throws {
        let bytes = try format == "dng" ? TestPicture.dng() : format == "ico" ? TestPicture.ico() : TestPicture.tga()
        let folder = try TemporaryFolder()
        let path = FilePath(try folder.write(bytes, as: name))
        let entry = try await library.addEntry(text: "one", media: [.file(path), .bytes(bytes, name: name)])
        #expect(
            entry.media.map(\.width) == [64, 64]
                && entry.media.map(\.blob) == [BlobHash(of: bytes), BlobHash(of: bytes)])
        for size in RenditionSize.allCases {
            let derived = try PictureFile.read(
                library.rendition(size, of: entry.media[0].blob), maximumBytes: 1 << 20)
            #expect(try TestPicture.header(of: derived).size == PixelSize(width: 64, height: 48))
            #expect(try Image(decoding: derived)[60, 4].red > 200)
        }
    }

    @Test func `compact keeps the files of entries`() async throws {
        let entry = try await library.addEntry(text: "one", media: [lab.picture()])
        _ = try library.compactIndex()
        #expect(try library.blobs.size(of: entry.media[0].blob) == entry.media[0].bytes)
        #expect(try library.check(readsBlobs: true).isSound)
    }

    @Test func `a peek describes its picture`() async throws {
        let entry = try await library.addEntry(text: "one", media: [lab.picture(), lab.picture(90)])
        let peeks = try await library.peek(of: entry.id.rawValue)
        expectEqual(peeks.map(\.number), [1, 2])
        expectEqual(peeks.map(\.id), [entry.id.rawValue, entry.id.rawValue])
        expectEqual(peeks.map(\.kind), [.picture, .picture])
        let bytes = try PictureFile.read(peeks[1].path, maximumBytes: 1 << 20)
        #expect(try TestPicture.header(of: bytes).size.width == 90)
        await #expect(throws: LibraryError.self) { _ = try await library.peek(of: "pin-1") }
    }
}
