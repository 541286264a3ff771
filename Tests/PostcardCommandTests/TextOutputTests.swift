import Foundation
import PostcardLibrary
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardCommands
@testable import postcard

@Suite struct TextOutputTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func `columns are as wide as their contents`() {
        let table = Table(["ID", "NAME", "DAY"], [["pin-1", "Kyōto", "2026"], ["p", "", ""], ["line\nbreak"]])
        #expect(
            table.lines == [
                "ID           NAME   DAY", "pin-1        Kyōto  2026", "p                   ", "line\\nbreak",
            ])
    }

    @Test(arguments: [
        (nil, "pin-7k3x9w2mq4ta  48.858400,2.294500  A very long name of a place indeed"),
        (60, "pin-7k3x9w2mq4ta  48.858400,2.294500  A very long name of a…"),
        (20, "pin-7k3x9w2mq4ta  48.858400,2.294500  A very long name of…"),
    ])
    func `the widest columns are cut to the width of a terminal, but never an id`(width: Int?, line: String) {
        let row = ["pin-7k3x9w2mq4ta", "48.858400,2.294500", "A very long name of a place indeed"]
        expectEqual(Table(["ID", "COORDINATE", "NAME"], [row], width: width).lines[1], line)
    }

    @Test(arguments: [
        ("plain ü 📷", "plain ü 📷"), ("a\u{1B}[31mred", "a\\u{1B}[31mred"), ("\u{202E}evil", "\\u{202E}evil"),
        ("tab\tend", "tab\\tend"), ("\u{9B}31m", "\\u{9B}31m"), ("", ""),
    ])
    func `characters that a terminal interprets are escaped`(text: String, shown: String) {
        #expect(text.escapedForTerminal == shown)
        #expect(text.escapedForTerminal.escapedForTerminal == shown)
    }

    @Test func `line breaks are kept where allowed`() {
        #expect("a\r\nb\tc\u{7}".escapedLinesForTerminal == "a\nb\tc\\u{7}")
        #expect("{\"a\":\"\u{9D}\u{2028}ü\"}".escapedJSONForTerminal == "{\"a\":\"\\u009d\\u2028ü\"}")
    }

    private func names(_ bytes: [UInt8], endsWithNUL: Bool = false) throws -> [[UInt8]] {
        try folder.write(bytes, as: "list")
        var names: [[UInt8]] = []
        try NameList.read(FilePath(folder.path("list")), endsWithNUL: endsWithNUL) { names.append($0) }
        return names
    }

    @Test(arguments: [
        ("a\nb\n", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("a\0b c\0", ["a", "b c"]), ("a\n\n\nb", ["a", "b"]), ("", []),
        ("a\rb\n", ["a\rb"]), ("a\nb\0c\0", ["a\nb", "c"]),
    ])
    func `names are separated by line breaks or NULs`(text: String, expected: [String]) throws {
        #expect(try names(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(arguments: 1...7)
    func `consecutive separators add no parts if empty parts are skipped`(size: Int) {
        let list = Array("\n\n\na\n\n\n\nb c\n\nd".utf8)
        var (rest, parts, all): ([UInt8], [String], [String]) = ([], [], [])
        for start in stride(from: 0, to: list.count, by: size) {
            let piece = list[start..<min(start + size, list.count)]
            rest.add(piece, endingAt: 0x0A, skipsEmpty: true) { parts.append(String(decoding: $0, as: UTF8.self)) }
        }
        #expect(parts == ["a", "b c"])
        #expect(rest == Array("d".utf8))
        rest = []
        rest.add(list[...], endingAt: 0x0A) { all.append(String(decoding: $0, as: UTF8.self)) }
        #expect(all == ["", "", "", "a", "", "", "", "b c", ""])
    }

    @Test func `names end only at NULs if requested`() throws {
        #expect(try names(Array("a\nb\r\n".utf8), endsWithNUL: true) == [Array("a\nb\r\n".utf8)])
    }

    @Test func `a list longer than one chunk is read completely`() throws {
        let expected = (0..<20_000).map { Array("folder/IMG_\($0).jpg".utf8) + [0xE9] }
        #expect(try names(Array(expected.joined(separator: [0x0A]))) == expected)
    }

    @Test func `a file that is not a list is rejected`() throws {
        let error = #expect(throws: Failure.self) { try names([UInt8](repeating: 0x61, count: 200_000)) }
        #expect(error?.description.contains("Is it a list of files?") == true)
        let gone = #expect(throws: Failure.self) { try NameList.read("/nowhere/list", endsWithNUL: false) { _ in } }
        #expect(gone?.description.contains("Can't read the list /nowhere/list") == true)
    }

    @Test func `bytes that are not UTF-8 pass through arguments unchanged`() {
        for text in ["", "plain", "ümläut 📷", "\u{10FE80}x", "a\u{10FEFF}\u{10FEE9}"] {
            let bytes = CommandArguments.bytes(of: text)
            #expect(FilePath(argument: text) == FilePath(bytes: bytes))
        }
        #expect(CommandArguments.bytes(of: "a\u{10FEE9}") == [0x61, 0xE9])
        #expect(CommandArguments.bytes(of: "\u{10FE80}\u{10FEFF}") == [0x80, 0xFF])
    }

    @Test(arguments: [("/a/../b", "/a/../b"), ("~user", "~user"), ("a~", "a~")])
    func `only a tilde by itself stands for the home folder`(path: String, expanded: String) {
        #expect(UserPath.expanded(path) == expanded)
        #expect(UserPath.absolute(path).hasPrefix("/"))
    }

    @Test func `log lines beyond the limit are counted`() throws {
        let path = FilePath(folder.path("log"))
        let file = try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
        let writer = LogWriter(file, byteLimit: 8) { Array("dropped \($0)".utf8) }
        writer.write(Array("far too long".utf8))
        writer.write(Array("far too long, too".utf8))
        writer.write(Array("short".utf8))
        writer.finish(within: .seconds(60))
        try file.close()
        #expect(String(decoding: try folder.read("log"), as: UTF8.self) == "short\ndropped 2\n")
    }

    @Test func `log lines stay in order`() throws {
        let path = FilePath(folder.path("log"))
        let file = try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
        let writer = LogWriter(file) { _ in [] }
        for number in 0..<1_000 { writer.write(Array("line \(number)".utf8)) }
        writer.finish(within: .seconds(60))
        try file.close()
        let text = String(decoding: try folder.read("log"), as: UTF8.self)
        #expect(text == (0..<1_000).map { "line \($0)\n" }.joined())
    }
}
