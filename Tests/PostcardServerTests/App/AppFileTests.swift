import Foundation
import NIOHTTP1
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct AppFileTests {
    /// The folder with the app's files in this package.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/PostcardWeb/app")

    @Test func `the program contains every file in the folder, and code in its compact form`() throws {
        let files = AppFiles.program
        let found = FileManager.default.enumerator(atPath: Self.folder.path)?.compactMap { $0 as? String } ?? []
        let names = found.filter { name in
            var isFolder: ObjCBool = false
            let path = Self.folder.appending(path: name).path
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        }
        #expect(!names.isEmpty)
        for name in names where ![AppFiles.shell, AppFiles.worker].contains(name) {
            let bytes = try Array(Data(contentsOf: Self.folder.appending(path: name)))
            let isStyle = name.hasSuffix(".css")
            let isCode = isStyle || name.hasSuffix(".js")
            #expect(
                files[name]?.bytes == (isCode ? CompactCode(bytes, isStyle: isStyle).bytes : bytes),
                "\(name): run Sources/PostcardWeb/embed")
        }
        #expect(Set(files.names).isSubset(of: Set(names + ["fonts/frankmark.ttf"])), "run Sources/PostcardWeb/embed")
    }

    @Test func `every URL of the app returns the shell, which links to files of the current version`() async throws {
        try await AppLab.run { app in
            for target in ["/app/", "/app/pins/pin-000000000000", "/app/memes/new?photo=x", "/app/-/x", "/app/a.js"] {
                let reply = try await app.lab.server.get(target)
                #expect(reply.status == 200, "\(target)")
                #expect(reply["Content-Type"] == "text/html; charset=utf-8", "\(target)")
                #expect(reply.text.contains("/app/-/\(AppFiles.program.version)/js/main.js"))
                #expect(reply["Cache-Control"] == "no-cache")
                let tag = try #require(reply["ETag"])
                #expect(try await app.lab.server.get(target, ["If-None-Match": tag]).status == 304)
            }
        }
    }

    @Test(arguments: ["/", "/app"])
    func `the root URL redirects to the app`(target: String) async throws {
        try await AppLab.run { app in
            let reply = try await app.lab.server.get(target)
            #expect(reply.status == 302)
            #expect(reply["Location"] == "/app/")
        }
    }

    @Test func `versioned files are cached permanently, and compressed for clients that accept gzip`() async throws {
        try await AppLab.run { app in
            let target = "/app/-/\(AppFiles.program.version)/js/main.js"
            let plain = try await app.lab.server.get(target)
            expectEqual(plain.status, 200)
            expectEqual(plain["Content-Type"], "text/javascript; charset=utf-8")
            expectEqual(plain["Cache-Control"], "public, max-age=31536000, immutable")
            expectEqual(plain["Vary"], "Accept-Encoding")
            #expect(plain["Content-Encoding"] == nil)
            let small = try await app.lab.server.get(target, ["Accept-Encoding": "br, gzip;q=0.5"])
            #expect(small["Content-Encoding"] == "gzip")
            #expect(small.body.count < plain.body.count)
            #expect(small["ETag"] != plain["ETag"])
            #expect(try await app.lab.server.get(target, ["Accept-Encoding": "gzip;q=0"]).body == plain.body)
            let folder = try TemporaryFolder()
            let file = try folder.write(small.body, as: "main.js.gz")
            let unpacked = Process()
            unpacked.executableURL = URL(filePath: "/usr/bin/env")
            unpacked.arguments = ["gzip", "-d", file]
            try unpacked.run()
            unpacked.waitUntilExit()
            #expect(try Array(Data(contentsOf: folder.url.appending(path: "main.js"))) == plain.body)
        }
    }

    @Test(arguments: [
        "/app/-/000000000000/js/main.js", "/app/-/{version}/js/nosuch.js", "/app/-/{version}/index.html",
        "/app/-/{version}/", "/app/-/{version}/../../../etc/passwd", "/app/-/{version}/js%2F..%2Findex.html",
    ])
    func `other files and versions are not found`(target: String) async throws {
        try await AppLab.run { app in
            let target = target.replacing("{version}", with: AppFiles.program.version)
            let status = try await app.lab.server.get(target).status
            #expect(status == 404, "\(target)")
        }
    }

    @Test func `the app's folder is read for each request, and files outside it are not served`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("<script src=/app/-/{version}/a.js>".utf8), as: "app/index.html")
        try folder.write(Array("1".utf8), as: "app/a.js")
        try folder.write(Array("2".utf8), as: "app/sw.js")
        try folder.write(Array("secret".utf8), as: "secret.js")
        try folder.write(Array("secret".utf8), as: "app/.git/config.js")
        try await AppLab.run({ $0.appFolder = folder.path("app") }) { app in
            #expect(try await app.lab.server.get("/app/").text == "<script src=/app/-/dev/a.js>")
            let first = try await app.lab.server.get("/app/-/dev/a.js")
            #expect(first.text == "1")
            #expect(first["Cache-Control"] == "no-store")
            try folder.write(Array("3".utf8), as: "app/a.js")
            #expect(try await app.lab.server.get("/app/-/dev/a.js").text == "3")
            #expect(try await app.lab.server.get("/app/sw.js").text.hasSuffix("\n2"))
            for name in ["../secret.js", "%2e%2e/secret.js", "..%2Fsecret.js", ".git/config.js", "x/../a.js", "b.js"] {
                let status = try await app.lab.server.get("/app/-/dev/\(name)").status
                #expect(status == 404, "\(name)")
            }
        }
    }

    @Test func `a folder without a shell causes a startup error`() async throws {
        let folder = try TemporaryFolder()
        await #expect(throws: StartupError.self) {
            try await AppLab.run({ $0.appFolder = folder.url.path }) { _ in }
        }
    }

    @Test func `the app's pages can load only the app's files, and other pages can load nothing`() async throws {
        try await AppLab.run { app in
            let shell = try await app.lab.server.get("/app/")
            let policy = try #require(shell["Content-Security-Policy"])
            for rule in [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'",
                "frame-src 'self'",
                "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types app",
            ] {
                #expect(policy.split(separator: "; ").contains(Substring(rule)), "\(rule)")
            }
            #expect(!policy.contains("unsafe"))
            #expect(!policy.contains("data:"))
            expectEqual(shell["Cross-Origin-Opener-Policy"], "same-origin")
            expectEqual(shell["Cross-Origin-Resource-Policy"], "same-origin")
            expectEqual(shell["Permissions-Policy"]?.contains("geolocation=(self)"), true)
            expectEqual(shell["X-Content-Type-Options"], "nosniff")
            for target in ["/session", "/openapi.json", "/library/pins", "/nothing"] {
                let reply = try await app.lab.get(target)
                #expect(reply["Content-Security-Policy"] == "default-src 'none'; sandbox", "\(target)")
            }
        }
    }

    @Test(arguments: ["/app", "/app/", "/session"])
    func `there is no app without a library or a host name`(target: String) async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let status = try await server.get(target).status
            #expect(status == 404)
        }
        try await AppLab.run({ $0.host = "0.0.0.0" }) { app in
            let status = try await app.lab.server.get(target).status
            #expect(status == 404)
        }
    }

    @Test(arguments: [("postcards.example.org", 200), ("evil.example", 421)])
    func `a service on a network serves the app at its host name`(name: String, status: Int) async throws {
        try await AppLab.run({
            $0.host = "0.0.0.0"
            $0.publicAddress = "https://postcards.example.org"
        }) { app in
            let reply = try await app.lab.server.get("/app/", ["Host": name])
            #expect(reply.status == status)
        }
    }
}
