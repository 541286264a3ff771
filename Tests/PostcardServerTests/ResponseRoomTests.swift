import NIOHTTP1
import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// The memory for responses that clients do not read.
@Suite struct ResponseRoomTests {
    private static func room(_ total: Int = 800) -> ResponseBudget {
        ResponseBudget(WeightedSemaphore(total: total, of: .responseBytes, queueLimit: 0, timeout: .zero))
    }

    @Test func `a client gets an eighth of the memory, and one response of any size`() throws {
        let room = Self.room()
        let first = room.share(of: "192.0.2.1")
        var permits = try [60, 40].map { try first.permit($0) }
        #expect(throws: HTTPError.self) { try first.permit(1) }
        let other = try room.share(of: "192.0.2.2").permit(500)
        #expect(throws: HTTPError.self) { try room.share(of: "192.0.2.2").permit(1) }
        #expect(room.all.load.used == 600)
        permits.removeFirst()
        permits.append(try first.permit(60))
        withExtendedLifetime((permits, other)) {}
        permits = []
        #expect(room.all.load.used == 500)
        // Finished clients are forgotten.
        permits.append(try first.permit(300))
        #expect(room.all.load.used == 800)
        withExtendedLifetime((permits, other)) {}
    }

    @Test(arguments: [
        ("2001:db8::1", "2001:db8::2", false), ("2001:db8::1", "2001:db8:0:1::1", true),
        ("192.0.2.1", "192.0.2.2", true), (IPAddress.unknown, IPAddress.unknown, true),
    ])
    func `clients are distinguished by their networks`(first: String, second: String, both: Bool) throws {
        let room = Self.room()
        let permit = try room.share(of: first).permit(90)
        let other = try? room.share(of: second).permit(90)
        #expect((other != nil) == both)
        withExtendedLifetime((permit, other)) {}
    }

    /// A proxy sends requests for two clients, one of which does not read its pictures.
    @Test func `a client that reads nothing is rejected, and others are not`() async throws {
        let target = "/unsafe/400x400/filters:noise(80):format(png)/a.jpg"
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try await RunningServer.with(
            folder,
            {
                $0.trustedProxies = ["127.0.0.1"]
                // Two pictures of 450 kB are more than a client's share.
                $0.limits.sourceBytesInFlight = 4 << 20
                $0.maximumSourceBytes = 1 << 20
            }
        ) { server in
            let slow: HTTPHeaders = ["X-Forwarded-For": "192.0.2.1"]
            try await server.holding(target, slow) {
                let refused = try await server.get(target, slow)
                #expect(refused.status == 503)
                #expect(refused["Retry-After"] != nil)
                let other = try await server.get(
                    target, ["X-Forwarded-For": "192.0.2.2"])
                #expect(other.status == 200)
            }
            #expect(try await server.get(target, slow).status == 200)
        }
    }
}
