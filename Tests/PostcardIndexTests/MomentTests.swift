import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

/// Snapshots and versions of the index.
struct MomentTests {
    private let folder: ScratchFolder
    private let index: LibraryIndex

    init() throws {
        folder = try ScratchFolder()
        index = try LibraryIndex(directory: folder.path)
    }

    @Test func `a snapshot shows no later changes`() throws {
        try index.put("red", id: "1")
        let moment = try LibraryIndex(index, at: index.snapshot())
        try index.put("blue", id: "1")
        try index.delete("1")
        try index.put("green", id: "2")
        try expectEqual(moment.name("1"), "red")
        try expectEqual(moment.ids(), ["1"])
        try expectEqual(index.ids(), ["2"])
    }

    @Test func `a snapshot before the first change stays empty`() throws {
        let moment = try LibraryIndex(index, at: index.snapshot())
        try index.put("red", id: "1")
        try expectEqual(moment.ids(), [])
        try expectEqual(moment.version(), "0")
    }

    @Test func `a snapshot rejects changes`() throws {
        try index.put("red", id: "1")
        let moment = try LibraryIndex(index, at: index.snapshot())
        let error = #expect(throws: FileError.self) { try moment.put("blue", id: "1") }
        #expect(error?.code == .readOnlyFileSystem)
        try expectEqual(index.name("1"), "red")
    }

    @Test func `the version differs after each change, and is the same for all readers`() throws {
        var seen: Set<String> = [try index.version()]
        for name in ["red", "blue", "red"] {
            try index.put(name, id: "1")
            let version = try index.version()
            #expect(seen.insert(version).inserted, "\(version)")
            try expectEqual(LibraryIndex(index, at: index.snapshot()).version(), version)
            try expectEqual(LibraryIndex(directory: folder.path).version(), version)
        }
    }
}
