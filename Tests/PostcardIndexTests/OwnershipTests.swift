import Foundation
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

/// Libraries shared by several users of a machine.
struct OwnershipTests {
    private let folder: ScratchFolder
    private let blobs: BlobStore

    init() throws {
        folder = try ScratchFolder()
        blobs = BlobStore(directory: folder.path)
    }

    private static let isRoot = geteuid() == 0
    private static let canSwitchUser = isRoot && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
    /// Any user except root.
    private static let nobody = 65534

    private func attributes(_ path: FilePath) throws -> (owner: Int?, group: Int?, mode: Int?) {
        let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
        func number(_ key: FileAttributeKey) -> Int? { (attributes[key] as? NSNumber)?.intValue }
        return (number(.ownerAccountID), number(.groupOwnerAccountID), number(.posixPermissions))
    }

    private func put(_ text: String) throws -> [String] {
        try HelperProcess(["put", folder.path.string, text], user: Self.nobody).readLines()
    }

    @Test(
        .enabled(if: isRoot, "needs root, to give files to another user"),
        arguments: [false, true], [0o600, 0o640, 0o664])
    func `compact and repair keep the owner of the index`(repairs: Bool, mode: Int) throws {
        let index = try LibraryIndex(directory: folder.path)
        try index.put("one", id: "1")
        try index.put("two", id: "1")
        // The line has no checksum, so there is something to repair.
        if repairs {
            let text = String(decoding: try folder.index, as: UTF8.self)
            try folder.setIndex(text.replacing(#/,"crc":"[0-9a-f]{8}"/#, with: ""))
        }
        #expect(chown(folder.indexPath.string, 65534, 65534) == 0)
        #expect(chmod(folder.indexPath.string, mode_t(mode)) == 0)
        let before = try FileSystem.status(of: folder.indexPath)
        if repairs {
            _ = try index.repair(at: noon, blobs)
        } else {
            _ = try index.compact(at: noon, blobs, grace: .zero) { _ in [] }
        }
        #expect(try FileSystem.status(of: folder.indexPath)?.identity != before?.identity)
        let after = try attributes(folder.indexPath)
        expectEqual(after.owner, Self.nobody)
        expectEqual(after.group, Self.nobody)
        expectEqual(after.mode, mode)
        try expectEqual(index.name("1"), "two")
    }

    @Test func `the group can write if the library folder allows it, regardless of the umask`() throws {
        #expect(chmod(folder.path.string, 0o2770) == 0)
        let blob = try blobs.put(Array("abc".utf8))
        let index = try LibraryIndex(directory: folder.path)
        try index.put("one", id: "1")
        for path in [blobs.directory, blobs.partialDirectory, blobs.path(of: blob.hash).removingLastComponent()] {
            #expect(try (attributes(path).mode ?? 0) & 0o070 == 0o070, "\(path)")
        }
        for path in [blobs.path(of: blob.hash), folder.indexPath, index.lockPath] {
            #expect(try (attributes(path).mode ?? 0) & 0o060 == 0o060, "\(path)")
        }
    }

    @Test func `the group can't write if the library folder does not allow it`() throws {
        #expect(chmod(folder.path.string, 0o700) == 0)
        let other = folder.path.appending("other")
        try FileSystem.makeDirectory(other)
        let mode = try attributes(other).mode
        _ = try blobs.put(Array("abc".utf8))
        #expect(try attributes(blobs.directory).mode == mode)
    }

    /// An old blob may be removed before its record is written, and only its owner can renew its time.
    @Test(.enabled(if: canSwitchUser, "needs root and setpriv, to put a blob as another user"))
    func `another user's blob is put again`() throws {
        let blob = try blobs.put(Array("abc".utf8))
        let path = blobs.path(of: blob.hash)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path.string)
        for folder in [folder.path, blobs.directory, blobs.partialDirectory, path.removingLastComponent()] {
            #expect(chmod(folder.string, 0o777) == 0)
        }
        #expect(try put("abc") == ["put"])
        #expect(try attributes(path).owner == Self.nobody)
        #expect(try (FileSystem.status(of: path)?.modified ?? 0) > 1_000_000)
    }

    /// The process that put it first may have died before the folder was durable. A folder that can't be opened can't be made durable,
    /// which causes an error, although the blob itself can be read and touched.
    @Test(.enabled(if: canSwitchUser, "needs root and setpriv, to be a user subject to permissions"))
    func `the folder of an existing blob is made durable`() throws {
        expectEqual(chmod(folder.path.string, 0o777), 0)
        try expectEqual(put("abc"), ["put"])
        try expectEqual(put("abc"), ["put"])
        let hash = BlobHash(of: Array("abc".utf8))
        #expect(chmod(blobs.path(of: hash).removingLastComponent().string, 0o300) == 0)
        #expect(try put("abc") == ["permissionDenied"])
    }
}
