import SystemPackage
import Testing

@testable import PostcardDisk

struct PathTests {
    @Test(arguments: [
        ("/a/b", "/a", "b"), ("/a/b/c", "/a", "b/c"), ("/a", "/a", nil), ("/ab", "/a", nil), ("/b", "/a", nil),
    ])
    func `a path relative to a folder is the part after the folder`(path: String, folder: String, expected: String?) {
        #expect(FilePath(path).below(FilePath(folder)) == expected.map { FilePath($0) })
    }

    @Test(arguments: [("/a/b", "/a", "b"), ("/a/b", "/a/c", "../b"), ("/x", "/a/b", "../../x"), ("/a", "/a", "")])
    func `a relative path leads to the file from any folder`(path: String, folder: String, expected: String) {
        #expect(FilePath(path).relative(to: FilePath(folder)) == FilePath(expected))
    }

    @Test(arguments: [Array("/a/ü".utf8), [0x2F, 0xFF, 0xFE], []])
    func `bytes that are not UTF-8 are kept`(bytes: [UInt8]) {
        #expect(FilePath(bytes: bytes).bytes == bytes)
    }

    @Test(arguments: [
        (".DS_Store", true), ("@eaDir", true), ("#recycle", true), ("#snapshot", true), ("$RECYCLE.BIN", true),
        ("lost+found", true), ("SYNOPHOTO_THUMB_XL.jpg", true), ("SYNOVIDEO_VIDEO_THUMB_M.jpg", true),
        ("IMG_1.jpg", false), ("SYNO.jpg", false), ("My #recycle", false), ("eaDir", false), ("THUMB_1.jpg", false),
    ])
    func `device files are distinguished from photos`(name: String, isOther: Bool) throws {
        #expect(try #require(FilePath.Component(name)).isHiddenOrSystemFile == isOther)
    }

    @Test func `bytes end at the first NUL`() {
        #expect(FilePath(bytes: [0x61, 0, 0x62]) == "a")
    }

    @Test(arguments: [("abcabc", 0, 0), ("abcabc", 1, 3), ("abcabc", 4, nil), ("", 0, nil)])
    func `a byte is found at or after a position`(text: String, start: Int, expected: Int?) {
        let found = Array(text.utf8).withUnsafeBytes { $0.firstIndex(of: UInt8(ascii: "a"), from: start) }
        #expect(found == expected)
    }

    @Test(arguments: [("abc", 0, true), ("abc", 1, false), ("ab", 0, false), ("xabc", 1, true), ("abc", -1, false)])
    func `a string is recognized at its position`(text: String, start: Int, expected: Bool) {
        #expect(Array(text.utf8).withUnsafeBytes { $0.starts(with: "abc", at: start) } == expected)
    }

    /// Machines split work by this hash, so it must never change: the 64-bit offset basis of FNV-1a, with mixed halves.
    @Test func `the hash of no bytes is the mixed offset basis`() {
        let basis: UInt64 = 0xCBF2_9CE4_8422_2325
        #expect(StableHash([]).value == basis ^ basis >> 32)
        #expect(StableHash([1]).value != StableHash([2]).value)
    }
}
