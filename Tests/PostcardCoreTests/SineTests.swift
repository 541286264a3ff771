import Foundation
import PostcardCore
import Testing

struct SineTests {
    @Test(
        arguments: [(0, 0), (1.0 / 6, 0.5), (0.25, 0.5.squareRoot()), (0.5, 1), (1, 0), (1.5, -1), (2, 0), (2.5, 1)]
            as [(Double, Double)])
    func `sines of known angles are exact`(halfTurns: Double, sine: Double) {
        #expect(abs(Sine.sine(ofHalfTurns: halfTurns) - sine) <= 1e-15)
        #expect(Sine.signedSine(ofHalfTurns: -halfTurns) == -Sine.sine(ofHalfTurns: halfTurns))
    }

    @Test func `sines match the C library to within 1e-15`() {
        for step in 0...1_000 {
            let halfTurns = Double(step) / 1_000
            #expect(abs(Sine.sine(ofHalfTurns: halfTurns) - sin(halfTurns * .pi)) <= 1e-15)
        }
    }

    @Test func `sinc is 1 at 0 and 0 at other whole numbers`() {
        #expect(Sine.sinc(0) == 1)
        for whole in 1...5 { #expect(Sine.sinc(Double(whole)) == 0) }
        #expect(abs(Sine.sinc(0.5) - 2 / .pi) <= 1e-15)
    }
}
