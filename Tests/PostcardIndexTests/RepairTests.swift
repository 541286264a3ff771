import Foundation
import PostcardCore
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

struct RepairTests {
    private let folder: ScratchFolder
    private let index: LibraryIndex

    init() throws {
        folder = try ScratchFolder()
        index = try LibraryIndex(directory: folder.path)
        try index.put("one", id: "1")
        try index.update(at: noon) { transaction in
            try transaction.add(Stamp(name: "two"), for: .stamp("2"))
            try transaction.add(Stamp(name: "three \"3\""), for: .stamp("3"))
            try transaction.delete(.stamp("1"))
        }
        try index.put("four", id: "4")
    }

    @Test func `every wrong byte is found, and its line is quarantined unchanged`() throws {
        let right = try folder.index
        let rightLines = right.split(separator: UInt8(ascii: "\n"))
        for position in right.indices {
            // Every third byte is replaced with a line break; in the others, a bit is flipped.
            let value = position % 3 == 0 ? UInt8(ascii: "\n") : right[position] ^ UInt8(1) << UInt8(position % 8)
            guard value != right[position] else { continue }
            var wrong = right
            wrong[position] = value
            try folder.setIndex(wrong)
            let found = try index.check()
            // Damage to the last line break does not matter.
            let isDamaged = position < right.count - 1
            #expect(found.isSound == !isDamaged, "byte \(position), value \(value)")
            #expect(found.findingCount > 0)
            let report = try index.repair(at: noon)
            #expect((report.quarantinedLines > 0) == isDamaged, "byte \(position), value \(value)")
            let kept = try folder.index.split(separator: UInt8(ascii: "\n")).filter { rightLines.contains($0) }
            // A lost line break joins two lines. Any other byte damages only its own line.
            let lost = isDamaged ? (right[position] == UInt8(ascii: "\n") ? 2 : 1) : 0
            #expect(kept.count == 3 - lost, "byte \(position), value \(value)")
            let wrongLines = wrong.split(separator: UInt8(ascii: "\n")).filter { !rightLines.contains($0) }
            guard let path = report.damagedLinesPath else { continue }
            #expect(try folder.read(path).split(separator: UInt8(ascii: "\n")) == wrongLines, "byte \(position)")
            #expect(try index.check().findings == [])
            try FileManager.default.removeItem(atPath: path.string)
        }
    }

    @Test func `damage is reported with its position`() throws {
        var bytes = try folder.index
        let start = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
        bytes[start + 40] ^= 1
        try folder.setIndex(bytes)
        let finding = try #require(try index.check().findings.first)
        expectEqual(finding.line, 2)
        expectEqual(finding.offset, start)
        try expectEqual(index.ids(), ["4", "1"])
        #expect(index.hasFoundDamage)
    }

    @Test func `unverified lines are quarantined unchanged`() throws {
        var bytes = try folder.index
        let text = String(decoding: bytes, as: UTF8.self)
        let range = try #require(text.range(of: "\"name\":\"two\""))
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        bytes.replaceSubrange(start..<start + 8, with: Array(repeating: 0, count: 8))
        try folder.setIndex(bytes)
        let report = try index.repair(at: noon)
        #expect(report.quarantinedLines == 1)
        #expect(report.hasGap)
        #expect(try index.ids() == ["4", "1"])
        #expect(try index.check().findings == [])
        let path = try #require(report.damagedLinesPath)
        #expect(path.lastComponent?.string == "index.damaged-4.jsonl")
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        #expect(try folder.read(path) == Array(lines[1]) + [UInt8(ascii: "\n")])
        #expect(try !index.repair(at: noon).isChanged)
    }

    @Test func `lines quarantined by earlier repairs are not overwritten`() throws {
        for _ in 0..<2 {
            try folder.setIndex("garbage\n".utf8 + (try folder.index))
            _ = try index.repair(at: noon)
        }
        #expect(try folder.names == ["index.damaged-4.jsonl", "index.damaged-5.jsonl", "index.jsonl", "lock"])
        #expect(try index.ids() == ["4", "3", "2"])
    }

    @Test func `garbage of any kind is quarantined`() throws {
        var random = SeededRandom(seed: 9)
        let right = try folder.index
        for round in 0..<60 {
            let garbage = (0..<2000).map { _ in
                round % 2 == 0
                    ? UInt8.random(in: 0...255, using: &random)
                    : Array("{}[]\"\n,:v1op".utf8).randomElement(using: &random) ?? 0
            }
            try folder.setIndex(garbage + [UInt8(ascii: "\n")] + right)
            #expect(try index.ids() == ["4", "3", "2"])
            _ = try index.repair(at: noon)
            #expect(try index.check().findings == [])
            #expect(try Array(folder.index.suffix(right.count)) == right)
        }
    }

    @Test func `a line that is too long is quarantined`() throws {
        let right = try folder.index
        let long = Array(repeating: UInt8(ascii: "x"), count: LineFormat.maximumLength + 5)
        try folder.setIndex(long + [UInt8(ascii: "\n")] + right)
        #expect(try index.ids() == ["4", "3", "2"])
        #expect(try index.name("3") != nil)
        #expect(try index.check().findings.map(\.line) == [1])
        let report = try index.repair(at: noon)
        expectEqual(report.quarantinedLines, 1)
        try expectEqual(folder.index, right)
        try expectEqual(folder.read(try #require(report.damagedLinesPath)), long + [UInt8(ascii: "\n")])
    }

    @Test func `repair keeps an unfinished last line that a person edited`() throws {
        let right = try folder.index
        let line = #"{"v":1,"seq":4,"at":"2026-11-21T10:00:00Z","changes":[{"op":"put","kind":"stamp"}"#
        try folder.setIndex(right + Array(line.utf8))
        let report = try index.repair(at: noon)
        expectEqual(report.quarantinedLines, 1)
        try expectEqual(folder.read(try #require(report.damagedLinesPath)), Array(line.utf8) + [UInt8(ascii: "\n")])
        try expectEqual(folder.index, right)
    }

    @Test func `lines in the wrong order are renumbered`() throws {
        let lines = try folder.index.split(separator: UInt8(ascii: "\n"))
        try folder.setIndex(Array([lines[2], lines[0], lines[1], lines[1]].joined(separator: [10])) + [10])
        #expect(
            try index.check().findings.map(\.problem) == [.sequenceOrder, .sequenceOrder, .sequenceOrder, .sequenceGap])
        try expectEqual(index.repair(at: noon).renumberedLines, 3)
        try expectEqual(index.check().findings, [])
        try expectEqual(index.ids(), ["3", "2", "4"])
        try expectEqual(index.record(.stamp("3"))?.sequence, 6)
    }

    @Test func `a wrong last line break is corrected`() throws {
        let right = try folder.index
        for bits in UInt8(1)...255 {
            var wrong = right
            wrong[wrong.count - 1] ^= bits
            try folder.setIndex(wrong)
            _ = try index.repair(at: noon)
            #expect(try folder.index == right)
        }
    }

    @Test func `an altered line is never made valid`() throws {
        let text = String(decoding: try folder.index, as: UTF8.self).replacing("\"two\"", with: "\"Two!\"")
        try folder.setIndex(text)
        #expect(try index.check().findings.map(\.problem) == [.damagedLine])
        #expect(try index.repair(at: noon).quarantinedLines == 1)
        #expect(try !String(decoding: folder.index, as: UTF8.self).contains("Two!"))
        #expect(try index.ids() == ["4", "1"])
        #expect(try index.check().findings == [])
    }

    @Test(arguments: [0, 1]) func `a removed line is reported as missing until repair`(number: Int) throws {
        var lines = try folder.index.split(separator: UInt8(ascii: "\n"))
        lines.remove(at: number)
        try folder.setIndex(Array(lines.joined(separator: [10])) + [10])
        let finding = try #require(try index.check().findings.first)
        #expect(finding.problem == .sequenceGap)
        #expect(finding.message.contains("numbers \(number + 1)"))
        #expect(try !index.check().isSound)
        #expect(try index.repair(at: noon).hasGap)
        #expect(try index.check().findings == [])
        #expect(try !index.repair(at: noon).isChanged)
        try index.put("five", id: "5")
        #expect(try index.check().findings == [])
    }

    @Test func `numbers removed by compact are not reported as missing`() throws {
        try index.put("four again", id: "4")
        _ = try index.compact(at: noon, BlobStore(directory: folder.path), grace: .zero) { _ in [] }
        try index.put("five", id: "5")
        #expect(try index.check().findings == [])
        #expect(try !index.repair(at: noon).isChanged)
    }

    @Test(arguments: ["9007199254740993", "9223372036854775807", "99999999999999999999"])
    func `no line number crashes the process`(number: String) throws {
        let line = #"{"v":1,"seq":\#(number),"at":"2026-11-21T10:00:00Z","changes":[]}"# + "\n"
        try folder.setIndex(Array(try folder.index) + Array(line.utf8))
        #expect(try index.check().findings.map(\.problem) == [.damagedLine])
        try index.put("five", id: "5")
        #expect(try index.name("5") == "five")
    }

    @Test func `an undamaged index is not rewritten`() throws {
        let status = try FileSystem.status(of: folder.indexPath)
        #expect(try !index.repair(at: noon).isChanged)
        #expect(try FileSystem.status(of: folder.indexPath) == status)
    }

    @Test func `numbering continues after damage at the end`() throws {
        var bytes = try folder.index
        bytes.replaceSubrange(bytes.count - 60..<bytes.count - 50, with: Array("xxxxxxxxxx".utf8))
        try folder.setIndex(bytes)
        try index.put("five", id: "5")
        #expect(try index.record(.stamp("5"))?.sequence == 4)
    }
}
