import Foundation
import PostcardCore
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// Archives and folders that shares are written to.
@Suite struct ShareOutputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

    /// Returns the files in the central directory of an archive, and checks each header (APPNOTE.TXT 4.3).
    private func files(of archive: [UInt8]) throws -> [(name: String, bytes: [UInt8], time: [UInt8])] {
        func number(_ start: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(archive[start + $1]) << (8 * $1) }
        }
        let end = archive.count - 22
        try #require(number(end, 4) == 0x0605_4B50)
        var position = number(end + 16, 4)
        #expect(number(end + 12, 4) == end - position)
        return try (0..<number(end + 10, 2)).map { _ in
            try #require(number(position, 4) == 0x0201_4B50)
            let (checksum, size, length) = (
                number(position + 16, 4), number(position + 24, 4), number(position + 28, 2)
            )
            let start = number(position + 42, 4)
            let name = archive[(position + 46)..<(position + 46 + length)]
            try #require(number(start, 4) == 0x0403_4B50)
            expectEqual(number(start + 14, 4), checksum)
            expectEqual(number(start + 18, 4), size)
            expectEqual(number(start + 26, 2), length)
            expectEqual(Array(archive[(start + 30)..<(start + 30 + length)]), Array(name))
            let bytes = Array(archive[(start + 30 + length)..<(start + 30 + length + size)])
            #expect(bytes.withUnsafeBytes { Int(CRC32.checksum(of: $0)) } == checksum)
            let time = Array(archive[(position + 12)..<(position + 16)])
            position += 46 + length
            return (String(decoding: name, as: UTF8.self), bytes, time)
        }
    }

    private func zip(_ time: String = "2024-06-09T21:14:03", replacing: Bool = false) throws -> ZipOutput {
        try ZipOutput(path("a.zip"), replacing: replacing, time: try #require(WallTime(time)))
    }

    @Test func `an archive contains its files with their checksums`() throws {
        var output = try zip()
        let large = (0..<(BlobWriter.pieceSize + 5)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let source = try folder.write(large, as: "large")
        try output.add("é/empty", [])
        try output.add("b", [1, 2, 3])
        try output.add("large", copyOf: FilePath(source), .none)
        try output.finish()
        let found = try files(of: folder.read("a.zip"))
        expectEqual(found.map(\.name), ["é/empty", "b", "large"])
        expectEqual(found.map(\.bytes), [[], [1, 2, 3], large])
        try expectEqual(folder.files(), ["a.zip", "large"])
    }

    @Test(
        arguments: [
            ("2024-06-09T21:14:03", [0xC1, 0xA9, 0xC9, 0x58]), ("1980-01-01T00:00:00", [0, 0, 0x21, 0]),
            ("2024-06", [0, 0, 0x21, 0]), ("1970-01-02T00:00:00", [0, 0, 0x22, 0]),
        ] as [(String, [UInt8])])
    func `times are in MS-DOS format`(time: String, expected: [UInt8]) throws {
        var output = try zip(time)
        try output.add("a", [1])
        try output.finish()
        #expect(try files(of: folder.read("a.zip"))[0].time == expected)
    }

    @Test func `patches are applied across the ends of copied pieces`() throws {
        let size = BlobWriter.pieceSize + 10
        var expected = [UInt8](repeating: 9, count: size)
        let source = try folder.write(expected, as: "source")
        let edit = FileEdit([
            FilePatch(offset: 0, bytes: [1, 2]), FilePatch(offset: BlobWriter.pieceSize - 2, bytes: [3, 4, 5, 6]),
            FilePatch(offset: size - 1, bytes: [7]), FilePatch(blanking: 10..<BlobWriter.pieceSize - 10),
        ])
        for index in 10..<BlobWriter.pieceSize - 10 { expected[index] = 0 }
        expected.replaceSubrange(0..<2, with: [1, 2])
        expected.replaceSubrange((BlobWriter.pieceSize - 2)..<(BlobWriter.pieceSize + 2), with: [3, 4, 5, 6])
        expected[size - 1] = 7
        var archive = try zip()
        try archive.add("a", copyOf: FilePath(source), edit)
        try archive.finish()
        #expect(try files(of: folder.read("a.zip"))[0].bytes == expected)
        var output = try FolderOutput(path("out"), replacing: false)
        try output.add("a", copyOf: FilePath(source), edit)
        try output.finish()
        #expect(try folder.read("out/a") == expected)
    }

    @Test(arguments: [0, 5, 1_000]) func `a copy can end earlier than its source`(length: Int) throws {
        let bytes = (0..<100).map { UInt8($0) }
        let source = try folder.write(bytes, as: "source")
        let edit = FileEdit([FilePatch(blanking: 3..<7)], length: length)
        var output = try FolderOutput(path("out"), replacing: false)
        try output.add("a", copyOf: FilePath(source), edit)
        try output.finish()
        let expected = Array((bytes[..<3] + [0, 0, 0, 0] + bytes[7...]).prefix(length))
        #expect(try folder.read("out/a") == expected)
        #expect(edit.applied(to: bytes) == expected)
    }

    @Test func `an archive is complete or absent`() throws {
        try folder.write([9], as: "a.zip")
        #expect(failure { _ = try zip() }?.suggestion == .replace(.file))
        do {
            var output = try zip(replacing: true)
            try output.add("a", [1])
            #expect(try folder.read("a.zip") == [9])
        }
        #expect(try folder.files() == ["a.zip"])
        var second = try zip(replacing: true)
        try second.add("a", [1])
        try second.finish()
        #expect(try files(of: folder.read("a.zip")).map(\.name) == ["a"])
        #expect(try folder.files() == ["a.zip"])
    }

    @Test func `a folder that is not empty is written only on request`() throws {
        try folder.write([9], as: "out/a")
        try folder.write([8], as: "out/other")
        #expect(failure { _ = try FolderOutput(path("out"), replacing: false) }?.suggestion == .replace(.folder))
        var output = try FolderOutput(path("out"), replacing: true)
        try output.add("a", [1])
        try output.add("files/b", [2])
        try output.finish()
        #expect(try folder.files() == ["out/a", "out/files/b", "out/other"])
        #expect(try folder.read("out/a") == [1])
    }

    @Test func `two files with the same name cause an error in a new folder`() throws {
        var output = try FolderOutput(path("out"), replacing: false)
        try output.add("a", [1])
        #expect(failure { try output.add("a", [2]) }?.code == .exists)
        #expect(try folder.read("out/a") == [1])
    }

    @Test func `a missing source leaves no files`() throws {
        var output = try FolderOutput(path("out"), replacing: false)
        #expect(failure { try output.add("a", copyOf: path("none"), .none) }?.code == .notFound)
        #expect(try folder.files().isEmpty)
    }
}

@Suite struct MarkupTests {
    @Test(arguments: [
        ("", ""), ("a & b", "a &amp; b"), ("<i>\"x\"</i>", "&lt;i&gt;&quot;x&quot;&lt;/i&gt;"), ("it's", "it&#39;s"),
        ("a\u{0}\u{8}\u{FFFE}b", "ab"), ("tab\tline\n", "tab\tline\n"), ("日本 🙂", "日本 🙂"),
    ])
    func `text is escaped for HTML and XML`(text: String, expected: String) {
        #expect(Markup.escaped(text) == expected)
    }

    @Test(arguments: [
        (
            "https://a.example/?b=1&c",
            "<a href=\"https://a.example/?b=1&amp;c\" target=\"_blank\" rel=\"noreferrer\">&lt;x&gt;</a>"
        ),
        ("javascript:alert(1)", "&lt;x&gt;"), ("data:text/html,x", "&lt;x&gt;"), (nil, "&lt;x&gt;"), ("", "&lt;x&gt;"),
    ])
    func `only URLs of web pages become links`(address: String?, expected: String) {
        #expect(Markup.link(address, "<x>") == expected)
    }

    @Test(arguments: [
        ("", ""), ("one", "<p>one</p>"), ("one\ntwo", "<p>one<br>two</p>"), ("one\n\n \ntwo", "<p>one</p><p>two</p>"),
        ("\n\none\n", "<p>one</p>"), ("a\r\nb", "<p>a<br>b</p>"), ("<b>", "<p>&lt;b&gt;</p>"),
    ])
    func `blank lines separate paragraphs`(text: String, expected: String) {
        #expect(Markup.paragraphs(text) == expected)
    }

    @Test(arguments: [
        (0.0, "0"), (1, "1"), (1.26, "1.3"), (-0.5, "-0.5"), (-12.04, "-12"), (99.95, "100"), (-0.01, "0"),
    ])
    func `numbers have at most one decimal`(value: Double, expected: String) {
        #expect(Markup.number(value) == expected)
    }
}
