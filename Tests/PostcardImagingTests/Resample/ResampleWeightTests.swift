import CCodecs
import Foundation
import PostcardCore
import Testing

@testable import PostcardImaging

struct ResampleWeightTests {
    private static let one = Double(1 << postcard_weight_bits)

    /// The share of a cosine's amplitude that remains in a result pixel. The cosine's crest is in the middle of that pixel.
    ///
    /// - Parameters:
    ///   - frequency: the frequency in waves per source pixel.
    ///   - factor: the number of stored pixels averaged into each source pixel.
    private func amplitude(of frequency: Double, after factor: Int, filter: ResampleFilter) -> Double {
        let (source, ratio, index) = (300, 3.0, 50)
        let weights = ResampleWeights(
            from: source, extent: Double(source), to: 100, part: 0..<100, filter: filter, prefilterFactor: factor)
        let center = (Double(index) + 0.5) * ratio
        let sum = (0..<weights.counts[index]).reduce(0.0) { sum, offset in
            let position = Double(weights.starts[index]) + Double(offset) + 0.5 - center
            let weight = Double(weights.weights[index * weights.stride + offset])
            return sum + weight * cos(2 * .pi * frequency * position)
        }
        // The mean of `factor` samples of a cosine.
        let step = Double.pi * frequency / Double(factor)
        let mean = factor == 1 ? 1 : sin(step * Double(factor)) / (Double(factor) * sin(step))
        return sum / Self.one * mean
    }

    /// A source is at least three times as wide as its result, so a result can show at most a sixth of a wave per source pixel.
    @Test(arguments: [2, 3, 4, 8, 16], [ResampleFilter.lanczos3, .mitchell])
    func `weights restore the detail lost by averaging`(factor: Int, filter: ResampleFilter) {
        for frequency in stride(from: 0.01, through: 1.0 / 6, by: 0.01) {
            let exact = amplitude(of: frequency, after: 1, filter: filter)
            let restored = amplitude(of: frequency, after: factor, filter: filter)
            #expect(abs(restored / exact - 1) < 0.002, "\(frequency): \(restored) of \(exact)")
        }
    }

    @Test(arguments: ResampleTests.filters)
    func `any number of weights adds up to 1`(filter: ResampleFilter) {
        for (source, target) in [(20_000, 3), (20_000, 1), (999, 7), (37, 60), (1, 5)] {
            for factor in [1, 16] {
                let weights = ResampleWeights(
                    from: source, extent: Double(source), to: target, part: 0..<target, filter: filter,
                    prefilterFactor: factor)
                for index in 0..<target {
                    let row = weights.weights[index * weights.stride..<(index + 1) * weights.stride]
                    #expect(row.reduce(0) { $0 + Int($1) } == 1 << Int(postcard_weight_bits))
                }
            }
        }
    }
}
