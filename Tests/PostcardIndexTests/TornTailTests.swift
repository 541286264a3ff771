import Foundation
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

/// The remains of the last line after a crash or a power cut.
struct TornTailTests {
    private let folder: ScratchFolder
    private let index: LibraryIndex
    private let before: [UInt8]
    private let after: [UInt8]

    init() throws {
        folder = try ScratchFolder()
        index = try LibraryIndex(directory: folder.path)
        try index.put("one", id: "1")
        before = try folder.index
        try index.update(at: noon) { transaction in
            try transaction.add(Stamp(name: "two"), for: .stamp("2"))
            try transaction.delete(.stamp("1"))
        }
        after = try folder.index
    }

    @Test func `a line cut off anywhere is complete or absent`() throws {
        for size in before.count...after.count {
            try folder.setIndex(after[..<size])
            let isWhole = size >= after.count - 1
            let ids = isWhole ? ["2"] : ["1"]
            // A reader that has read the earlier contents, and a reader that has not.
            #expect(try index.ids() == ids, "cut off at \(size)")
            #expect(try LibraryIndex(directory: folder.path).ids(order: .oldestFirst) == ids)
            let problems = try index.check().findings.map(\.problem)
            #expect(problems == (size == before.count || size == after.count ? [] : [.unfinishedLine]))
            // A writer.
            try index.put("three", id: "3")
            #expect(try index.ids() == ["3"] + ids)
            #expect(try index.check().findings == [])
            let kept = isWhole ? after : before
            #expect(try Array(folder.index.prefix(kept.count)) == kept)
        }
    }

    @Test func `zero bytes at the end are removed`() throws {
        try folder.setIndex(after + Array(repeating: 0, count: 5000))
        #expect(try index.ids() == ["2"])
        #expect(try index.check().findings.map(\.problem) == [.unfinishedLine])
        try index.put("three", id: "3")
        #expect(try index.ids() == ["3", "2"])
        #expect(try index.check().findings == [])
    }

    @Test func `a wrong last line break does not lose the line`() throws {
        for bits in UInt8(1)...255 {
            var bytes = after
            bytes[bytes.count - 1] ^= bits
            try folder.setIndex(bytes)
            #expect(try index.ids() == ["2"])
            try index.put("three", id: "3")
            #expect(try index.ids() == ["3", "2"])
            #expect(try index.check().isSound)
        }
    }

    @Test func `a file with only a torn line is an empty index`() throws {
        try folder.setIndex(before[..<10])
        #expect(try index.ids() == [])
        try index.put("three", id: "3")
        #expect(try index.ids() == ["3"])
        #expect(try index.record(.stamp("3"))?.sequence == 1)
    }

    /// The first two lines have a checksum, and the second also has a syntax error. The third has a syntax error and no checksum.
    @Test(arguments: [("one", "ONE", true), ("\"one\"", "\"ONE\",", true), (",\"crc\"", "]}", false)])
    func `a last line that a person edited is never dropped`(text: String, other: String, isInPlace: Bool) throws {
        var line = String(decoding: before, as: UTF8.self).replacing(text, with: other)
        line.removeLast()
        try folder.setIndex(line)
        try index.put("three", id: "3")
        #expect(try index.name("3") == "three")
        let names = try folder.names.filter { $0.hasPrefix("index.damaged") }
        #expect(names.isEmpty == isInPlace)
        let kept = try folder.read(names.first.map(folder.path.appending) ?? folder.indexPath)
        #expect(String(decoding: kept, as: UTF8.self).contains(line))
        #expect(try index.check().isSound == !isInPlace)
    }

    @Test func `an index that shrinks during a read does not crash the process`() throws {
        #expect(try index.ids() == ["2"])
        try folder.setIndex(before)
        #expect(try index.ids() == ["1"])
        try folder.setIndex([])
        #expect(try index.ids() == [])
    }

    @Test func `a reader notices a last line replaced by one of the same length`() throws {
        let other = try LibraryIndex(directory: folder.path)
        try folder.setIndex(before + Array(repeating: UInt8(ascii: "x"), count: after.count - before.count))
        #expect(try other.ids() == ["1"])
        try folder.setIndex(after)
        #expect(try other.ids() == ["2"])
    }
}
