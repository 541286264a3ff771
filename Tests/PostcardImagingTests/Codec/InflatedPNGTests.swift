import PostcardCore
import Testing

@testable import PostcardImaging

/// ISA-L and our own unfiltering return the same pixels as libpng.
struct InflatedPNGTests {
    /// The rows of a reader, and whether the reader is the one under test.
    private static func rows(of file: [UInt8], byLibpng: Bool = false) throws -> (
        pixels: [Int32], isInflated: Bool, warnings: [String]
    ) {
        try file.withUnsafeBytes { bytes in
            let file = try PNGFile(bytes)
            let size = file.header.storedSize
            let reader: any RowReader =
                byLibpng
                ? try PNGReader(
                    bytes, size: size, hasAlpha: bytes[25] & 4 != 0, colors: nil, cut: nil, recovers: false)
                : try file.reader(wanted: size, options: DecodingOptions())
            var pixels = [Int32](repeating: -1, count: size.area)
            try pixels.withUnsafeMutableBufferPointer { pixels in
                let start = try #require(pixels.baseAddress)
                for y in 0..<size.height { try reader.read(y, into: start + y * size.width) }
            }
            try reader.finish()
            let isInflated = (reader as? InflatedPNGReader).map { !$0.hasFallenBack } ?? false
            return (pixels, isInflated, reader.warnings)
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, nil] as [UInt8?], [false, true])
    func `every filter is undone`(_ filter: UInt8?, _ hasAlpha: Bool) throws {
        for (index, size) in [(1, 1), (1, 9), (40, 1), (23, 17), (200, 130)].enumerated() {
            let file = PNGSpecimen(
                width: size.0, height: size.1, hasAlpha: hasAlpha, filter: filter, seed: UInt64(index + 1)
            ).encoded()
            let result = try Self.rows(of: file)
            #expect(result.isInflated)
            #expect(result.pixels == (try Self.rows(of: file, byLibpng: true).pixels))
        }
    }

    @Test(arguments: [1, 7, 100_000])
    func `data can be in any number of chunks`(_ chunkSize: Int) throws {
        let file = PNGSpecimen(chunkSize: chunkSize).encoded()
        let result = try Self.rows(of: file)
        #expect(result.isInflated)
        #expect(result.pixels == (try Self.rows(of: file, byLibpng: true).pixels))
    }

    @Test(arguments: [
        PNGSpecimen(excess: [1, 2, 3]), PNGSpecimen(chunkSize: 9, excess: [1]), PNGSpecimen(hasWrongSum: true),
        PNGSpecimen(filter: 5), PNGSpecimen(height: 3, filter: 255),
    ])
    func `unusual files fall back to libpng`(_ specimen: PNGSpecimen) throws {
        let file = specimen.encoded()
        let expected = Result { try Self.rows(of: file, byLibpng: true) }
        let found = Result { try Self.rows(of: file) }
        switch (found, expected) {
        case (.success(let found), .success(let expected)):
            #expect(!found.isInflated)
            #expect(found.pixels == expected.pixels)
            #expect(found.warnings == expected.warnings)
        case (.failure(let found), .failure(let expected)): #expect("\(found)" == "\(expected)")
        default: Issue.record("\(found) is not \(expected)")
        }
    }

    @Test func `gamma alone and transparent colors are left to libpng`() throws {
        let gamma = ("gAMA", [0, 0, 0xB1, 0x8F] as [UInt8])
        #expect(try !Self.rows(of: PNGSpecimen(extraChunks: [gamma]).encoded()).isInflated)
        #expect(try Self.rows(of: PNGSpecimen(extraChunks: [gamma, ("sRGB", [0])]).encoded()).isInflated)
        let key = ("tRNS", [0, 1, 0, 2, 0, 3] as [UInt8])
        #expect(try !Self.rows(of: PNGSpecimen(extraChunks: [key]).encoded()).isInflated)
    }

    @Test(arguments: 0..<8)
    func `damaged files are read as libpng reads them`(_ batch: Int) throws {
        var random = SeededRandom(seed: UInt64(batch))
        for _ in 0..<60 {
            var file = PNGSpecimen(
                width: 9, height: 7, hasAlpha: batch % 2 == 0, chunkSize: Int.random(in: 20...400, using: &random),
                seed: random.next()
            ).encoded()
            let position = Int.random(in: 33..<file.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: file[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 1: file.removeSubrange(position...)
            default: file.remove(at: position)
            }
            let expected = Result { try Self.rows(of: file, byLibpng: true).pixels }
            let found = Result { try Self.rows(of: file) }
            switch (found, expected) {
            case (.success(let found), .success(let expected)): #expect(found.pixels == expected)
            case (.failure, .failure): break
            case (.success(let found), .failure): #expect(!found.isInflated, "libpng rejects the delivered file")
            case (.failure(let error), .success): Issue.record("\(error)")
            }
        }
    }
}
