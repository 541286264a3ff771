import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardCommands
@testable import postcard

/// `postcard app` as a command; Tests/Browser opens what it serves.
@Suite struct AppCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    @Test(arguments: [
        ["--port", "99999"], ["--port", "x"], ["--app-folder", "nosuch"], ["--library", ""], ["more"],
        ["--tiles", "nonsense x"], ["--tiles", "https://tile.example.org/{z}/{x}/{y}.png"],
    ])
    func `the app does not start with invalid options`(arguments: [String]) async throws {
        let result = try await postcard.run(["app", "--no-browser"] + arguments)
        #expect(result.status != 0)
        #expect(!result.errors.isEmpty)
        #expect(result.output.isEmpty)
    }

    // MARK: The browser

    /// The folders to which the page for the browser can be written.
    enum RuntimeFolder: CaseIterable {
        case own
        /// A folder that other users can read.
        case open
        case missing
    }

    /// Returns the command with a script instead of `xdg-open`, in an environment with a display.
    private func command(withBrowser script: String) throws -> PostcardCommand {
        let program = try folder.write(Array(script.utf8), as: "bin/xdg-open")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        try folder.write([], as: "temporary/.keep")
        var app = postcard
        app.environment["PATH"] = "\(folder.path("bin")):/usr/bin:/bin"
        app.environment["DISPLAY"] = ":9"
        app.environment["TMPDIR"] = folder.path("temporary")
        return app
    }

    /// Runs the app with a stand-in for `xdg-open` that reports its argument, and waits while `body` checks that. Then a signal ends the
    /// app.
    private func run(
        _ runtime: RuntimeFolder, endingBy signal: Int32 = SIGINT, _ body: (String) async throws -> Void
    ) async throws -> PostcardCommand.Result {
        try folder.write([], as: "run/.keep")
        try FileManager.default.setAttributes(
            [.posixPermissions: runtime == .own ? 0o700 : 0o755], ofItemAtPath: folder.path("run"))
        for name in ["opened", "close"] { try #require(mkfifo(folder.path(name), 0o600) == 0) }
        let script = """
            #!/bin/sh
            printf %s "$1" > '\(folder.path("opened"))'
            read -r line < '\(folder.path("close"))'
            """
        var app = try command(withBrowser: script)
        app.environment["XDG_RUNTIME_DIR"] = runtime == .missing ? nil : folder.path("run")
        let run = try app.start(["app", "--port", "0"])
        let opened = try await blocking { [folder] in
            try FileHandle(forReadingFrom: URL(filePath: folder.path("opened"))).readToEnd()
        }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(String(decoding: opened ?? Data(), as: UTF8.self)))
        } catch {
            outcome = .failure(error)
        }
        try await blocking { [folder] in try FileHandle(forWritingTo: URL(filePath: folder.path("close"))).close() }
        run.send(signal: signal)
        let result = try await run.result()
        try outcome.get()
        return result
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// The arguments and environments of all processes, as far as this user can read them.
    private func processes() throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.flatMap { process in
            ["cmdline", "environ"].compactMap { try? Array(Data(contentsOf: URL(filePath: "/proc/\(process)/\($0)"))) }
        }
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline"), "needs /proc"),
        arguments: RuntimeFolder.allCases)
    func `the browser gets a page that only this user can read, and no process shows the ticket`(
        runtime: RuntimeFolder
    ) async throws {
        var origin = ""
        let result = try await run(runtime) { path in
            try #require(!path.contains("#t="))
            let page = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            let parent = URL(filePath: path).deletingLastPathComponent().path
            #expect(try permissions(path) == 0o600)
            #expect(try permissions(parent) == 0o700)
            #expect(parent.hasPrefix(folder.path(runtime == .own ? "run" : "temporary/postcard-")))
            let link = try #require(
                try /content="0; url=(http:\/\/127\.0\.0\.1:[0-9]+)\/app\/#t=([A-Za-z0-9_-]{43})"/.firstMatch(in: page))
            let ticket = String(link.2)
            origin = String(link.1)
            #expect(page.contains("<a href=\"\(origin)/app/#t=\(ticket)\">"))
            let processes = try processes()
            #expect(processes.contains { $0.contains(Array(path.utf8)) })
            #expect(!processes.contains { $0.contains(Array(ticket.utf8)) })
            #expect(try await signIn(at: origin, ticket) == 200)
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(try folder.files().filter { $0.hasPrefix("run/") || $0.hasPrefix("temporary/") }.count == 2)
        }
        #expect(result.status == 0, "\(result.errors)")
        // If no browser signs in, the whole URL is printed later.
        #expect(result.text.hasPrefix("Postcard is open at \(origin)/app/\n"))
    }

    /// Signs in as a browser does; returns the status.
    private func signIn(at origin: String, _ ticket: String) async throws -> Int? {
        var request = URLRequest(url: try #require(URL(string: "\(origin)/session")))
        request.httpMethod = "POST"
        request.setValue("same-origin", forHTTPHeaderField: "Sec-Fetch-Site")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"ticket": "\#(ticket)"}"#.utf8)
        return (try await URLSession.shared.data(for: request).1 as? HTTPURLResponse)?.statusCode
    }

    @Test(arguments: [SIGINT, SIGTERM], [RuntimeFolder.own, .missing])
    func `the page is removed when the command ends`(signal: Int32, runtime: RuntimeFolder) async throws {
        var page = ""
        let result = try await run(runtime, endingBy: signal) { path in
            #expect(FileManager.default.fileExists(atPath: path))
            page = path
        }
        #expect(result.status == 0, "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: page))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("temporary")) == [".keep"])
    }

    /// A browser that is slow to start is still being started when someone presses Ctrl-C.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs /proc"),
        arguments: 1...TestScale.count(quick: 4, all: 20))
    func `Ctrl-C is not ignored while the browser is being started`(_ attempt: Int) async throws {
        // The stand-in for the browser records the signals that the app ignores, and ends the app with another one.
        let script = """
            #!/bin/sh
            until [ -s '\(folder.path("process"))' ]; do :; done
            read -r process < '\(folder.path("process"))'
            while read -r name mask; do [ "$name" = SigIgn: ] && break; done < /proc/$process/status
            printf %s "$mask" > '\(folder.path("ignored"))'
            kill -TERM "$process"
            """
        let run = try command(withBrowser: script).start(["app", "--port", "0"])
        try folder.write(Array("\(run.processIdentifier)\n".utf8), as: "process")
        let result = try await run.result()
        #expect(result.status == 0, "\(result.errors)")
        let ignored = try #require(UInt64(String(decoding: try folder.read("ignored"), as: UTF8.self), radix: 16))
        #expect(ignored & 1 << UInt64(SIGINT - 1) == 0)
    }

    @Test(arguments: [false, true])
    func `the URL is printed later if no browser has signed in, and the page is removed once it has expired`(
        isUsed: Bool
    ) async throws {
        let page = SignInPage()
        let path = try #require(page.write(leadingTo: "http://127.0.0.1:1/app/#t=A")).string
        var (waits, reported): ([Duration], [Bool]) = ([], [])
        await page.expire(
            after: .seconds(600),
            sleep: { duration in
                waits.append(duration)
                #expect(FileManager.default.fileExists(atPath: path) != (isUsed && waits.count > 1))
                if isUsed { page.remove() }
            }, late: { reported.append(FileManager.default.fileExists(atPath: path)) })
        expectEqual(waits.reduce(.zero, +), .seconds(600))
        expectEqual(waits.first, SignInPage.timeout)
        expectEqual(reported, (isUsed ? [] : [true]))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(page.write(leadingTo: "http://127.0.0.1:1/app/#t=B") == nil)
    }
}
