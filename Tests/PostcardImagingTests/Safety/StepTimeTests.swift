import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct StepTimeTests {
    @Test func `the steps of a picture are timed separately`() throws {
        let file = try Image(size: PixelSize(width: 600, height: 400), fill: .white).encoded(as: .jpeg())
        let times = ImageWork.StepTimes()
        let began = ContinuousClock.now
        try ImageWork.timed(by: times) {
            _ = try Image(decoding: file).blurred(sigma: 4).encoded(as: .webp())
        }
        let all = ContinuousClock.now - began
        let parts = ImageWork.Step.allCases.map { times[$0] }
        #expect(parts.allSatisfy { $0 > .zero })
        #expect(parts.reduce(.zero, +) <= all)
    }

    @Test func `the time of an inner step does not count toward the outer step`() throws {
        let times = ImageWork.StepTimes()
        let began = ContinuousClock.now
        var inner = Duration.zero
        ImageWork.timed(by: times) {
            ImageWork.step(.encoding) {
                inner = ImageWork.step(.editing) {
                    let began = ContinuousClock.now
                    var sum = 0.0
                    for number in 0..<200_000 { sum += Double(number).squareRoot() }
                    #expect(sum > 0)
                    return ContinuousClock.now - began
                }
            }
        }
        #expect(times[.editing] >= inner)
        #expect(times[.encoding] <= ContinuousClock.now - began - inner)
        #expect(times[.decoding] == .zero)
    }

    @Test func `a failed step is timed and ends`() throws {
        let times = ImageWork.StepTimes()
        #expect(throws: ImageError.self) {
            try ImageWork.timed(by: times) { _ = try Image(decoding: Array("no picture".utf8)) }
        }
        let decoding = times[.decoding]
        #expect(decoding > .zero)
        ImageWork.timed(by: times) {}
        #expect(times[.decoding] == decoding)
    }

    @Test(arguments: [ImageFormat.gif, .webp])
    func `decoding and encoding of frames are timed`(format: ImageFormat) throws {
        var encoder = try AnimationEncoder(
            size: .square(40), loopCount: nil, encoding: try EncodingOptions(format: format))
        for color in [Color.white, .black, .white] {
            try encoder.append(try Image(size: .square(40), fill: color), delay: 100)
        }
        let animation = try AnimatedImage(decoding: try encoder.finish())
        let times = ImageWork.StepTimes()
        _ = try ImageWork.timed(by: times) { try animation.encoded(as: .gif) }
        #expect(times[.decoding] > .zero && times[.encoding] > .zero)
    }
}
