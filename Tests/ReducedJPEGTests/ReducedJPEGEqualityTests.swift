import PostcardCore
import PostcardTestSupport
import Testing

@testable import ReducedJPEG

/// Every result must be identical to libjpeg-turbo's result, or to a result computed from libjpeg-turbo's coefficients.
struct ReducedJPEGEqualityTests {
    static let samplings: [[(Int32, Int32)]] = [
        [(1, 1)], [(2, 2)], [(2, 1)], [(1, 2)], [(4, 1)], [(1, 4)], [(4, 2)], [(2, 4)],
        [(4, 4)], [(3, 1)], [(1, 3)], [(3, 3), (1, 1), (3, 1)],
        [(2, 2), (2, 1), (1, 2)], [(2, 2), (1, 1), (2, 2)], [(1, 1), (2, 1), (1, 1)], [(1, 1), (1, 2), (2, 2)],
        [(2, 1), (1, 1), (2, 1)], [(4, 1), (2, 1), (1, 1)], [(1, 2), (1, 1), (1, 2)], [(2, 2), (2, 2), (2, 2)],
    ]

    @Test(arguments: samplings.indices, JPEGSpecimen.Scans.allCases)
    func `every sampling and scan order matches libjpeg`(_ sampling: Int, _ scans: JPEGSpecimen.Scans) throws {
        var random = SeededRandom(seed: UInt64(sampling))
        for size in [(1, 1), (7, 9), (8, 8), (16, 17), (33, 15), (41, 50), (2, 70), (97, 3)] {
            for scale in ReducedJPEGDecoder.Scale.allCases {
                let specimen = JPEGSpecimen(
                    width: size.0, height: size.1, sampling: Self.samplings[sampling],
                    quality: Int32.random(in: 5...100, using: &random),
                    restartInterval: Bool.random(using: &random) ? 0 : UInt32.random(in: 1...5, using: &random),
                    scans: scans, hasOptimizedTables: Bool.random(using: &random), seed: random.next())
                try expectEqual(specimen, scale)
            }
        }
    }

    @Test(arguments: JPEGSpecimen.Colors.allCases, ReducedJPEGDecoder.Scale.allCases)
    func `every color model and quality matches libjpeg`(
        _ colors: JPEGSpecimen.Colors, _ scale: ReducedJPEGDecoder.Scale
    ) throws {
        for quality in stride(from: Int32(4), through: 100, by: 8) {
            for restartInterval in [0, 1, 7] as [UInt32] {
                let specimen = JPEGSpecimen(
                    width: 50, height: 37, colors: colors, quality: quality, restartInterval: restartInterval,
                    scans: quality % 16 == 4 ? .interleaved : .progressive, seed: UInt64(quality))
                try expectEqual(specimen, scale)
            }
        }
    }

    @Test(arguments: 0..<12)
    func `random files match libjpeg`(_ batch: Int) throws {
        var random = SeededRandom(seed: UInt64(1000 + batch))
        for _ in 0..<100 {
            let colors = JPEGSpecimen.Colors.allCases.randomElement(using: &random) ?? .yCbCr
            let specimen = JPEGSpecimen(
                width: Int.random(in: 1...70, using: &random), height: Int.random(in: 1...50, using: &random),
                colors: colors, sampling: Self.samplings.randomElement(using: &random) ?? [],
                quality: Int32.random(in: 1...100, using: &random),
                restartInterval: UInt32.random(in: 0...9, using: &random),
                scans: JPEGSpecimen.Scans.allCases.randomElement(using: &random) ?? .interleaved,
                hasOptimizedTables: Bool.random(using: &random), seed: random.next())
            try expectEqual(specimen, ReducedJPEGDecoder.Scale.allCases.randomElement(using: &random) ?? .half)
        }
    }

    @Test func `the buffer is refilled in the middle of the data`() throws {
        let specimen = JPEGSpecimen(width: 500, height: 400, quality: 100, seed: 3)
        #expect(specimen.encoded().count > 200_000)
        for scale in ReducedJPEGDecoder.Scale.allCases { try expectEqual(specimen, scale) }
    }

    /// Without detail, all methods of reducing a block give the same result, so the other steps can be compared.
    @Test(arguments: samplings.indices, JPEGSpecimen.Colors.allCases)
    func `blocks without detail match libjpeg`(_ sampling: Int, _ colors: JPEGSpecimen.Colors) throws {
        for scans in JPEGSpecimen.Scans.allCases {
            for scale in ReducedJPEGDecoder.Scale.allCases {
                let specimen = JPEGSpecimen(
                    width: 70, height: 53, colors: colors, sampling: Self.samplings[sampling], scans: scans,
                    isCoarse: true)
                let file = specimen.encoded()
                #expect(try DecodedRows(file, scale: scale) == DecodedRows(libjpeg: file, scale: scale), "\(specimen)")
            }
        }
    }

    private func expectEqual(_ specimen: JPEGSpecimen, _ scale: ReducedJPEGDecoder.Scale) throws {
        let file = specimen.encoded()
        let expected = try #require(DecodedRows(expectedOf: file, scale: scale), "\(specimen)")
        let decoded = try DecodedRows(file, scale: scale)
        #expect(decoded == expected, "\(specimen) at \(scale)")
    }
}
