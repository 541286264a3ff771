import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Results stay in memory without a cache folder.
@Suite struct ResultMemoryTests {
    private static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in },
        do test: (RunningServer, TemporaryFolder) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try await RunningServer.with(folder, change) { try await test($0, folder) }
    }

    /// The number of pictures that came from an origin.
    private static func count(_ origin: ResultOrigin, of server: RunningServer) async throws -> Int? {
        let start = "postcard_results_total{from=\"\(origin)\"} "
        return try await server.get("/metrics").text.split(separator: "\n").first { $0.hasPrefix(start) }
            .flatMap { Int($0.dropFirst(start.count)) }
    }

    @Test(arguments: [
        "/unsafe/32x/a.jpg", "/insecure/rs:fit:20:20/plain/a.jpg", "/p/small/a.jpg", "/sheet?picture=a.jpg",
        "/images/custom/Hi.jpg?background=a.jpg", "/images/crossroads/Fix/It.jpg",
    ])
    func `a repeated request is not rendered again`(target: String) async throws {
        try await Self.run {
            $0.presets = ["small=fit-in/16x16"]
        } do: { server, _ in
            let first = try await server.get(target)
            #expect(first.status == 200)
            for _ in 0..<3 {
                let again = try await server.get(target)
                #expect(again.body == first.body)
            }
            let made = try await Self.count(.made, of: server)
            #expect(made == 1)
            let memory = try await Self.count(.memory, of: server) ?? 0
            let ready = try await Self.count(.ready, of: server) ?? 0
            #expect(memory >= 1)
            #expect(memory + ready == 3)
        }
    }

    @Test func `a changed picture is rendered again`() async throws {
        try await Self.run { server, folder in
            let first = try await server.get("/unsafe/32x/a.jpg")
            try folder.write(try TestPicture.jpeg(80, 10), as: "a.jpg")
            let second = try await server.get("/unsafe/32x/a.jpg")
            #expect(first.body != second.body)
            let made = try await Self.count(.made, of: server)
            #expect(made == 2)
        }
    }

    @Test func `a result that needs an eighth of the memory is not stored`() async throws {
        try await Self.run {
            $0.limits.resultBytes = 4_096
        } do: { server, _ in
            for _ in 0..<3 {
                let reply = try await server.get("/unsafe/400x300/a.jpg")
                #expect(reply.status == 200)
            }
            let made = try await Self.count(.made, of: server)
            #expect(made == 3)
        }
    }
}
