import PostcardFixtures
import Testing

/// The memory used for small files that claim to be large, each in a separate process.
@Suite(.serialized)
struct BombTests {
    @Test(arguments: Bomb.all)
    func `a thumbnail uses little memory`(bomb: Bomb) throws {
        let run = try DecodingRun("thumbnail", bomb.bytes)
        #expect(bomb.outcome == nil || run.outcome == bomb.outcome, "\(run)")
        #expect(run.outcome != "signal", "\(run)")
        #expect(run.kilobytes < bomb.maximumKilobytes, "\(run)")
        #expect(run.complaints.isEmpty)
    }

    @Test(arguments: Bomb.all)
    func `a header uses little memory`(bomb: Bomb) throws {
        let run = try DecodingRun("header", bomb.bytes)
        #expect(run.outcome != "signal", "\(run)")
        #expect(run.kilobytes < 16 << 10, "\(run)")
    }
}
