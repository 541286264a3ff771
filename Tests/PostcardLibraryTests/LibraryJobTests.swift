import Foundation
import PostcardPhotos
import PostcardTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PostcardLibrary

struct LibraryJobTests {
    private let lab: JournalLab
    private var library: Library { lab.library }
    private let pin: Pin

    init() throws {
        lab = try JournalLab()
        pin = try lab.library.addPin(at: Coordinate(latitude: 48, longitude: 2), name: "Tower")
    }

    private struct Problem: Error {}

    /// Waits until the task is canceled.
    private static func waitForCancellation() async throws {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        continuation.finish()
        try Task.checkCancellation()
    }

    /// Cancels the task of the caller.
    private static func cancel() { withUnsafeCurrentTask { $0?.cancel() } }

    private static var isMainThread: Bool { Thread.isMainThread }

    // MARK: Events

    @Test func `all events arrive in order, and then the value`() async throws {
        let job = LibraryJob { (report: @Sendable (Int) -> Void) in
            for number in 1...1_000 { report(number) }
            return "done"
        }
        var events: [Int] = []
        for try await event in job { events.append(event) }
        #expect(events == Array(1...1_000))
        #expect(try await job.value == "done")
    }

    @Test func `an error arrives after the earlier events, and the value throws the same error`() async throws {
        let job = LibraryJob<Int, Void> { report in
            report(1)
            report(2)
            throw Problem()
        }
        var events: [Int] = []
        await #expect(throws: Problem.self) {
            for try await event in job { events.append(event) }
        }
        #expect(events == [1, 2])
        await #expect(throws: Problem.self) { try await job.value }
    }

    @Test func `a job runs once, and a second iteration has no events`() async throws {
        let runs = Mutex(0)
        let job = LibraryJob<Int, Int> { report in
            report(1)
            return runs.withLock { count in
                count += 1
                return count
            }
        }
        var counts: [Int] = []
        for _ in 1...2 {
            var count = 0
            for try await _ in job { count += 1 }
            counts.append(count)
        }
        #expect(counts == [1, 0])
        #expect(try await job.value == 1)
    }

    @Test func `a value needs no iteration, and a job that is never awaited does not start`() async throws {
        let isStarted = Mutex(false)
        let job = LibraryJob<Int, Int> { report in
            isStarted.withLock { $0 = true }
            report(1)
            return 2
        }
        #expect(!isStarted.withLock { $0 })
        #expect(try await job.value == 2)
        for try await _ in job { Issue.record("the job has ended") }
    }

    @MainActor @Test func `the work is not done on the main thread`() async throws {
        let job = LibraryJob<Bool, Bool> { report in
            report(Self.isMainThread)
            return Self.isMainThread
        }
        for try await isMain in job { #expect(!isMain) }
        #expect(try await !job.value)
    }

    // MARK: Stopping

    @Test func `a job stops when it is released`() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        var job: LibraryJob<Int, Void>? = LibraryJob { report in
            defer { end.finish() }
            report(1)
            try await Self.waitForCancellation()
        }
        var iterator = job?.makeAsyncIterator()
        #expect(try await iterator?.next() == 1)
        job = nil
        iterator = nil
        // This loop ends because the job ends.
        for await _ in ends {}
    }

    @Test func `cancellation of the iteration ends a download and frees its lock`() async throws {
        let source = PhotoSourceStandIn(["a"], responses: ["a": .silence])
        let job = library.openAlbum(of: pin, from: source, request: AlbumRequest(count: 1, seed: 1))
        let error = await Task { () -> (any Error)? in
            do {
                for try await event in job {
                    if case .received = event { Self.cancel() }
                }
                return nil
            } catch {
                return error
            }
        }.value
        #expect(error is CancellationError)
        #expect(try !library.isDownloading(pin.id))
        // The next call continues the download.
        source.respond("a", with: nil)
        let album = try await library.openAlbum(of: pin, from: source).value
        expectEqual(album.state, .ready)
        expectEqual(album.photos.count, 1)
    }

    @Test func `cancellation of the value stops the job`() async throws {
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let job = LibraryJob<Int, Void> { _ in
            start.finish()
            try await Self.waitForCancellation()
        }
        let task = Task { try await job.value }
        for await _ in starts {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: Jobs of a library

    @Test func `a download reports the choice, bytes and photos`() async throws {
        let source = PhotoSourceStandIn(["a", "b"])
        let job = library.openAlbum(of: pin, from: source, request: AlbumRequest(count: 2, seed: 1))
        var (chosen, stored): ([Int], [Photo.ID]) = ([], [])
        for try await event in job {
            switch event {
            case .chosen(let count, _): chosen.append(count)
            case .stored(let photo, _): stored.append(photo.id)
            default: break
            }
        }
        let album = try await job.value
        expectEqual(chosen, [2])
        #expect(Set<Photo.ID>(stored) == Set<Photo.ID>(album.photos))
        await #expect(throws: LibraryError.self) {
            try await library.replacePhotos(of: pin, from: source, request: AlbumRequest(count: 2, seed: 1)).value
        }
    }

    @Test func `an export reports each file, and an import each record with files`() async throws {
        let backup = FilePath(lab.folder.path("backup"))
        for width in [64, 65, 66] { _ = try await library.addEntry(text: "a", media: [lab.picture(width)]) }
        let export = library.export(to: backup)
        var files: [Int] = []
        for try await report in export { files.append(report.files) }
        expectEqual(files, [1, 2, 3])
        expectEqual(try await export.value.files, 3)
        await #expect(throws: LibraryError.self) { try await library.export(to: backup).value }
        #expect(try await library.export(to: backup, replacing: true).value.files == 3)
        let copy = try JournalLab.open(lab.folder.path("Copy"))
        let restoring = copy.importLibrary(from: backup)
        files = []
        for try await report in restoring { files.append(report.files) }
        expectEqual(files, [1, 2, 3])
        try expectEqual(copy.entries(), library.entries())
    }

    @Test func `the next export continues a canceled one`() async throws {
        let backup = FilePath(lab.folder.path("backup"))
        for width in [64, 65, 66] { _ = try await library.addEntry(text: "a", media: [lab.picture(width)]) }
        let library = library
        let task = Task { try library.writeExport(to: backup) { _ in Self.cancel() } }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!FileManager.default.fileExists(atPath: "\(backup)/library.json"))
        #expect(try await library.export(to: backup).value.files == 3)
        #expect(FileManager.default.fileExists(atPath: "\(backup)/library.json"))
    }

    @Test func `a picture import reports its files and makes journals`() async throws {
        for width in [64, 65] { try lab.folder.write(try TestPicture.jpeg(width, 48), as: "in/\(width).jpg") }
        let job = library.importPictures(from: FilePath(lab.folder.path("in")))
        var added = 0
        for try await event in job { if case .added = event { added += 1 } }
        expectEqual(added, 2)
        try expectEqual(library.entries().count, 2)
        expectEqual(try await job.value.map(\.id), try library.journals().map(\.id))
    }

    @Test func `maintenance has asynchronous forms with the same results`() async throws {
        _ = try await library.addEntry(text: "a", media: [lab.picture()])
        #expect(try await library.check(verifyingContents: true) == library.check(readsBlobs: true))
        #expect(try await !library.repair().isChanged)
        #expect(try await library.compact().bytesAfter > 0)
        #expect(try await library.check().isSound)
    }
}
