import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct DecodedPictureTests {
    private static let size = PixelSize(width: 20, height: 10)

    @Test func `a picture is decoded once for each size`() throws {
        let pictures = DecodedPictures()
        var decoded = 0
        func decode(_ file: [UInt8], _ size: PixelSize) throws {
            _ = try pictures.image(of: file, size: size) {
                decoded += 1
                return try Image(size: size)
            }
        }
        try decode([1], Self.size)
        try decode([1], Self.size)
        #expect(decoded == 1)
        try decode([2], Self.size)
        try decode([1], PixelSize(width: 10, height: 20))
        #expect(decoded == 3)
        for _ in 0..<2 { try decode([3], PixelSize(width: 2_000, height: 2_000)) }
        #expect(decoded == 5, "A picture of 16 MB is not cached.")
    }

    @Test func `failures are not cached`() throws {
        let pictures = DecodedPictures()
        #expect(throws: CancellationError.self) {
            try pictures.image(of: [1], size: Self.size) { throw CancellationError() }
        }
        #expect(try pictures.image(of: [1], size: Self.size) { try Image(size: Self.size) }.size == Self.size)
    }

    @Test func `text appears only on its own meme`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        func meme(_ server: RunningServer, _ word: String) async throws -> [UInt8] {
            try await server.get("/images/custom/\(word).png?background=a.jpg&width=200").body
        }
        var alone: [UInt8] = []
        try await RunningServer.with(folder) { alone = try await meme($0, "second") }
        try await RunningServer.with(folder) { server in
            let first = try await meme(server, "first")
            #expect(try await meme(server, "second") == alone)
            #expect(try await meme(server, "first") == first)
            #expect(first != alone)
        }
    }
}
