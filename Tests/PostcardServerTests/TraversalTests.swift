import Foundation
import PostcardServer
import PostcardTestSupport
import Testing

/// Whatever the request, nothing outside the picture folder is served.
@Suite struct TraversalTests {
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let picture = try TestPicture.jpeg()
        try folder.write(picture, as: "secret/s.jpg")
        try folder.write(picture, as: "pictures/in/a.jpg")
        try folder.write(picture, as: "pictures-2/s.jpg")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: folder.path("pictures/out"), withDestinationPath: folder.path("secret"))
        try files.createSymbolicLink(
            atPath: folder.path("pictures/out.jpg"), withDestinationPath: folder.path("secret/s.jpg"))
        try files.createSymbolicLink(atPath: folder.path("pictures/up"), withDestinationPath: "..")
        try files.createSymbolicLink(atPath: folder.path("pictures/loop.jpg"), withDestinationPath: "loop.jpg")
        try files.createSymbolicLink(atPath: folder.path("pictures/inside.jpg"), withDestinationPath: "in/a.jpg")
        #expect(mkfifo(folder.path("pictures/pipe.jpg"), 0o644) == 0)
        return folder
    }

    private static func status(_ name: String) async throws -> Int {
        let folder = try folder()
        var status = 0
        try await RunningServer.with(folder, { $0.images = [folder.path("pictures")] }) { server in
            let text = try await RawConnection.exchange(
                port: try await server.port,
                sending: "GET /unsafe/\(name) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            status = Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
        }
        return status
    }

    @Test(arguments: [
        "../secret/s.jpg", "in/../../secret/s.jpg", "%2e%2e/secret/s.jpg", "%2E%2E%2Fsecret%2Fs.jpg",
        "..%2fsecret/s.jpg", "%252e%252e/secret/s.jpg", "%252e%252e%252fsecret%252fs.jpg", "..%c0%afsecret/s.jpg",
        "%c0%ae%c0%ae/secret/s.jpg", "..%5csecret%5cs.jpg", "..\\secret\\s.jpg", "....//secret/s.jpg",
        "./../secret/s.jpg", "in/./a.jpg", "in//a.jpg", "in/a.jpg%00.png", "in/a.jpg/",
        "in/a.jpg/..", "../pictures-2/s.jpg", "out/s.jpg", "out.jpg", "up/secret/s.jpg", "loop.jpg", "pipe.jpg", "in",
        "file:///etc/passwd", "file:/etc/passwd", "%2fetc%2fpasswd", "%2f%2fetc/passwd", "..;/secret/s.jpg",
        "%uff0e%uff0e/secret/s.jpg", "%ef%bc%8e%ef%bc%8e/secret/s.jpg", "in/a.jpg%", "in/a.jpg%2",
    ])
    func `nothing outside the folder is served`(name: String) async throws {
        let status = try await Self.status(name)
        #expect([400, 404].contains(status), "status \(status)")
    }

    @Test(arguments: ["/in/a.jpg", "/etc/passwd", "//secret/s.jpg"])
    func `a name with leading slashes is a name inside the folder`(name: String) async throws {
        #expect(try await Self.status(name) == 301)
        #expect(try await Self.status(String(name.drop { $0 == "/" })) == (name == "/in/a.jpg" ? 200 : 404))
    }

    @Test(arguments: ["in/a.jpg", "in%2Fa.jpg", "%2fin/a.jpg", "%69n/a.jpg", "inside.jpg", "32x32/in/a.jpg"])
    func `files inside the folder are served`(name: String) async throws {
        #expect(try await Self.status(name) == 200)
    }

    @Test func `a watermark can't come from outside the folder either`() async throws {
        #expect(try await Self.status("filters:watermark(..%2fsecret%2fs.jpg,0,0,0)/in/a.jpg") == 404)
    }
}
