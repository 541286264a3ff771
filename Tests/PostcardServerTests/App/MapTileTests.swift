import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct MapTileTests {
    @Test func `the session response has the tiles' URL and credit, and pages can load the tiles`() async throws {
        try await AppLab.run({
            $0.tiles = "https://tile.example.org:8443/{z}/{x}/{y}.png?key=a © someone else"
        }) { app in
            let cookie = try await app.cookie()
            let tiles = try await app.get("/session", cookie: cookie).object["tiles"] as? [String: String]
            #expect(
                tiles == ["url": "https://tile.example.org:8443/{z}/{x}/{y}.png?key=a", "credit": "© someone else"])
            let shell = try await app.lab.server.get("/app/")
            #expect(
                shell["Content-Security-Policy"]?.contains("img-src 'self' blob: https://tile.example.org:8443;")
                    == true)
            #expect(shell["Referrer-Policy"] == "strict-origin-when-cross-origin")
        }
    }

    @Test(arguments: [
        "tile.example.org/{z}/{x}/{y}", "https://tile.example.org/{z}/{x}", "javascript:{z}{x}{y}",
        "https:///{z}/{x}/{y}",
        "https://a;script-src *;/{z}/{x}/{y}", "file:///{z}/{x}/{y}",
    ])
    func `an invalid tile URL causes a startup error`(tiles: String) async throws {
        await #expect(throws: StartupError.self) {
            try await AppLab.run({ $0.tiles = "\(tiles) © someone" }) { _ in }
        }
    }

    @Test(arguments: ["", " "])
    func `tiles without a credit cause a startup error`(credit: String) async throws {
        await #expect(throws: StartupError.self) {
            try await AppLab.run({ $0.tiles = "https://tile.example.org/{z}/{x}/{y}" + credit }) { _ in }
        }
    }
}
