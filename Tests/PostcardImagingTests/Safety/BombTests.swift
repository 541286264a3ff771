import PostcardFixtures
import Testing

/// What small files that ask for much cost, each in a process of its own.
@Suite(.serialized)
struct BombTests {
    @Test(arguments: Bomb.all)
    func `thumbnail costs little`(bomb: Bomb) throws {
        let run = try DecodingRun("thumbnail", bomb.bytes)
        #expect(bomb.outcome == nil || run.outcome == bomb.outcome, "\(run)")
        #expect(run.outcome != "signal", "\(run)")
        #expect(run.kilobytes < bomb.maximumKilobytes, "\(run)")
        #expect(run.complaints.isEmpty)
    }

    @Test(arguments: Bomb.all)
    func `header costs little`(bomb: Bomb) throws {
        let run = try DecodingRun("header", bomb.bytes)
        #expect(run.outcome != "signal", "\(run)")
        #expect(run.kilobytes < 16 << 10, "\(run)")
    }
}
