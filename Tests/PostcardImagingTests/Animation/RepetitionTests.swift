import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct RepetitionTests {
    private static let repetitions: [Repetition] = [.none, .times(3), .forever]

    @Test(arguments: [EncodingOptions.gif, .webp()], repetitions)
    func `repetition and durations are read as written`(
        encoding: EncodingOptions, repetition: Repetition
    ) throws {
        var encoder = try AnimationEncoder(size: .square(8), repetition: repetition, encoding: encoding)
        let durations: [Duration] = [.milliseconds(120), .milliseconds(250)]
        for (color, duration) in zip([Color.black, .white], durations) {
            try encoder.append(Image(size: .square(8), fill: color), duration: duration)
        }
        let animation = try AnimatedImage(OpenedPicture(encoder.finish()))
        #expect(animation.repetition == repetition)
        #expect(animation.durations == durations)
        var seen: [Duration] = []
        try animation.forEachFrame { seen.append($0.duration) }
        #expect(seen == durations)
    }

    @Test func `fewer than one repetition counts as none`() {
        #expect(Repetition.times(0).loopCount == nil)
        #expect(Repetition.times(-1).loopCount == nil)
        #expect(Repetition(loopCount: 0) == .forever)
        #expect(Repetition(loopCount: nil) == Repetition.none)
    }
}
