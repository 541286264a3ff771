import Foundation
import PostcardDisk
import PostcardTestSupport
import Testing

@testable import PostcardIndex

/// Lines edited by a person, with jq or a text editor.
struct EditedLineTests {
    private let folder: ScratchFolder
    private let index: LibraryIndex

    init() throws {
        folder = try ScratchFolder()
        index = try LibraryIndex(directory: folder.path)
        try index.put("one", id: "1")
    }

    private static let line =
        #"{"v":1,"seq":2,"at":"2026-11-21T10:00:00.000Z","#
        + #""changes":[{"op":"put","kind":"stamp","id":"1","record":{"name":"edited"}}]}"#

    @Test(arguments: [
        line,
        #"{ "changes": [ { "id": "1", "op": "put", "record": { "name" : "edited" }, "kind": "stamp" } ], "#
            + #""seq": 2, "at": "2026-11-21T10:00:00Z", "v": 1 }"#,
        line.replacing(#""1""#, with: #""\u0031""#).replacing("edited", with: #"edit\u0065d"#),
    ])
    func `a line without a checksum is valid`(line: String) throws {
        for end in ["\n", "\r\n", ""] {
            try folder.setIndex(try folder.index.prefix { $0 != UInt8(ascii: "\n") } + Array("\n\(line)\(end)".utf8))
            try expectEqual(index.name("1"), "edited")
            try expectEqual(index.ids(), ["1"])
            try expectEqual(index.ids(order: .oldestFirst), ["1"])
            try expectEqual(index.name("1"), "edited")
            #expect(try index.check().isSound)
            #expect(try index.check().findings.contains { $0.problem == .editedLine && $0.line == 2 })
        }
        try index.put("new", id: "2")
        #expect(try index.record(.stamp("2"))?.sequence == 3)
        let report = try index.repair(at: noon)
        expectEqual(report.sealedLines, 1)
        try expectEqual(index.check().findings, [])
        try expectEqual(index.name("1"), "edited")
    }

    @Test func `Windows line breaks are accepted`() throws {
        let lines = String(decoding: try folder.index, as: UTF8.self)
        try folder.setIndex(String(lines.flatMap { $0 == "\n" ? "\r\n" : String($0) }))
        #expect(try index.name("1") == "one")
        try index.put("two", id: "2")
        #expect(try index.check().isSound)
    }

    @Test func `blank lines are ignored`() throws {
        try folder.setIndex("\n \n".utf8 + (try folder.index) + "\n\n".utf8)
        #expect(try index.name("1") == "one")
        try index.put("two", id: "2")
        #expect(try index.check().isSound)
        #expect(try index.record(.stamp("2"))?.sequence ?? 0 > 1)
        _ = try index.repair(at: noon)
        #expect(try index.check().findings == [])
        #expect(try index.ids() == ["2", "1"])
    }

    @Test(arguments: [
        (line.replacing(#""v":1,"#, with: ""), "version"),
        (line.replacing(#""seq":2"#, with: #""seq":2.5"#), "seq"),
        (line.replacing("2026-11-21", with: "2026-11-31"), "date"),
        (line.replacing("put", with: "pat"), "\"op\""),
        (line.replacing("stamp", with: "St amp"), "kind"),
        (line.replacing(#"{"name":"edited"}"#, with: "5"), "record"),
        (line.replacing(#""changes""#, with: #""changed""#), "changed"),
        (line.dropLast() + #","crc":"00000000"}"#, "checksum"),
        (line.dropLast() + #", "crc": "00000000" }"#, "crc"),
        ("[1]", "object"), ("nonsense", "JSON"),
    ])
    func `an invalid line is reported as damage`(line: String, reason: String) throws {
        try folder.setIndex(try folder.index + Array("\(line)\n".utf8))
        #expect(try index.name("1") == "one")
        let findings = try index.check().findings
        #expect(findings.map(\.problem) == [.damagedLine])
        #expect(findings.first?.line == 2)
        #expect(findings.first?.message.contains(reason) == true, "\(findings)")
    }

    @Test func `a newer format is rejected and left unchanged`() throws {
        for version in ["2", "99"] {
            let line = Self.line.replacing(#""v":1"#, with: "\"v\":\(version)").dropLast() + ",\"more\":1}\n"
            let bytes = try folder.index.prefix { $0 != UInt8(ascii: "\n") } + Array(("\n" + line).utf8)
            try folder.setIndex(bytes)
            let blobs = BlobStore(directory: folder.path)
            expectEqual(failure { _ = try LibraryIndex(directory: folder.path) }?.code, .newerFormat)
            expectEqual(failure { try index.put("x", id: "9") }?.code, .newerFormat)
            expectEqual(failure { _ = try index.check() }?.code, .newerFormat)
            expectEqual(failure { _ = try index.repair(at: noon) }?.code, .newerFormat)
            expectEqual(
                failure { _ = try index.compact(at: noon, blobs, grace: .zero) { _ in [] } }?.code, .newerFormat)
            expectEqual(failure { _ = try index.ids() }?.message.contains("Update Postcard"), true)
            try expectEqual(folder.index, Array(bytes))
        }
    }

    @Test func `a sealed line in a newer format is not reported as damage`() throws {
        let body = Array(Self.line.replacing(#""v":1"#, with: #""v":2"#).dropLast().utf8)
        let line = body + body.withUnsafeBytes(LineFormat.seal) + [UInt8(ascii: "\n")]
        try folder.setIndex(try folder.index + line)
        #expect(failure { _ = try index.check() }?.code == .newerFormat)
    }
}
