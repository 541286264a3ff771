import Foundation
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

/// Writes that fail because of the disk or the system.
struct FailedWriteTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let isRoot = geteuid() == 0
    private static let canSwitchUser = isRoot && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
    private static let canMount = isRoot && FileManager.default.isExecutableFile(atPath: "/usr/bin/mount")
    /// Any user except root.
    private static let nobody = 65534

    /// File size limits that cut off a write, from before the first line to within the third pair of lines.
    @Test(arguments: Array(stride(from: 0, through: 6600, by: 220)))
    func `reaching the file size limit leaves the index unchanged`(limit: Int) throws {
        let helper = try HelperProcess(["limited", folder.path.string, "\(limit)"])
        var lines = helper.readLines()
        helper.waitForEnd()
        #expect(lines.popLast() == "noSpace")
        let index = try LibraryIndex(directory: folder.path)
        #expect(try index.ids(of: "item").count == lines.count * 2)
        #expect(try index.check().findings == [])
        try index.put("one", id: "1")
        #expect(try index.name("1") == "one")
    }

    @Test(.enabled(if: canMount, "needs root, to mount a small file system"))
    func `a full disk leaves the index unchanged`() throws {
        let mount = Process()
        mount.executableURL = URL(fileURLWithPath: "/usr/bin/mount")
        mount.arguments = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.path.string]
        try mount.run()
        mount.waitUntilExit()
        try #require(mount.terminationStatus == 0, "mounting is not permitted here")
        defer {
            let unmount = try? Process.run(URL(fileURLWithPath: "/usr/bin/umount"), arguments: [folder.path.string])
            unmount?.waitUntilExit()
        }
        let helper = try HelperProcess(["fill", folder.path.string])
        var lines = helper.readLines()
        helper.waitForEnd()
        #expect(lines.popLast() == "noSpace")
        #expect(lines.count > 10)
        let index = try LibraryIndex(directory: folder.path)
        #expect(try index.ids(of: "item").count == lines.count * 2)
        #expect(try index.check().findings == [])
        let before = try folder.index
        let blobs = BlobStore(directory: folder.path)
        #expect(failure { _ = try blobs.put(Array(repeating: 1, count: 100_000)) }?.code == .noSpace)
        #expect(failure { _ = try index.compact(at: noon, blobs, grace: .zero) { _ in [] } }?.code == nil)
        #expect(failure { try index.put(String(repeating: "x", count: 60_000), id: "1") }?.code == .noSpace)
        #expect(try folder.index == before)
    }

    @Test(.enabled(if: canSwitchUser, "needs root and setpriv, to become a user without write access"))
    func `an index in a read-only folder can be read but not written`() throws {
        let writer = try HelperProcess(["try", folder.path.string])
        #expect(writer.readLines() == ["read nothing", "wrote"])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path.string)
        let reader = try HelperProcess(["try", folder.path.string], user: Self.nobody)
        let lines = reader.readLines()
        #expect(lines.first == "read nothing")
        #expect(lines.last?.hasPrefix("permissionDenied Can't create \(folder.path)/lock") == true, "\(lines)")
    }

    /// A folder that can't be opened can't be synchronized, so a power cut could lose the name of a new file.
    @Test(
        .enabled(if: !isRoot || canSwitchUser, "needs setpriv, because root can open every folder"),
        arguments: [["try"], ["put", "a picture"]])
    func `a file is not reported as written before its name is durable`(command: [String]) throws {
        let everyone = FileManager.default
        try everyone.setAttributes([.posixPermissions: 0o333], ofItemAtPath: folder.path.string)
        defer { try? everyone.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path.string) }
        let writer = try HelperProcess(
            [command[0], folder.path.string] + command.dropFirst(), user: Self.isRoot ? Self.nobody : nil)
        let lines = writer.readLines()
        #expect(lines.last?.hasPrefix("permissionDenied") == true, "\(lines)")
        #expect(try FileSystem.status(of: folder.indexPath)?.size ?? 0 == 0)
    }

    @Test(.enabled(if: canSwitchUser, "needs root and setpriv, to become a user without read access"))
    func `opening an unreadable folder fails`() throws {
        let index = try LibraryIndex(directory: folder.path)
        try index.put("one", id: "1")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.indexPath.string)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path.string)
        let file = try HelperProcess(["try", folder.path.string], user: Self.nobody).readLines()
        #expect(file.last?.hasPrefix("permissionDenied Can't open \(folder.indexPath)") == true, "\(file)")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path.string)
        let whole = try HelperProcess(["try", folder.path.string], user: Self.nobody).readLines()
        #expect(whole.last?.hasPrefix("permissionDenied Can't access \(folder.indexPath)") == true, "\(whole)")
    }
}
