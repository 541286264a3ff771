import Foundation
import Testing

@testable import PostcardMemes

/// Lines as Pango lays them out, for about 200 strings in 120 languages.
struct PangoTests {
    private struct Judgement: Decodable {
        var text: String
        /// The indices of the characters before which a line can end.
        var breaks: [Int]
        /// The indices of the characters from left to right.
        var order: [Int]
    }

    @Test(.enabled(if: hasPango, "needs python3 and Debian's libpangoft2-1.0-0"))
    func `lines end and are reordered as in Pango`() throws {
        let judgements = try Self.judgements()
        #expect(judgements.count > 200)
        for judgement in judgements {
            let text = try CaptionText(judgement.text, letterCase: .asTyped)
            try #require(text.string(0..<text.count) == judgement.text)
            let classes = text.scalars.map(LineBreakClass.init)
            let rules = UnicodeLineBreaks.breaks(in: text.scalars, classes)
            // Pango finds Thai words with the same library as `LineBreaker`, and does not break text in Lao, Khmer or Myanmar.
            let places = rules.indices.filter { rules[$0] }
            let expected = judgement.breaks.filter { classes[$0] != .sa || classes[$0 - 1] != .sa }
            #expect(places == expected, "\(judgement.text)")

            let levels = try BidiLevels.levels(of: text.scalars)
            var order = Array(text.scalars.indices)
            BidiLevels.reorder(&order) { levels[$0] }
            #expect(order == judgement.order, "\(judgement.text)")
        }
    }

    /// Captions break lines only where Pango would, except at closing marks next to brackets and between words of scripts without spaces.
    @Test(.enabled(if: hasPango, "needs python3 and Debian's libpangoft2-1.0-0"))
    func `captions break few lines where Pango does not`() throws {
        var others: [String] = []
        for judgement in try Self.judgements() {
            let text = try CaptionText(judgement.text, letterCase: .asTyped)
            let kinds = text.scalars.map { LetterKind($0, LineBreakClass($0)) }
            let breaks = LineBreaker(text)
            for index in text.boundaries.dropFirst().dropLast()
            where breaks.kind(before: index) != nil && !judgement.breaks.contains(index)
                && (kinds[index] != .southEastAsian || kinds[index - 1] != .southEastAsian)
            {
                others.append(
                    text.string(max(0, index - 3)..<index) + "|" + text.string(index..<min(text.count, index + 3)))
            }
        }
        #expect(others == ["ل» |(خص", "他说：|“今天", "布。”|然后走", ".” |(진심", "_^ |:-)", " = |/us"])
    }

    private static let hasPango =
        dlopen("libpangoft2-1.0.so.0", RTLD_LAZY) != nil && FileManager.default.fileExists(atPath: "/usr/bin/python3")

    private static func judgements() throws -> [Judgement] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [folder.appending(path: "pango.py").path, folder.appending(path: "languages.txt").path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try lines.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Judgement.self, from: $0) }
    }
}
