import PostcardCore
import PostcardTestSupport
import Testing

@testable import ReducedJPEG

/// Damaged files fail or, if the damage does not affect the result, are decoded exactly as libjpeg-turbo reads them.
struct ReducedJPEGDamageTests {
    @Test(arguments: 0..<10)
    func `mutated files fail or are read the same as by libjpeg`(_ batch: Int) throws {
        var random = SeededRandom(seed: UInt64(batch))
        for round in 0..<20 {
            let scans = JPEGSpecimen.Scans.allCases[round % 4]
            let specimen = JPEGSpecimen(
                width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...30, using: &random),
                colors: JPEGSpecimen.Colors.allCases[batch % 5],
                sampling: ReducedJPEGEqualityTests.samplings.randomElement(using: &random) ?? [],
                quality: Int32.random(in: 1...100, using: &random),
                restartInterval: UInt32.random(in: 0...4, using: &random), scans: scans, seed: random.next())
            let file = specimen.encoded()
            let dataStart = try #require(Self.scanDataStart(file))
            for _ in 0..<25 {
                let scale = ReducedJPEGDecoder.Scale.allCases.randomElement(using: &random) ?? .eighth
                let position = Int.random(in: 2..<file.count, using: &random)
                let mutant = Self.mutated(file, at: position, &random)
                guard let decoded = try? DecodedRows(mutant, scale: scale) else { continue }
                // Warnings about scans that the decoder skips, or about metadata, do not affect the result.
                let isSequentialData = position > dataStart && (scans == .interleaved || scans == .separate)
                let expected = DecodedRows(expectedOf: mutant, scale: scale, ignoringWarnings: !isSequentialData)
                #expect(decoded == expected, "\(specimen) at \(scale), changed at \(position)")
            }
        }
    }

    @Test(arguments: JPEGSpecimen.Scans.allCases, ReducedJPEGDecoder.Scale.allCases)
    func `every truncation causes an error`(_ scans: JPEGSpecimen.Scans, _ scale: ReducedJPEGDecoder.Scale) {
        let file = JPEGSpecimen(width: 20, height: 17, sampling: [(2, 2)], restartInterval: 2, scans: scans).encoded()
        for count in stride(from: 0, to: file.count, by: 7) {
            #expect(throws: ReducedJPEGError.self, "the first \(count) of \(file.count) bytes") {
                try DecodedRows(Array(file.prefix(count)), scale: scale)
            }
        }
    }

    @Test(arguments: [0, 2, 3] as [UInt8])
    func `a wrong restart marker causes an error`(_ number: UInt8) throws {
        var file = JPEGSpecimen(width: 80, height: 40, restartInterval: 3).encoded()
        let second = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xD1 })
        file[second + 1] = 0xD0 | number
        #expect(throws: ReducedJPEGError.damaged("A restart marker is missing.")) {
            try DecodedRows(file, scale: .eighth)
        }
    }

    @Test func `data is not read beyond the marker that ends it`() throws {
        let file = JPEGSpecimen(width: 24, height: 24).encoded()
        // The picture claims to be four times as high as its data.
        let frame = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        var taller = file
        taller[frame + 6] = 96
        #expect(throws: ReducedJPEGError.self) { try DecodedRows(taller, scale: .eighth) }
    }

    @Test func `a progressive file without its last scan causes an error`() throws {
        let file = JPEGSpecimen(sampling: [(2, 2)], scans: .progressive).encoded()
        let last = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
        let shortened = Array(file[..<last]) + [0xFF, 0xD9]
        #expect(throws: ReducedJPEGError.damaged("Part of the picture is missing from the file.")) {
            try DecodedRows(shortened, scale: .eighth)
        }
    }

    private static func scanDataStart(_ file: [UInt8]) -> Int? {
        guard let scan = file.indices.dropLast(3).first(where: { file[$0] == 0xFF && file[$0 + 1] == 0xDA }) else {
            return nil
        }
        return scan + 2 + (Int(file[scan + 2]) << 8 | Int(file[scan + 3]))
    }

    private static func mutated(_ file: [UInt8], at position: Int, _ random: inout SeededRandom) -> [UInt8] {
        var file = file
        switch Int.random(in: 0..<5, using: &random) {
        case 0: file[position] = UInt8.random(in: 0...255, using: &random)
        case 1: file[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: file[position] = 0xFF
        case 3: file.remove(at: position)
        default: file.insert(UInt8.random(in: 0...255, using: &random), at: position)
        }
        return file
    }
}
