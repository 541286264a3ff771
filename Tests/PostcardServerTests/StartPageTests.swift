import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct StartPageTests {
    @Test func `the start page shows URLs to try, and the complete one works`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let reply = try await server.get("/")
            expectEqual(reply.status, 200)
            expectEqual(reply["Content-Type"], "text/html; charset=utf-8")
            let links = reply.text.matches(of: /href="([^"]*)"/).map { String($0.1) }
            expectEqual(links.count, 2)
            for link in links { #expect(try await server.get(link).status == 200, "\(link)") }
            expectEqual(reply.text.matches(of: /<dt>/).count, 3)
        }
    }

    @Test func `if URLs must be signed, none is a link, and a preset's name is escaped`() {
        let page = StartPage(APIFeatures(hasKeys: true, presets: ["<small>"])).html
        #expect(page.contains("/p/&lt;small&gt;/PICTURE"))
        #expect(page.contains("SIGNATURE"))
        expectEqual(page.matches(of: /href="\/images/).count, 0)
    }

    @Test func `a service with the app redirects to it`() async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.server.get("/")
            expectEqual(reply.status, 302)
            expectEqual(reply["Location"], "/app/")
        }
    }
}
