import Foundation
import PostcardImaging
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct OpeningTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

    @Test func `a missing folder is created only on request`() throws {
        #expect(failure { _ = try Library(directory: path("a/b")) }?.code == .notFound)
        #expect(!folder.has("a"))
        _ = try Library(directory: path("a/b"), createIfNeeded: true)
        #expect(folder.has("a/b"))
        // A library that was only opened has no files yet.
        #expect(try folder.files().isEmpty)
    }

    @Test func `a file is not a library`() throws {
        try folder.write([1], as: "file")
        #expect(failure { _ = try Library(directory: path("file")) }?.code == .notADirectory)
        #expect(failure { _ = try Library(directory: path("file"), createIfNeeded: true) }?.code == .notADirectory)
    }

    @Test func `a library of a newer version is not opened`() throws {
        let line = #"{"v":99,"seq":1,"at":"2026-11-21T10:00:00Z","changes":[]}"# + "\n"
        try folder.write(Array(line.utf8), as: "new/index.jsonl")
        #expect(failure { _ = try Library(directory: path("new")) }?.code == .newerFormat)
        #expect(try folder.read("new/index.jsonl") == Array(line.utf8))
    }

    @Test(arguments: [0, UInt64.max, 0x0123_4567_89AB_CDEF])
    func `an id consists of its kind, a hyphen and twelve letters or digits`(
        bits: UInt64
    ) throws {
        let environment = Library.Environment(now: { noon }, random: { bits })
        let library = try Library(directory: path("a"), createIfNeeded: true, environment: environment)
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2))
        #expect(RecordKey.isID(pin.id.rawValue, of: .pin))
        #expect(pin.id.rawValue.utf8.count == 16)
        // Letters that are easily mistaken for digits are excluded.
        #expect(!pin.id.rawValue.dropFirst(4).contains { "ilou".contains($0) })
    }

    @Test func `a change returns the same values that are read later, to the millisecond`() throws {
        let now = noon.addingTimeInterval(0.123_456)
        let environment = Library.Environment(now: { now }, random: { 1 })
        let library = try Library(directory: path("a"), createIfNeeded: true, environment: environment)
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2))
        #expect(try library.pins() == [pin])
        #expect(abs(pin.created.timeIntervalSince(now)) < 0.001)
    }

    @Test func `nothing is written if the clock has no four-digit year`() throws {
        let environment = Library.Environment(now: { Date(timeIntervalSince1970: 1e15) }, random: { 1 })
        let library = try Library(directory: path("a"), createIfNeeded: true, environment: environment)
        #expect(failure { _ = try library.addJournal(named: "a") }?.code == .invalidRecord)
        #expect(try library.journals().isEmpty)
    }

    @Test(arguments: [
        (7_200, "2026-09-21T16:13:20+02:00"), (0, "2026-09-21T14:13:20+00:00"), (-12_600, "2026-09-21T10:43:20-03:30"),
    ])
    func `a note without a date gets the local time`(seconds: Int, expected: String) throws {
        let environment = Library.Environment(now: { noon }, random: { 1 }, secondsFromUTC: { _ in seconds })
        let library = try Library(directory: path("a"), createIfNeeded: true, environment: environment)
        let journal = try library.addJournal(named: "a")
        #expect(try library.addNote("text", to: journal.id).date.description == expected)
    }
}

/// Two processes using one library.
@Suite struct SharedLibraryTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    @Test func `changes by one process are visible to another immediately`() throws {
        let other = try JournalLab.open(lab.folder.path("Library"))
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "one")
        #expect(try other.pins() == [pin])
        let changed = try other.updatePin(pin.id, name: "two")
        #expect(try library.pin(named: "two") == changed)
        try other.delete([pin.id])
        #expect(try library.pins().isEmpty)
        _ = try other.compactIndex()
        #expect(try library.deletedRecords().isEmpty)
    }

    @Test func `settings changed by another process take effect`() throws {
        let other = try JournalLab.open(lab.folder.path("Library"))
        #expect(try library.settings().thumbnail == 256)
        try other.changeSettings { settings in try settings.set(.thumbnail, to: "300") }
        #expect(try library.settings().thumbnail == 300)
        try library.changeSettings { settings in try settings.set(.owner, to: "Ann") }
        #expect(try other.settings().owner == "Ann")
        #expect(try other.settings().thumbnail == 300)
    }

    @Test func `a failed change leaves all settings unchanged`() throws {
        let error = failure(LibraryError.self) {
            try library.changeSettings { settings in
                try settings.set(.owner, to: "Ann")
                try settings.set(.peek, to: "never")
            }
        }
        #expect(error?.code == .invalidValue)
        #expect(try library.settings() == Settings())
    }

    /// The test runs two processes, not two library objects in one process.
    @Test func `two concurrent imports of one folder add every photo`() throws {
        let folder = try ScratchFolder(inMemory: true)
        let photos = folder.path.appending("photos")
        try FileSystem.makeDirectory(photos)
        for number in 0..<12 {
            var exif = EXIFBlock()
            exif.addText(0x9003, "2024:06:09 10:00:00")
            exif.addText(0x013B, "\(number)")
            try folder.write(
                exif.inserted(intoJPEG: TestPicture.gradient(9, 9).encoded(as: .jpeg())),
                to: photos.appending("\(number).jpg"))
        }
        let path = folder.path.appending("Library")
        let processes = try (0..<2).map { _ in try HelperProcess(["import", path.string, photos.string]) }
        for process in processes { #expect(process.readLines().last == "done") }
        let library = try Library(directory: path)
        #expect(try Set(library.entries().flatMap(\.media).map(\.blob)).count == 12)
        #expect(try library.check(readsBlobs: true).isSound)
    }
}
