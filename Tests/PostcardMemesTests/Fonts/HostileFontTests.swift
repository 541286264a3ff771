import Foundation
import PostcardCore
import PostcardImaging
import Testing

@testable import PostcardMemes

/// Damaged copies of a complete font with kerning, marks and composites. Each is drawn or rejected, and never takes long.
struct HostileFontTests {
    private static let frankmark: [UInt8] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? [UInt8](Data(contentsOf: root.appending(path: "Fonts/Frankmark-Regular.ttf")))) ?? []
    }()

    /// Draws with the font; returns `false` if it is rejected.
    private func isDrawn(_ bytes: [UInt8]) throws -> Bool {
        do {
            var caption = Caption("AVÀq\u{301}\u{308} fiΩЖ", in: UnitBox(x: 0, y: 0, width: 1, height: 0.6))
            caption.font = .typeface(try Typeface(bytes: bytes))
            let report = try CaptionRenderer(
                caption, on: PixelSize(width: 90, height: 60), fonts: FontLibrary(usesSystemFonts: false)
            ).lettering().report
            return report.layout.size >= 1
        } catch let error as MemeError {
            guard error.code == .invalidFont, error.message.count > 20 else { throw error }
            return false
        }
    }

    @Test func `an intact font is drawn`() throws {
        #expect(try isDrawn(Self.frankmark))
    }

    @Test func `a truncated font is rejected or drawn`() throws {
        var refused = 0
        for length in stride(from: 0, to: Self.frankmark.count, by: 2_111) {
            if try !isDrawn(Array(Self.frankmark[..<length])) { refused += 1 }
        }
        #expect(refused > 10)
    }

    @Test func `changed bytes are rejected or drawn`() throws {
        var random = SeededRandom(seed: 7)
        var drawn = 0
        for round in 0..<150 {
            var bytes = Self.frankmark
            for _ in 0...(round % 12) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            if try isDrawn(bytes) { drawn += 1 }
        }
        #expect(drawn > 50)
    }

    /// Sets the offset, length and first bytes of every table to absurd values.
    @Test func `absurd tables are rejected or drawn`() throws {
        let count = Int(Self.frankmark[5])
        try #require(count > 8)
        var drawn = 0
        for table in 0..<count {
            let entry = 12 + 16 * table
            let start = Self.frankmark[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
            for place in [entry + 8, entry + 12, start, start + 4, start + 8, start + 16] {
                for value: UInt8 in [0, 0x7F, 0xFF] {
                    var bytes = Self.frankmark
                    for index in place..<min(place + 4, bytes.count) { bytes[index] = value }
                    if try isDrawn(bytes) { drawn += 1 }
                }
            }
        }
        #expect(drawn > 20)
    }
}
