import PostcardCore
import Testing

struct DurationNumbersTests {
    @Test(arguments: [1e300, -1e300, .infinity, .nan, 1_000_000_001])
    func `invalid seconds in a file produce no duration`(seconds: Double) {
        #expect(Duration(seconds: seconds) == nil)
    }

    @Test(arguments: [0, 0.1, -2.5, 1_000_000_000])
    func `seconds survive conversion`(seconds: Double) { #expect(Duration(seconds: seconds)?.inSeconds == seconds) }

    @Test(arguments: [0, 1, 70, 300_001, 1_000_003, Int(Int32.max)])
    func `milliseconds survive conversion`(count: Int) {
        #expect(Duration.milliseconds(count).inMilliseconds == count)
        #expect((Duration.milliseconds(count) + .microseconds(900)).inMilliseconds == count)
    }

    @Test func `milliseconds are at least 0 and have at most 32 bits`() {
        #expect(Duration.milliseconds(-1).inMilliseconds == 0)
        #expect(Duration.seconds(1_000_000_000_000).inMilliseconds == Int(Int32.max))
        #expect(Duration.milliseconds(Int(Int32.max) + 1).inMilliseconds == Int(Int32.max))
    }
}
