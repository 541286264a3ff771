import PostcardCore
import PostcardFixtures
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// The service decodes HEIC with the isolation that it was created with.
@Suite struct IsolationTests {
    @Test(arguments: [
        "/unsafe/16x16/a.heic", "/unsafe/16x16/filters:watermark(a.heic,0,0,0)/a.jpg", "/unsafe/meta/trim/16x16/a.heic",
        "/insecure/rs:fit:16:16/plain/a.heic", "/images/custom/HI.jpg?background=a.heic&width=60",
    ])
    func `a picture is decoded with the isolation that the service was created with`(address: String) async throws {
        let (folder, counted) = (try TemporaryFolder(), CountedIsolation())
        try folder.write(Fixture.small("heic.heic").bytes, as: "a.heic")
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try await RunningServer.with(folder, isolation: counted.isolation) { server in
            let reply = try await server.get(address)
            #expect(reply.status == 200, "\(reply.text.prefix(200))")
            #expect(counted.count == 1)
        }
    }
    /// Otherwise, a request could start more processes than the limit allows.
    @Test func `an overlay in a meme request waits for its process like any other picture`() async throws {
        let (folder, counted) = (try TemporaryFolder(), CountedIsolation())
        defer { withExtendedLifetime(folder) {} }
        let workshop = try Results.of(
            folder, renderingLimit: .seconds(3_600), now: { ContinuousClock.now }, isolation: counted.isolation
        ).workshop
        let overlay = Overlay(.bytes(Fixture.small("heic.heic").bytes), in: .whole)
        let plan = MemePlan(
            baseImage: .opened(try OpenedPicture(TestPicture.jpeg())), meme: Meme(overlays: [overlay]),
            framing: MemeFile.Framing())
        let source = try Results.of(folder, renderingLimit: .seconds(3_600), now: { ContinuousClock.now }).source
        let all = try await workshop.decoders.waitingPermit(workshop.decoders.total)
        let meme = Task { try await plan.render(.none, from: source, as: .jpeg, in: workshop) }
        while workshop.decoders.load.waiting == 0, counted.count == 0 { await Task.yield() }
        #expect(counted.count == 0)
        withExtendedLifetime(all) {}
        meme.cancel()
        await #expect(throws: CancellationError.self) { try await meme.value }
    }
}
