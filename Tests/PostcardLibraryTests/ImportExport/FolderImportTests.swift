import Foundation
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct FolderImportTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    /// Writes a photo taken at a given date and place.
    private func write(
        _ name: String, date: String? = nil, at position: (latitude: Double, longitude: Double)? = nil
    ) throws {
        var exif = EXIFBlock()
        // Makes every file different.
        exif.addText(0x013B, name)
        if let date { exif.addText(0x9003, date.replacingOccurrences(of: "-", with: ":") + " 10:00:00") }
        if let position { exif.addPosition(latitude: position.latitude, longitude: position.longitude) }
        let bytes = exif.inserted(intoJPEG: try TestPicture.gradient(9, 9).encoded(as: .jpeg()))
        try lab.folder.write(bytes, as: "in/\(name).jpg")
    }

    @discardableResult
    private func run(_ report: (FolderImportEvent) -> Void = { _ in }) async throws -> [Journal] {
        let plan = try await library.planImport(of: FilePath(lab.folder.path("in")), report: report)
        return try await library.addPictures(as: plan, report: report)
    }

    @Test(arguments: [
        (["2024-06-01"], ["1 June 2024"]), (["2024-06-01", "2024-06-04"], ["1 to 4 June 2024"]),
        (["2024-06-01", "2024-06-05"], ["Single photos"]),
        (["2024-06-01", "2024-06-05", "2024-06-06"], ["5 to 6 June 2024", "1 June 2024"]),
        (["2024-02-27", "2024-03-01"], ["27 February to 1 March 2024"]),
        (
            ["2023-12-30", "2024-01-02", "2024-01-05", "2024-02-01", "2024-03-01"],
            ["30 December 2023 to 5 January 2024", "Single photos"]
        ),
    ])
    func `four days without a photo separate two journeys`(dates: [String], names: [String]) async throws {
        for date in dates { try write(date, date: date) }
        try await expectEqual(run().map(\.name), names)
        try expectEqual(Set(library.journals().map(\.name)), Set(names))
        try expectEqual(library.entries().count, dates.count)
    }

    @Test func `photos without a date get the date in the file name, or else the date of the file`() async throws {
        try write("IMG_20240601_101112")
        try write("b", date: "2024-06-01")
        try write("c")
        let changed = Date(timeIntervalSince1970: 1_717_200_000)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: lab.folder.path("in/c.jpg"))
        var dated: [String: DateOrigin] = [:]
        let journals = try await run { event in
            if case .added(let entry, let path) = event { dated[path.stem ?? ""] = entry.media[0].dateOrigin }
        }
        expectEqual(journals.map(\.name), ["1 June 2024"])
        expectEqual(dated, ["IMG_20240601_101112": .fileName, "c": .fileTime])
        // Local time at the photos' position is two hours ahead of UTC.
        try expectEqual(
            library.entries().map(\.date.description),
            ["2024-06-01T02:00:00+02:00", "2024-06-01T10:00:00", "2024-06-01T10:11:12"])
    }

    @Test(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"))
    func `a video dated in UTC is sorted between the photos around it, on their day`() async throws {
        for (name, time) in [("a", "08:00:00"), ("c", "09:00:00")] {
            var exif = EXIFBlock()
            exif.addText(0x013B, name)
            exif.addEXIFText(0x9003, "2024:06:10 \(time)")
            exif.addEXIFText(0x9011, "+09:00")
            try lab.folder.write(
                exif.inserted(intoJPEG: TestPicture.gradient(9, 9).encoded(as: .jpeg())), as: "in/\(name).jpg")
        }
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "color=blue:size=64x48:rate=10:duration=1", "-metadata",
            "creation_time=2024-06-09T23:30:00Z", lab.folder.path("in/b.mp4"),
        ])
        let journals = try await run()
        expectEqual(journals.map(\.name), ["10 June 2024"])
        try expectEqual(library.entries().map { $0.media[0].name }, ["a.jpg", "b.mp4", "c.jpg"])
        try expectEqual(library.entries()[1].date.description, "2024-06-10T08:30:00+09:00")
    }

    @Test func `photos within a kilometer share one place, which has a pin`() async throws {
        // 0.001 degrees of latitude are 111 m.
        for (name, latitude) in [("a", 48.0), ("b", 48.005), ("c", 48.1)] {
            try write(name, date: "2024-06-01", at: (latitude, 2))
        }
        try write("d", date: "2024-06-01")
        let journal = try #require(try await run().first)
        let contents = try library.contents(of: journal)
        expectEqual(contents.places.count, 2)
        expectEqual(contents.stops.map(\.entries.count).sorted(), [1, 1, 2])
        try expectEqual(library.pins().map(\.id), contents.places.map(\.pin))
    }

    @Test func `each file is reported, and a damaged one does not stop the others`() async throws {
        try write("a", date: "2024-06-01")
        try write("c", date: "2024-06-01")
        let half = Array(try lab.folder.read("in/a.jpg").prefix(300))
        try lab.folder.write(half, as: "in/b.jpg")
        try lab.folder.write(try lab.folder.read("in/a.jpg"), as: "in/sub/same.jpg")
        var events: [String] = []
        try await run { event in
            switch event {
            case .added(_, let path): events.append("added \(path.stem ?? "")")
            case .begun, .read: break
            case .known(let path): events.append("known \(path.stem ?? "")")
            case .failed(let path, _): events.append("failed \(path.stem ?? "")")
            }
        }
        #expect(events.sorted() == ["added a", "added c", "failed b", "known same"])
        #expect(try library.entries().count == 2)
        #expect(try library.check(readsBlobs: true).isSound)
    }

    @Test func `files imported later join the journal of their days`() async throws {
        try write("a", date: "2024-06-01", at: (48, 2))
        let journal = try #require(try await run().first)
        try write("b", date: "2024-06-01", at: (48.001, 2))
        try write("c", date: "2024-06-02", at: (48.001, 2))
        #expect(try await run().isEmpty)
        let contents = try library.contents(of: journal)
        #expect(contents.stops.map(\.entries.count) == [2, 1])
        #expect(contents.places.map(\.date.day) == ["2024-06-01", "2024-06-02"])
        // The photos of both days are at one pin.
        try expectEqual(library.pins().count, 1)
        expectEqual(Set(contents.places.map(\.pin)).count, 1)
        try expectEqual(library.journals().map(\.id), [journal.id])
        try expectEqual(library.journals().map(\.name), ["1 to 2 June 2024"])
    }

    @Test func `single photos join those of earlier imports, but a journey gets its own journal`() async throws {
        for day in ["2024-01-01", "2024-02-01"] { try write(day, date: day) }
        let singles = try #require(try await run().first)
        for day in ["2024-02-02", "2024-02-03", "2024-04-01"] { try write(day, date: day) }
        try await expectEqual(run().map(\.name), ["2 to 3 February 2024"])
        try expectEqual(library.entries(of: singles.id).map(\.date.day), ["2024-01-01", "2024-02-01", "2024-04-01"])
        // A day that is already in the journal of single photos stays there.
        try write("same day", date: "2024-04-01")
        try await expectEqual(run(), [])
        try expectEqual(library.entries(of: singles.id).count, 4)
    }

    @Test func `a plan writes nothing, and the import follows it`() async throws {
        for (name, day) in [("a", "2024-06-01"), ("b", "2024-06-02"), ("c", "2024-08-01"), ("d", "2024-10-01")] {
            try write(name, date: day, at: (48, 2))
        }
        try lab.folder.write(Array("text".utf8), as: "in/bad.jpg")
        let naming: PlaceNaming = { _ in "Orléans" }
        let folder = FilePath(lab.folder.path("in"))
        let plan = try await library.planImport(of: folder, naming: naming)
        expectEqual(plan.parts.map(\.name), ["Orléans, 1 to 2 June 2024", "Single photos"])
        expectEqual(plan.parts.map(\.count), [2, 2])
        expectEqual(plan.parts.map(\.journal), [nil, nil])
        expectEqual(plan.unreadable, [folder.appending("bad.jpg")])
        try expectEqual(library.entries().count, 0)
        try expectEqual(library.journals(), [])
        try await expectEqual(library.addPictures(as: plan, naming: naming).map(\.name), plan.parts.map(\.name))
        try expectEqual(library.pins().map(\.name), ["Orléans"])
        let again = try await library.planImport(of: folder, naming: naming)
        expectEqual(again.parts.count, 0)
        expectEqual(again.knownCount, 4)
    }

    @Test func `undoing an import leaves earlier records, and can be reverted`() async throws {
        let old = try library.addJournal(named: "Old")
        try write("0", date: "2024-06-01", at: (48, 2))
        _ = try await library.addMedia([.file(FilePath(lab.folder.path("in/0.jpg")))], to: old.id)
        for (name, day) in [("a", "2024-06-01"), ("b", "2024-07-01"), ("c", "2024-07-02")] {
            try write(name, date: day, at: (48, 2))
        }
        let new = try #require(try await run().first)
        let undone = try library.undoLastImport()
        expectEqual(undone, UndoneImport(entries: 3, journals: [new.id], pins: 1))
        try expectEqual(library.journals(), [old])
        try expectEqual(library.entries().map { $0.media[0].name }, ["0.jpg"])
        try expectEqual(library.contents(of: old).places, [])
        try expectEqual(library.pins(), [])
        expectEqual(#expect(throws: LibraryError.self) { try library.undoLastImport() }?.code, .notFound)
        try library.restore([new.id])
        try expectEqual(library.entries(of: new.id).count, 2)
        #expect(try library.check(readsBlobs: true).isSound)
    }

    @Test func `a journal with a note survives the undoing of its import`() async throws {
        for day in ["2024-06-01", "2024-06-02"] { try write(day, date: day, at: (48, 2)) }
        let journal = try #require(try await run().first)
        _ = try library.addNote("Rain", to: journal.id)
        try expectEqual(library.undoLastImport(), UndoneImport(entries: 2, journals: [], pins: 1))
        let contents = try library.contents(of: journal)
        expectEqual(contents.places, [])
        expectEqual(contents.stops.flatMap(\.notes).map(\.text), ["Rain"])
    }

    @Test func `an empty or missing folder imports nothing`() async throws {
        try lab.folder.write([1], as: "in/notes.txt")
        #expect(try await run().isEmpty)
        let error = await #expect(throws: FileError.self) {
            try await library.importPictures(from: FilePath(lab.folder.path("nowhere"))).value
        }
        #expect(error?.code == .notFound)
    }

    @Test func `a canceled import keeps its entries, and can continue`() async throws {
        let names = (0..<7).map { "\($0)" }
        for name in names { try write(name, date: "2024-06-01", at: (48, 2)) }
        for count in [0, 1, 3] {
            let before = try library.entries().count
            let task = Task { [self] in
                var (phases, left) = (0, count)
                if count == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                return try await run { event in
                    if case .begun = event { phases += 1 }
                    guard phases == 2, case .read = event else { return }
                    left -= 1
                    if left == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            #expect(try library.entries().count == before + count)
            #expect(try library.check(readsBlobs: true).isSound)
        }
        #expect(try await run().isEmpty)
        let entries = try library.entries()
        #expect(entries.count == names.count && Set(entries.map(\.journal)).count == 1)
        #expect(try library.pins().count == 1)
    }

    @Test(
        arguments: [
            (["index.jsonl", "blobs/ab/cd"], "is a library"), (["library.json", "blobs/ab/cd"], "is an export"),
            ([".library.json.part"], "unfinished"), ([".library.json.part", "blobs/ab/cd"], "unfinished"),
            (["blobs/ab/cd"], "unfinished"),
        ], ["", "/pictures/old"])
    func `a library or an export, complete or not, is not imported as photos`(
        of folder: (files: [String], words: String), below: String
    ) async throws {
        try write("a", date: "2024-06-01")
        for file in folder.files { try lab.folder.write([1], as: "in\(below)/\(file)") }
        let error = await #expect(throws: FileError.self) { try await run() }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains(folder.words) == true, "\(error?.message ?? "")")
        #expect(try library.entries().isEmpty)
    }

    @Test func `a folder that merely has the same name as a library folder is imported as photos`() async throws {
        try write("blobs/a", date: "2024-06-01")
        #expect(try await run().count == 1)
    }

    @Test func `a library is not reported as lost if a process dies after its first blob`() async throws {
        _ = try await library.storeMedium(lab.picture())
        #expect(library.foundDamage == nil)
        #expect(try library.check(readsBlobs: true).isSound)
    }
}
