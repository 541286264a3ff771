import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardImaging

/// Fields in TIFF directories of both byte orders and in BigTIFF, including incorrect numbers.
struct TIFFDirectoryTests {
    enum Layout: CaseIterable, Sendable {
        case little
        case big
        case bigTIFF
    }

    /// A field, and its values as stored in the file.
    struct Field {
        var tag: Int
        var type: Int
        var count: Int
        var values: [UInt8]
    }

    /// Writes a structure with one directory.
    struct Writer {
        let layout: Layout

        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return layout == .big ? bytes.reversed() : bytes
        }

        func file(_ fields: [Field], next: Int = 0) -> [UInt8] {
            let wide = layout == .bigTIFF
            let (word, entrySize) = wide ? (8, 20) : (4, 12)
            var head: [UInt8] = Array((layout == .big ? "MM" : "II").utf8)
            head += wide ? number(43, 2) + number(8, 2) + number(0, 2) + number(16, 8) : number(42, 2) + number(8, 4)
            var valuesStart = head.count + (wide ? 8 : 2) + entrySize * fields.count + word
            var entries = number(fields.count, wide ? 8 : 2)
            var values: [UInt8] = []
            for field in fields {
                entries += number(field.tag, 2) + number(field.type, 2) + number(field.count, word)
                if field.values.count <= word {
                    entries += field.values + [UInt8](repeating: 0, count: word - field.values.count)
                } else {
                    entries += number(valuesStart, word)
                    values += field.values
                    valuesStart += field.values.count
                }
            }
            return head + entries + number(next, word) + values
        }
    }

    private func read<Result>(_ bytes: [UInt8], _ body: (TIFFDirectory) throws -> Result) throws -> Result {
        try bytes.withUnsafeBytes { bytes in
            let reader = try #require(TIFFDirectory.Reader(bytes))
            return try body(try #require(reader.directory(at: reader.firstDirectory)))
        }
    }

    @Test(arguments: Layout.allCases)
    func `fields are read as written`(layout: Layout) throws {
        let writer = Writer(layout: layout)
        let bytes = writer.file(
            [
                Field(tag: 256, type: 3, count: 1, values: writer.number(4_000, 2)),
                Field(tag: 257, type: 4, count: 1, values: writer.number(70_000, 4)),
                Field(tag: 258, type: 3, count: 3, values: [8, 9, 10].flatMap { writer.number($0, 2) }),
                Field(tag: 270, type: 2, count: 14, values: Array("  A harbour \0x".utf8)),
                Field(tag: 282, type: 5, count: 2, values: [72, 1, 1, 3].flatMap { writer.number($0, 4) }),
                Field(tag: 700, type: 7, count: 5, values: [1, 2, 3, 4, 5]),
            ], next: 99)
        try read(bytes) { directory in
            expectEqual(directory.integer(256), 4_000)
            expectEqual(directory.integer(257), 70_000)
            expectEqual(directory.integers(258, limit: 8), [8, 9, 10])
            expectEqual(directory.integers(258, limit: 2), [8, 9])
            expectEqual(directory.text(270), "A harbour")
            expectEqual(directory.rationals(282), [72, 1.0 / 3])
            expectEqual(directory.data(700).map { Array($0) }, [1, 2, 3, 4, 5])
            expectEqual(directory.next, 99)
        }
    }

    @Test(arguments: Layout.allCases)
    func `a field of another type is treated as missing`(layout: Layout) throws {
        let writer = Writer(layout: layout)
        let bytes = writer.file([
            Field(tag: 256, type: 2, count: 2, values: Array("a\0".utf8)),
            Field(tag: 270, type: 3, count: 1, values: writer.number(7, 2)),
            Field(tag: 282, type: 5, count: 1, values: writer.number(72, 4) + writer.number(0, 4)),
            Field(tag: 283, type: 99, count: 1, values: [0, 0]),
        ])
        try read(bytes) { directory in
            #expect(directory.integer(256) == nil)
            #expect(directory.text(270) == nil)
            #expect(directory.rationals(282) == nil, "a denominator of 0")
            #expect(directory.integer(283) == nil)
            #expect(directory.integer(999) == nil)
            #expect(directory.next == nil)
        }
    }

    @Test(arguments: Layout.allCases, [0, 1 << 20, 0x7FFF_FFFF, 0xFFFF_FFFF])
    func `a field with a count beyond the file is treated as missing`(layout: Layout, count: Int) throws {
        let writer = Writer(layout: layout)
        let bytes = writer.file([
            Field(tag: 258, type: 4, count: count, values: writer.number(60, 4)),
            Field(tag: 270, type: 2, count: count, values: writer.number(60, 4)),
            Field(tag: 282, type: 5, count: count, values: writer.number(60, 4)),
            Field(tag: 700, type: 7, count: count, values: writer.number(60, 4)),
        ])
        try read(bytes) { directory in
            #expect(directory.integers(258, limit: 100).isEmpty)
            #expect(directory.text(270) == nil)
            #expect(directory.rationals(282) == nil)
            #expect(directory.data(700) == nil)
        }
    }

    @Test func `the first of two entries with the same tag is used`() throws {
        let writer = Writer(layout: .little)
        let field = Field(tag: 256, type: 3, count: 1, values: writer.number(1, 2))
        let other = Field(tag: 256, type: 3, count: 1, values: writer.number(2, 2))
        try read(writer.file([field, other])) { #expect($0.integer(256) == 1) }
    }

    @Test(arguments: ["", "II", "II*", "XX*\0\u{8}\0\0\0", "II+\0\u{8}\0\u{1}\0"])
    func `other bytes are not a TIFF structure`(head: String) {
        Array(head.utf8).withUnsafeBytes { #expect(TIFFDirectory.Reader($0) == nil) }
    }

    @Test(arguments: Layout.allCases)
    func `every part of a structure is read without trapping`(layout: Layout) throws {
        let writer = Writer(layout: layout)
        let whole = writer.file([
            Field(tag: 258, type: 3, count: 3, values: [8, 9, 10].flatMap { writer.number($0, 2) }),
            Field(tag: 282, type: 5, count: 2, values: [72, 1, 1, 3].flatMap { writer.number($0, 4) }),
        ])
        var random = SeededRandom(seed: 12)
        var found = 0
        for length in 0...whole.count {
            var bytes = Array(whole[..<length])
            if length > 20 { bytes[.random(in: 8..<length, using: &random)] = .random(in: 0...255, using: &random) }
            bytes.withUnsafeBytes { bytes in
                guard let reader = TIFFDirectory.Reader(bytes),
                    let directory = reader.directory(at: reader.firstDirectory)
                else { return }
                found += directory.integers(258, limit: 1_000).count + (directory.rationals(282)?.count ?? 0)
            }
        }
        #expect(found > 0)
    }
}
