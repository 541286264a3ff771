import PostcardImaging
import PostcardTestSupport
import Synchronization
import Testing

/// `postcard info`.
@Suite struct InfoCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(
            TestPicture.jpeg(
                64, 48, orientation: 6, latitude: 48.8584, longitude: 2.2945, title: "Tower", artist: "Ada"),
            as: "a.jpg")
        try folder.write(Array("no picture".utf8), as: "b.jpg")
    }

    @Test func `the properties of a file are printed, with its upright size`() async throws {
        let result = try await postcard.run("info", "a.jpg")
        #expect(result.status == 0)
        for line in [
            "a.jpg: jpeg 48x64, \(try folder.read("a.jpg").count) bytes", "  Place: 48.8584, 2.2945", "  Title: Tower",
            "  Artist: Ada", "  Orientation: 6",
        ] { #expect(result.text.split(separator: "\n").contains(line[...]), "\(line)\n\(result.text)") }
    }

    @Test func `CSV output has one record per picture, and fields are quoted if needed`() async throws {
        var exif = EXIFBlock()
        exif.addText(0x010E, "A \"tower\", or two")
        try folder.write(exif.inserted(intoJPEG: TestPicture.gradient(64, 48).encoded(as: .jpeg())), as: "a,b.jpg")
        let result = try await postcard.run("info", "a,b.jpg", "--csv")
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0].hasPrefix("file,format,width,height,bytes,orientation,dateTaken,latitude,longitude,camera,title"))
        #expect(lines[1].hasPrefix("\"a,b.jpg\",jpeg,64,48,"))
        #expect(lines[1].contains(",\"A \"\"tower\"\", or two\","))
        #expect(try await postcard.run("info", "a,b.jpg", "--csv", "--json").status == 64)
    }

    @Test func `CSV output contains the exact names of files`() async throws {
        let name = "left\u{202E}gpj.exe.jpg"
        try folder.write(TestPicture.gradient(8, 6).encoded(as: .png), as: name)
        let result = try await postcard.run("info", name, "--csv")
        #expect(result.text.contains("\n\(name),png,8,6,"), "\(result.text)")
    }

    @Test func `standard input and several files are read`() async throws {
        struct Fact: Decodable { let file: String, format: String, width: Int }
        try folder.write(TestPicture.gradient(8, 6).encoded(as: .png), as: "c.png")
        let facts = try await postcard.run(["info", "c.png", "-", "--json"], input: folder.read("a.jpg"))
            .json([Fact].self)
        expectEqual(facts.map(\.file), ["c.png", "-"])
        expectEqual(facts.map(\.format), ["png", "jpeg"])
        expectEqual(facts.map(\.width), [8, 48])
    }

    /// A server's response to a request for the first bytes.
    enum RangeResponse: CaseIterable, Sendable {
        case part, partWithStatusOK, all, allOfUnknownLength, partOfUnknownLength
    }

    /// A file as cameras write it, with a profile and previews before the picture.
    private func longHeader(_ count: Int) throws -> [UInt8] {
        let file = try folder.read("a.jpg")
        let segment: [UInt8] = [0xFF, 0xEF, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 0xFFFD)
        let picture = [UInt8](repeating: 0, count: 3 << 20)
        return Array(file.prefix(2)) + Array(repeating: segment, count: count).joined() + file.dropFirst(2) + picture
    }

    @Test(arguments: RangeResponse.allCases, [0, 3, 12])
    func `only the header of a JPEG at a URL is read`(response: RangeResponse, segments: Int) async throws {
        let file = try longHeader(segments)
        let sent = Mutex<[Int]>([])
        let server = try await TestHTTPServer { request in
            let range = request.headers["range"]?.split(separator: "-").last.flatMap { Int($0) }
            guard let last = range, response != .all, response != .allOfUnknownLength else {
                sent.withLock { $0.append(file.count) }
                return TestHTTPReply(body: file, isChunked: response == .allOfUnknownLength)
            }
            let part = Array(file.prefix(last + 1))
            sent.withLock { $0.append(part.count) }
            let size = response == .partOfUnknownLength ? "*" : "\(file.count)"
            return TestHTTPReply(
                status: response == .partWithStatusOK ? 200 : 206,
                headers: [(name: "Content-Range", value: "bytes 0-\(last)/\(size)")], body: part)
        }
        let keys = ["AWS_ENDPOINT_URL": server.address, "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"]
        let postcard = PostcardCommand(in: folder, environment: keys)
        for address in ["\(server.address)/b/a.jpg", "s3://b/a.jpg"] {
            // Every S3 server sends the length.
            guard response != .partOfUnknownLength || !address.hasPrefix("s3:") else { continue }
            sent.withLock { $0 = [] }
            let result = try await postcard.run("info", address)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.text.hasPrefix("\(address): jpeg 48x64, \(file.count) bytes\n"), "\(result.text)")
            #expect(result.text.contains("  Artist: Ada"))
            guard response == .part || response == .partWithStatusOK else { continue }
            let parts = [1 << 16, 1 << 19, file.count].prefix(segments == 0 ? 1 : segments == 3 ? 2 : 3)
            #expect(sent.withLock { $0 } == Array(parts))
        }
        await server.stop()
    }

    @Test func `other formats at a URL are read completely`() async throws {
        let file = try TestPicture.gradient(8, 6).encoded(as: .png) + [UInt8](repeating: 0, count: 1 << 17)
        let server = try await TestHTTPServer { request in
            request.path == "/none" ? TestHTTPReply(status: 404) : TestHTTPReply(body: file)
        }
        let result = try await postcard.run("info", "\(server.address)/a.png")
        #expect(result.text.contains("png 8x6, \(file.count) bytes"), "\(result.errors)")
        #expect(try await postcard.run("info", "\(server.address)/none").status == 66)
        await server.stop()
    }

    @Test(
        arguments: [(["b.jpg"], 65), (["nosuch.jpg"], 66), (["a.jpg", "b.jpg"], 75), ([], 64)] as [([String], Int32)])
    func `an unreadable file is reported, and other files are shown`(files: [String], status: Int32) async throws {
        let result = try await postcard.run(["info"] + files)
        #expect(result.status == status)
        #expect(result.text.isEmpty == !files.contains("a.jpg"))
        if let wrong = files.first(where: { $0 != "a.jpg" }) { #expect(result.errors.contains(wrong)) }
    }
}
