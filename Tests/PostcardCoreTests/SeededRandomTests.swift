import PostcardCore
import Testing

struct SeededRandomTests {
    /// The values of Vigna's reference program, splitmix64.c.
    @Test func `numbers match SplitMix64`() {
        var random = SeededRandom(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test func `different seeds give different numbers`() {
        let numbers = ([0, 1, 2, .max] as [UInt64]).flatMap { seed in
            var random = SeededRandom(seed: seed)
            return (0..<1_000).map { _ in random.next() }
        }
        #expect(Set(numbers).count == 4_000)
        // The first number of the reference program for the seed 0.
        #expect(numbers[0] == 0xE220_A839_7B1D_CDAF)
    }
}
