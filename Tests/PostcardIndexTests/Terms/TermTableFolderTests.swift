import Foundation
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

/// Folders in which no table can be made, and processes that make tables concurrently.
struct TermTableFolderTests {
    private let log: TermTableLog
    private let expected: [String]

    init() throws {
        var log = try TermTableLog(seed: 21)
        try log.append(lines: 120)
        self.log = log
        expected = try TermTableLog.answersInBrief(of: log.openedWithoutTable())
    }

    enum Obstacle: CaseIterable { case cacheIsAFile, cacheIsMissing, tableIsAFolder, fullDisk, newTableIsAFolder }

    @Test(arguments: Obstacle.allCases)
    func `a library that can't have a table works without one`(obstacle: Obstacle) throws {
        let new = log.cache.appending("\(TermTables.name).new")
        if obstacle != .cacheIsAFile { try FileSystem.makeDirectory(log.cache) }
        switch obstacle {
        case .cacheIsAFile: try log.folder.write([1], to: log.cache)
        case .cacheIsMissing:
            try FileManager.default.removeItem(atPath: log.cache.string)
            try FileManager.default.createSymbolicLink(atPath: log.cache.string, withDestinationPath: "/dev/null/none")
        case .tableIsAFolder: try FileSystem.makeDirectory(log.tablePath)
        case .fullDisk: try FileManager.default.createSymbolicLink(atPath: new.string, withDestinationPath: "/dev/full")
        case .newTableIsAFolder: try FileSystem.makeDirectory(new)
        }
        #expect(try TermTableLog.answersInBrief(of: log.opened()) == expected)
        #expect(try TermTableLog.answersInBrief(of: log.opened()) == expected)
    }

    @Test func `a table left unfinished by one process is made by the next`() throws {
        try FileSystem.makeDirectory(log.cache)
        let new = log.cache.appending("\(TermTables.name).new")
        try log.folder.write([UInt8](repeating: 7, count: 100_000), to: new)
        do {
            let other = try TemporaryFile.open(new)
            // While one process makes a table, the others work without a table.
            try log.makeTable()
            #expect(try FileSystem.status(of: log.tablePath) == nil)
            #expect(try TermTableLog.answersInBrief(of: log.opened()) == expected)
            withExtendedLifetime(other) {}
        }
        try log.makeTable()
        let snapshot = try #require(try log.opened().snapshot())
        #expect(snapshot.termTables.table(for: snapshot) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: log.cache.string) == [TermTables.name])
        #expect(try TermTableLog.answersInBrief(of: log.opened()) == expected)
    }

    @Test func `users who can read the log can read the table`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: log.folder.indexPath.string)
        try log.makeTable()
        let attributes = try FileManager.default.attributesOfItem(atPath: log.tablePath.string)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    /// Processes append, compact and read while tables are constantly made, until the processes are killed.
    @Test func `killed processes leave no incorrect table behind`() throws {
        let path = log.folder.path.string
        var helpers: [HelperProcess] = []
        for name in ["a", "b"] { helpers.append(try HelperProcess(["write", path, name])) }
        let reader = try HelperProcess(["places", path])
        helpers.append(try HelperProcess(["compact", path, "3"]))
        for _ in 0..<3 { #expect(reader.readLine() == "same") }
        for helper in helpers + [reader] { helper.kill() }
        for helper in helpers + [reader] { helper.waitForEnd() }
        #expect(reader.readLines().allSatisfy { $0 == "same" })
        #expect(
            try TermTableLog.answersInBrief(of: log.opened())
                == TermTableLog.answersInBrief(of: log.openedWithoutTable()))
        let index = try log.opened()
        let ids = try log.openedWithoutTable().ids(of: "item")
        #expect(try index.ids(of: "item") == ids)
        try log.makeTable()
        #expect(try log.opened().ids(of: "item") == ids)
    }
}
