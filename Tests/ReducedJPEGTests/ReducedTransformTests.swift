import PostcardCore
import Testing

@testable import ReducedJPEG

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The inverse DCTs of fewer points compared with their formula, in double precision (T.81, A.3.3, with n for 8).
struct ReducedTransformTests {
    /// With 2 points, samples are rounded only at the end. With 4, they are rounded to 1/32 between the passes, and constants to 1/8192.
    @Test(arguments: [(2, 1, 0.5), (2, 0.90625, 0.5), (4, 1, 0.52)])
    func `samples match the formula`(_ side: Int, _ detail: Double, _ tolerance: Double) throws {
        let arena = Arena()
        defer { withExtendedLifetime(arena) {} }
        var random = SeededRandom(seed: UInt64(side))
        for round in 0..<2_000 {
            let steps = (0..<64).map { _ in UInt16.random(in: 1...40, using: &random) }
            let transform = try BlockTransform(
                quantization: steps, weights: detail < 1 ? .ofMeans : .full, arena: arena)
            let most = Int16(round % 5)
            var zigzag = (0..<64).map { _ in Int16.random(in: -most...most, using: &random) }
            zigzag[0] = Int16.random(in: -1_000...1_000, using: &random) / Int16(steps[0])
            let samples = Self.samples(zigzag, side: side, transform)
            for (sample, exact) in zip(samples, Self.formula(zigzag, steps, side: side, detail: detail)) {
                #expect(abs(Double(sample) - min(255, max(0, exact))) <= tolerance)
            }
        }
    }

    @Test(arguments: [2, 4], [4_096, -4_097] as [Int16])
    func `impossible coefficients are reported`(_ side: Int, _ value: Int16) throws {
        let arena = Arena()
        defer { withExtendedLifetime(arena) {} }
        let transform = try BlockTransform(
            quantization: Array(repeating: 1, count: 64), weights: .full, arena: arena)
        for position in [0, 1, 2, 4] {
            var zigzag = [Int16](repeating: 0, count: 64)
            zigzag[position] = value
            #expect(!Self.isPlausible(zigzag, side: side, transform))
            zigzag[position] -= value.signum()
            #expect(Self.isPlausible(zigzag, side: side, transform))
        }
    }

    private static func raster(_ zigzag: [Int16]) -> [Int16] {
        var raster = [Int16](repeating: 0, count: 64)
        for (index, position) in Zigzag.naturalOrder.enumerated() {
            raster[Int(position)] = zigzag[index]
        }
        return raster
    }

    private static func samples(
        _ zigzag: [Int16], side: Int, _ transform: BlockTransform
    ) -> [UInt8] {
        var samples = [UInt8](repeating: 0, count: side * side)
        _ = transform.transform(side == 2 ? zigzag : raster(zigzag), side: side, to: &samples, stride: side)
        return samples
    }

    private static func isPlausible(
        _ zigzag: [Int16], side: Int, _ transform: BlockTransform
    ) -> Bool {
        var samples = [UInt8](repeating: 0, count: side * side)
        return transform.transform(side == 2 ? zigzag : raster(zigzag), side: side, to: &samples, stride: side)
    }

    private static func formula(_ zigzag: [Int16], _ steps: [UInt16], side: Int, detail: Double) -> [Double] {
        let order = Zigzag.naturalOrder
        return (0..<side * side).map { index in
            var sum = 0.0
            for (position, place) in order.enumerated() where place / 8 < side && place % 8 < side {
                let axes = (place / 8 > 0 ? 1 : 0) + (place % 8 > 0 ? 1 : 0)
                let weight = [1, detail, detail * detail][axes]
                let coefficient = weight * Double(zigzag[position]) * Double(steps[position])
                sum +=
                    coefficient * basis(Int(place) / 8, index / side, side) * basis(Int(place) % 8, index % side, side)
            }
            return sum / 8 + 128
        }
    }

    /// The value at one of the `side` points of a cosine, which has a mean square of 1.
    private static func basis(_ frequency: Int, _ point: Int, _ side: Int) -> Double {
        let angle = Double((2 * point + 1) * frequency) * Double.pi / Double(2 * side)
        return frequency == 0 ? 1 : 2.0.squareRoot() * cos(angle)
    }
}
