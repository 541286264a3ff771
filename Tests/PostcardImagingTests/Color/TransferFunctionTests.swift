import Testing

@testable import PostcardImaging

/// Transfer functions compared with the values in their standards.
struct TransferFunctionTests {
    static let values: [(TransferFunction, Double, Double)] = [
        // IEC 61966-2-1.
        (.sRGB, 0.5, 0.214041), (.sRGB, 0.04, 0.003096), (.sRGB, 0.735357, 0.5),
        // ITU-R BT.2408, table 1: PQ for 203 and 1,000 candela per square meter, as multiples of white (203).
        (.pq, 0.580689, 1), (.pq, 0.751827, 4.926108), (.pq, 0, 0), (.pq, 1, 49.261084),
        // SMPTE ST 2084: 100 candela per square meter.
        (.pq, 0.508078, 0.492611),
        // ARIB STD-B67: half the signal is a twelfth of the light. BT.2408: white is at three quarters of the signal.
        (.hlg, 0.5, 0.083333), (.hlg, 0.75, 0.264963), (.hlg, 1, 1), (.hlg, 0.25, 0.020833),
        (.bt709, 0.5, 0.189465), (.power(2.2), 0.5, 0.217638), (.power(1), 0.3, 0.3),
        (.smpte240, 0.0912, 0.0228), (.smpte240, 1, 1), (.cinema, 1, 1.091042),
    ]

    @Test(arguments: values)
    func `light matches the published values`(function: TransferFunction, value: Double, light: Double) {
        #expect(abs(function.light(value) - light) <= 2e-5 * max(1, light), "\(function.light(value))")
    }

    @Test(arguments: [TransferFunction.sRGB, .power(2.2), .power(2.8), .bt709, .smpte240, .cinema, .pq, .hlg])
    func `a larger value is brighter`(function: TransferFunction) {
        let lights = (0...1_000).map { function.light(Double($0) / 1_000) }
        #expect(abs(lights[0]) < 1e-9)
        #expect(zip(lights, lights.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `high dynamic range curves are recognized`() {
        #expect(TransferFunction.pq.isHighDynamicRange)
        #expect(TransferFunction.hlg.isHighDynamicRange)
        for function in [TransferFunction.sRGB, .bt709, .power(1), .cinema] { #expect(!function.isHighDynamicRange) }
    }

    /// ITU-T H.273, table 3.
    @Test func `code points match the table`() {
        let known: [Int: TransferFunction] = [
            1: .bt709, 4: .power(2.2), 5: .power(2.8), 6: .bt709, 7: .smpte240, 8: .power(1), 11: .bt709, 13: .sRGB,
            14: .bt709, 15: .bt709, 16: .pq, 17: .cinema, 18: .hlg,
        ]
        for point in -1...255 { #expect(TransferFunction(codePoint: point) == known[point], "\(point)") }
    }
}
