import HTTPTypes
import PostcardFixtures
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// The clock advances by a second whenever it is read, so a result takes as many seconds as it has checkpoints, plus one or two.
@Suite struct RenderingLimitTests {
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        return folder
    }

    /// Returns true if a result is rendered within a number of seconds.
    private static func isMade(
        _ rendering: some Rendering, as format: ImageFormat, in seconds: Int
    ) async throws -> Bool {
        let folder = try folder()
        defer { withExtendedLifetime(folder) {} }
        let results = try Results.of(folder, renderingLimit: .seconds(seconds), now: TickingClock().now)
        let files = rendering.readsOneByOne ? .none : try await results.source.files(rendering.sources)
        do {
            _ = try await rendering.render(files, from: results.source, as: format, in: results.workshop)
            return true
        } catch let error as HTTPError {
            #expect(error == .tooMuchWork(.seconds(seconds)))
            return false
        }
    }

    private static func meme(captions: Int, on name: String = "a.jpg") -> MemePlan {
        let caption = Caption("a", in: UnitBox(x: 0.1, y: 0.1, width: 0.5, height: 0.2))
        return MemePlan(
            baseImage: .named(name), meme: Meme(captions: Array(repeating: caption, count: captions)),
            framing: MemeFile.Framing()
        )
    }

    @Test(arguments: [(1, 20, true), (50, 20, false), (50, 100, true)])
    func `captions count toward the time limit`(count: Int, seconds: Int, isMade: Bool) async throws {
        #expect(try await Self.isMade(Self.meme(captions: count), as: .jpeg, in: seconds) == isMade)
    }

    @Test func `frames count toward the time limit`() async throws {
        let frames = try AnimatedImage(decoding: Fixture.small("gif-disposal-2.gif").bytes).frameCount
        #expect(frames >= 3)
        for recipe in [Self.meme(captions: 0, on: "moves.gif"), Self.meme(captions: 1, on: "moves.gif")] {
            #expect(try await !Self.isMade(recipe, as: .gif, in: frames - 1))
            #expect(try await Self.isMade(recipe, as: .gif, in: 10 * frames))
        }
        let resized = try ThumborRequest(parsing: "8x/moves.gif").pipeline
        #expect(try await !Self.isMade(resized, as: .gif, in: frames - 1))
        #expect(try await Self.isMade(resized, as: .gif, in: 10 * frames))
    }

    @Test func `filters count toward the time limit`() async throws {
        let filters = Array(repeating: "grayscale()", count: 16).joined(separator: ":")
        let request = try ThumborRequest(parsing: "8x/filters:\(filters)/a.jpg").pipeline
        #expect(try await !Self.isMade(request, as: .jpeg, in: 8))
        #expect(try await Self.isMade(request, as: .jpeg, in: 40))
    }

    @Test func `the times for all tiles of a sheet are added up`() async throws {
        let sheet = ContactSheet(columns: 5, tileSize: PixelSize(width: 16, height: 16), textSize: 0)
        let items = Array(repeating: SheetPlan.Item(name: "a.jpg", caption: ""), count: 40)
        let recipe = SheetPlan(sheet, of: items)
        #expect(try await !Self.isMade(recipe, as: .jpeg, in: 30))
        #expect(try await Self.isMade(recipe, as: .jpeg, in: 80))
    }

    private static func workshop(_ folder: TemporaryFolder) throws -> Workshop {
        try Results.of(folder, renderingLimit: .seconds(10), now: TickingClock().now).workshop
    }

    @Test func `the times for all parts of the work are added up`() async throws {
        let folder = try Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let (workshop, time) = (try Self.workshop(folder), Workshop.RenderingTime())
        for _ in 0..<3 { try await workshop.work(on: 1, within: time) {} }
        await #expect(throws: HTTPError.tooMuchWork(.seconds(10))) {
            for _ in 0..<5 { try await workshop.work(on: 1, within: time) { try ImageWork.checkpoint() } }
        }
    }

    @Test func `canceled work does not start`() async throws {
        let folder = try Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let workshop = try Self.workshop(folder)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await workshop.work(on: 1) { _ = Issue.record("It began.") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `the client is asked to request less`() {
        let httpError = HTTPError.tooMuchWork(.seconds(30))
        #expect(httpError.status.code == 422)
        #expect(httpError.detail.contains("30 seconds"))
        #expect(httpError.retryAfter == nil)
    }

    @Test func `waiting for memory does not count toward the time limit`() async throws {
        // The clock is stopped, so waiting in queues uses no time.
        let start = ContinuousClock().now
        let folder = try Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let results = try Results.of(folder, renderingLimit: .zero, now: { start })
        let meme = Self.meme(captions: 3)
        let files = try await results.source.files(meme.sources)
        let made = try await meme.render(files, from: results.source, as: .jpeg, in: results.workshop)
        #expect(!made.bytes.isEmpty)
    }
}
