import PostcardFixtures
import PostcardImaging
import PostcardServer
import PostcardTestSupport
import Testing

/// The service decodes HEIC in the process that it is made with.
@Suite struct IsolationTests {
    @Test(arguments: [
        "/unsafe/16x16/a.heic", "/unsafe/16x16/filters:watermark(a.heic,0,0,0)/a.jpg", "/unsafe/meta/trim/16x16/a.heic",
        "/insecure/rs:fit:16:16/plain/a.heic", "/images/custom/HI.jpg?background=a.heic&width=60",
    ])
    func `a picture is decoded in the process that the service is made with`(address: String) async throws {
        let (folder, counted) = (try TemporaryFolder(), CountedIsolation())
        try folder.write(Fixture.small("heic.heic").bytes, as: "a.heic")
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try await RunningServer.with(folder, isolation: counted.isolation) { server in
            let reply = try await server.get(address)
            #expect(reply.status == 200, "\(reply.text.prefix(200))")
            #expect(counted.count == 1)
        }
    }
}
