import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardMemes

/// The strings in Unicode's test files, from Debian's `unicode-data` package.
struct UnicodeTests {
    private static let lineBreaks = TestFile("auxiliary/LineBreakTest.txt")
    private static let characters = TestFile("BidiCharacterTest.txt")
    private static let classes = TestFile("BidiTest.txt")

    @Test(
        .enabled(
            if: lineBreaks.version == "15.0.0",
            "needs the LineBreakTest.txt of Unicode 15.0, as in Debian 12; later versions have other rules"))
    func `lines end where Unicode allows`() throws {
        var count = 0
        for line in try Self.lineBreaks.lines() {
            // ÷ 0061 × 0020 ÷ …: alternating signs and scalars.
            let parts = line.split(separator: UInt8(ascii: " "))
            let scalars = parts.compactMap(TestFile.scalar)
            let expected = parts.filter { $0.count == 2 }.map { $0.last == 0xB7 }
            let found = UnicodeLineBreaks.breaks(in: scalars, scalars.map(LineBreakClass.init))
            count += 1
            // The last sign refers to the end of the text.
            if found != expected.dropLast() { Issue.record("\(String(decoding: line, as: UTF8.self)): \(found)") }
        }
        #expect(count > 7000)
    }

    @Test(.enabled(if: characters.version != nil, "needs BidiCharacterTest.txt, of Debian's unicode-data"))
    func `characters are reordered as in Unicode's tests`() throws {
        var count = 0
        for line in try Self.characters.lines() {
            // The fields are scalars, paragraph direction, paragraph level, the level of each scalar, and the order from left to right.
            let fields = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
                $0.split(separator: UInt8(ascii: " "))
            }
            let turned = try Turned(
                scalars: fields[0].compactMap(TestFile.scalar), direction: Turned.Direction(fields[1][0]))
            count += 1
            if !turned.matches(levels: fields[3].map(TestFile.number), order: fields[4].compactMap(TestFile.number)) {
                Issue.record("\(String(decoding: line, as: UTF8.self)): \(turned)")
            }
        }
        #expect(count > 90_000)
    }

    @Test(.thorough, .enabled(if: classes.version != nil, "needs BidiTest.txt, of Debian's unicode-data"))
    func `classes are reordered as in Unicode's tests`() throws {
        var levels: [Int?] = []
        var order: [Int] = []
        var count = 0
        for line in try Self.classes.lines() {
            if line.first == UInt8(ascii: "@") {
                let values = line.drop { $0 != UInt8(ascii: ":") }.dropFirst().split { $0 == 0x20 || $0 == 0x09 }
                if line.dropFirst().first == UInt8(ascii: "L") {
                    levels = values.map(TestFile.number)
                } else {
                    order = values.compactMap(TestFile.number)
                }
                continue
            }
            // The fields are classes and a sum of paragraph directions: 1 by letters, 2 from left to right, 4 from right to left.
            let fields = line.split(separator: UInt8(ascii: ";"))
            let scalars = fields[0].split(separator: UInt8(ascii: " ")).compactMap(Self.sample)
            let directions = TestFile.number(fields[1].dropFirst()) ?? 0
            for (bit, direction) in [(1, Turned.Direction.byLetters), (2, .leftToRight), (4, .rightToLeft)]
            where directions & bit != 0 {
                let turned = try Turned(scalars: scalars, direction: direction)
                count += 1
                if !turned.matches(levels: levels, order: order) {
                    Issue.record("\(String(decoding: line, as: UTF8.self)): \(turned)")
                }
            }
        }
        #expect(count > 700_000)
    }

    /// Returns a character of a class in UAX #9.
    private static func sample(_ name: ArraySlice<UInt8>) -> UInt32? {
        switch String(decoding: name, as: UTF8.self) {
        case "L": 0x61
        case "R": 0x5D0
        case "AL": 0x627
        case "EN": 0x30
        case "ES": 0x2B
        case "ET": 0x23
        case "AN": 0x660
        case "CS": 0x2C
        case "NSM": 0x300
        case "BN": 0xAD
        case "B": 0x2029
        case "S": 0x09
        case "WS": 0x20
        case "ON": 0x21
        case "LRE": 0x202A
        case "RLE": 0x202B
        case "PDF": 0x202C
        case "LRO": 0x202D
        case "RLO": 0x202E
        case "LRI": 0x2066
        case "RLI": 0x2067
        case "FSI": 0x2068
        case "PDI": 0x2069
        default: nil
        }
    }
}

/// A reordered text, and the parts of it that are compared.
private struct Turned {
    enum Direction {
        case byLetters, leftToRight, rightToLeft

        init(_ digit: ArraySlice<UInt8>) {
            self =
                digit.first == UInt8(ascii: "0")
                ? .leftToRight : digit.first == UInt8(ascii: "1") ? .rightToLeft : .byLetters
        }

        /// A mark that is put before the text to set the direction of the paragraph.
        var mark: [UInt32] {
            switch self {
            case .byLetters: []
            case .leftToRight: [0x200E]
            case .rightToLeft: [0x200F]
            }
        }
    }

    private let scalars: [UInt32]
    private let levels: [UInt8]

    init(scalars: [UInt32], direction: Direction) throws {
        self.scalars = scalars
        levels = Array(try BidiLevels.levels(of: direction.mark + scalars).dropFirst(direction.mark.count))
    }

    /// A level is `nil` for a character without a position. White space before the end of a line or a tab has the paragraph's level (L1).
    /// This white space is not compared, since lines end without it.
    func matches(levels expected: [Int?], order: [Int]) -> Bool {
        guard expected.count == levels.count else { return false }
        var compared: [Int] = []
        for index in expected.indices where expected[index] != nil && !isWhite(index) {
            guard expected[index] == Int(levels[index]) else { return false }
            compared.append(index)
        }
        guard !scalars.contains(where: Self.isSeparator) else { return true }
        BidiLevels.reorder(&compared) { levels[$0] }
        return compared == order.filter { !isWhite($0) }
    }

    private func isWhite(_ index: Int) -> Bool {
        for scalar in scalars[index...] {
            if Self.isSeparator(scalar) { return true }
            if !Self.isSpace(scalar) { return false }
        }
        return true
    }

    private static func isSeparator(_ scalar: UInt32) -> Bool { [0x09, 0x0B, 0x1F, 0x2029].contains(scalar) }

    private static func isSpace(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x20, 0xAD, 0x2000...0x200D, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

private struct TestFile {
    private let url: URL
    /// The version of Unicode; `nil` if the file is missing.
    let version: Substring?

    init(_ path: String) {
        url = URL(filePath: "/usr/share/unicode").appending(path: path)
        let handle = try? FileHandle(forReadingFrom: url)
        let line = (try? handle?.read(upToCount: 60)).flatMap { String(decoding: $0, as: UTF8.self) }
        version = line?.prefix(while: { $0 != "\n" }).split(separator: "-").last?.dropLast(4)
    }

    /// The lines, without empty lines and comments.
    func lines() throws -> [ArraySlice<UInt8>] {
        let bytes = [UInt8](try Data(contentsOf: url))
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let end = line.firstIndex(of: UInt8(ascii: "#")) else { return line }
            return end == line.startIndex ? nil : line[..<end].filter { $0 != 0x09 }[...]
        }
    }

    static func scalar(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard digits.count >= 4 else { return nil }
        return digits.reduce(0) { value, digit in
            value << 4 | UInt32(digit <= UInt8(ascii: "9") ? digit & 15 : digit - 55)
        }
    }

    /// A number in decimal digits.
    static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard let first = digits.first, 48...57 ~= first else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
}
