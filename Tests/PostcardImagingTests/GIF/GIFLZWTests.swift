import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct GIFLZWTests {
    /// The width of each code, by the decoder's rule. The table grows by one with each code except the first after a clear code.
    static func widths(rootBits: Int, clears: Set<Int>) -> (Int) -> Int {
        { position in
            let last = clears.filter { $0 < position }.max() ?? -1
            if clears.contains(position - 1) { return rootBits + 1 }
            // The codes read before this one since the clear code. The first code adds nothing.
            let added = position - last - 2
            var width = rootBits + 1
            while width < 12, (1 << rootBits) + 2 + added >= 1 << width { width += 1 }
            return width
        }
    }

    private func decoded(_ data: [UInt8], count: Int) -> (pixels: [UInt8], count: Int, failure: LZWDecoder.Failure?) {
        var pixels = [UInt8](repeating: 99, count: count)
        var span = pixels.mutableSpan
        let result = LZWDecoder.decode(data.span, at: 0, to: &span, count: count)
        return (pixels, result.count, result.failure)
    }

    @Test(arguments: 2...8, [1, 2, 3, 100, 5_000, 70_000])
    func `every picture is decoded as encoded`(_ rootBits: Int, _ count: Int) {
        var dice = SeededRandom(seed: UInt64(rootBits * 100_000 + count))
        let most = UInt8((1 << rootBits) - 1)
        let pictures: [[UInt8]] = [
            (0..<count).map { _ in UInt8.random(in: 0...most, using: &dice) },
            [UInt8](repeating: most, count: count),
            (0..<count).map { UInt8($0 / 7 % Int(most)) },
            (0..<count).map { _ in Int.random(in: 0...20, using: &dice) == 0 ? most : 0 },
        ]
        var encoder = LZWEncoder()
        for picture in pictures {
            var data: [UInt8] = []
            encoder.encode(picture, rootBits: rootBits, to: &data)
            let result = decoded(data, count: count)
            #expect(result.pixels == picture)
            #expect(result.failure == nil)
            // No data is left, and the end mark is in the right place.
            #expect(decoded(data, count: count + 1).failure == .endsEarly)
        }
    }

    @Test(arguments: 0..<12) func `a color with two indices is decoded as one of them`(seed: Int) {
        var dice = SeededRandom(seed: UInt64(seed))
        let pixels = (0..<9_000).map { _ in UInt8.random(in: 1...(seed % 2 == 0 ? 6 : 60), using: &dice) }
        let others = pixels.map { Int.random(in: 0...2, using: &dice) == 0 ? $0 : 0 }
        var encoder = LZWEncoder()
        var (one, two): ([UInt8], [UInt8]) = ([], [])
        encoder.encode(others, rootBits: 6, to: &one)
        encoder.encode(others, or: pixels, rootBits: 6, to: &two)
        let result = decoded(two, count: pixels.count)
        #expect(result.failure == nil)
        #expect(zip(result.pixels, zip(pixels, others)).allSatisfy { $0 == $1.0 || $0 == $1.1 })
        #expect(two.count < one.count + one.count / 50)
    }

    @Test func `a string that is still being added is decoded`() {
        // 1, then 6 = "11", 7 = "111".
        let data = GIFSpecimen.blocks(of: [4, 1, 6, 7, 5], width: Self.widths(rootBits: 2, clears: [0]), rootBits: 2)
        #expect(decoded(data, count: 6).pixels == [1, 1, 1, 1, 1, 1])
        #expect(decoded(data, count: 9).failure == .endsEarly)
    }

    @Test func `a full table is used until it is cleared`() {
        // Strings of 2, 3, 4 … zeros fill the table. The codes then stay 12 bits wide and add nothing.
        let growing = [4, 0] + Array(6..<4_096)
        let codes = growing + [3, 6, 4, 1, 5]
        let clears: Set = [0, codes.count - 3]
        let data = GIFSpecimen.blocks(of: codes, width: Self.widths(rootBits: 2, clears: clears), rootBits: 2)
        let zeros = 1 + (2...4_091).reduce(0, +)
        let result = decoded(data, count: zeros + 4)
        #expect(result.failure == nil)
        #expect(result.pixels.prefix(zeros).allSatisfy { $0 == 0 })
        #expect(Array(result.pixels.suffix(4)) == [3, 0, 0, 1])
    }

    @Test func `a missing first clear code is tolerated`() {
        let data = GIFSpecimen.blocks(of: [1, 2, 3, 5], width: { _ in 3 }, rootBits: 2)
        #expect(decoded(data, count: 2).pixels == [1, 2])
    }

    @Test func `one-bit codes are read`() {
        // Some encoders write two-color pictures with a code size below the format's minimum.
        let codes = [2, 0, 1, 1, 3]
        let data = GIFSpecimen.blocks(of: codes, width: Self.widths(rootBits: 1, clears: [0]), rootBits: 1)
        #expect(decoded(data, count: 3).pixels == [0, 1, 1])
    }

    @Test func `an empty input ends early`() {
        expectEqual(decoded([], count: 1).failure, .endsEarly)
        expectEqual(decoded([2], count: 1).failure, .endsEarly)
        expectEqual(decoded([2, 200, 0x44], count: 3).failure, .endsEarly)
    }
}
