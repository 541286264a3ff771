import PostcardDisk

import Foundation
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct ResultRecordTests {
    let folder: TemporaryFolder
    private var path: FilePath { FilePath(folder.url.path) }

    init() throws { folder = try TemporaryFolder() }

    private func entry(_ name: String, size: Int = 7) -> ResultRecord.Entry {
        ResultRecord.Entry(
            result: FilePath(name), written: ResultRecord.Stamp(size: size, modified: 5_000_000_001),
            source: ResultRecord.Stamp(size: 9, modified: -3), recipe: "0123456789abcdef",
            origin: FilePath("../in/\(name)"))
    }

    @Test(arguments: ["a.jpg", "b/c d.jpg", "tab\tbreak\nback\\slash.jpg", "ü.jpg", "\\t.jpg"])
    func `added entries are visible to every other process`(name: String) throws {
        let earlier = try ResultRecord(in: path)
        let record = try ResultRecord(in: path)
        try record.append(entry(name))
        try record.append(entry(name, size: 8))
        for reader in [record, earlier, try ResultRecord(in: path)] {
            #expect(try reader.entries(of: FilePath(name)) == [entry(name), entry(name, size: 8)])
            #expect(try reader.entries(of: "other.jpg") == [])
        }
    }

    @Test func `a line keeps the version of its picture`() throws {
        var versioned = entry("a.jpg")
        versioned.version = "W/\"a\tb\""
        try ResultRecord(in: path).append(versioned)
        #expect(try ResultRecord(in: path).entries(of: "a.jpg") == [versioned])
    }

    @Test func `the newest entry of a result is reported once, however often its line occurs`() throws {
        let record = try ResultRecord(in: path)
        let long = String(repeating: "long ", count: 200)
        for name in ["a.jpg", "b.jpg", "a.jpg", long, "b.jpg", "a.jpg"] { try record.append(entry(name)) }
        let newest = try ResultRecord(in: path).newestEntries { _ in true }
        #expect(newest.map(\.result).sorted { $0.string < $1.string } == ["a.jpg", "b.jpg", FilePath(long)])
    }

    @Test func `a truncated line does not affect others`() throws {
        try ResultRecord(in: path).append(entry("a.jpg"))
        let whole = try folder.read(ResultRecord.name)
        for length in 1..<whole.count {
            try folder.write(Array(whole[..<length]), as: ResultRecord.name)
            let record = try ResultRecord(in: path)
            #expect(try record.entries(of: "a.jpg") == [])
            try record.append(entry("b.jpg"))
            #expect(try record.entries(of: "b.jpg") == [entry("b.jpg")])
            #expect(try ResultRecord(in: path).entries(of: "b.jpg") == [entry("b.jpg")])
        }
    }

    @Test func `a record that is emptied or removed is started again`() throws {
        let record = try ResultRecord(in: path)
        try record.append(entry("a.jpg"))
        #expect(try record.entries(of: "a.jpg").count == 1)
        try FileManager.default.removeItem(atPath: folder.path(ResultRecord.name))
        try record.append(entry("b.jpg"))
        #expect(try record.entries(of: "b.jpg") == [entry("b.jpg")])
    }

    @Test func `a record is locked only while a line is written`() throws {
        let (first, second) = (try ResultRecord(in: path), try ResultRecord(in: path))
        for round in 0..<3 {
            try first.append(entry("first-\(round).jpg"))
            try second.append(entry("second-\(round).jpg"))
        }
        for record in [first, second] { #expect(try record.entries(of: "second-2.jpg").count == 1) }
    }

    @Test func `a folder distinguishes unchanged results from other files`() throws {
        try folder.write([1, 2, 3], as: "out/a.jpg")
        try folder.write([1], as: "out/b.jpg")
        let out = path.appending("out")
        let stamp = try #require(try FileSystem.status(of: out.appending("a.jpg"))).stamp
        var made = entry("a.jpg")
        made.written = stamp
        try ResultRecord(in: out).append(made)
        let results = try ResultFolder(out)
        for (name, isResult) in [("out/a.jpg", true), ("out/b.jpg", false), ("out/c.jpg", false), ("out", true)] {
            #expect(try results.holds(path.appending(name)) == isResult, "\(name)")
        }
        #expect(try results.holds(out.appending(".postcard-results")))
        #expect(try results.holds(path.pushing("out/x/../a.jpg")))
        try folder.write([1, 2, 3, 4], as: "out/a.jpg")
        #expect(try !results.holds(out.appending("a.jpg")))
    }

    @Test func `many simultaneous writers lose nothing`() async throws {
        let path = path
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    guard let record = try? ResultRecord(in: path) else { return }
                    for number in 0..<50 { try? record.append(entry("\(writer)-\(number).jpg")) }
                }
            }
        }
        let record = try ResultRecord(in: path)
        for writer in 0..<8 {
            for number in 0..<50 { #expect(try record.entries(of: FilePath("\(writer)-\(number).jpg")).count == 1) }
        }
    }

    @Test(arguments: [[UInt8](repeating: 0x41, count: 100_000), Array("a\tb\n\n\t\t\t\t\t\t\t.\n".utf8), [0xFF, 0x0A]])
    func `other contents of the file are ignored`(bytes: [UInt8]) throws {
        try folder.write(bytes, as: ResultRecord.name)
        let record = try ResultRecord(in: path)
        #expect(try record.entries(of: "a") == [])
        try record.append(entry("a.jpg"))
        #expect(try record.entries(of: "a.jpg") == [entry("a.jpg")])
    }
}
