/// A text to look for in many places.
///
/// Horspool's algorithm over pairs of bytes (R. N. Horspool, "Practical fast searching in strings", 1980): the last two bytes under the needle say how
/// far it can be moved, which for needles of this length is most of their length.
struct ByteNeedle: Sendable {
    private let bytes: [UInt8]
    /// How far to move for each pair, by its hash; 0 for the pair that the needle ends with.
    private let shifts: [Int]
    /// How far to move if that pair was there, but not the rest.
    private let shiftAfterLastPair: Int

    /// - Parameter bytes: at least 2.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var shifts = [Int](repeating: bytes.count - 1, count: 256)
        for index in 1..<bytes.count - 1 {
            shifts[Self.hash(bytes[index - 1], bytes[index])] = bytes.count - 1 - index
        }
        let lastPair = Self.hash(bytes[bytes.count - 2], bytes[bytes.count - 1])
        shiftAfterLastPair = shifts[lastPair]
        shifts[lastPair] = 0
        self.shifts = shifts
    }

    init(_ text: String) { self.init(Array(text.utf8)) }

    /// The first position in `haystack` from `start` on where the text begins.
    func firstIndex(in haystack: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        bytes.withUnsafeBytes { needle in
            shifts.withUnsafeBufferPointer { shifts in
                var last = start + needle.count - 1
                while last < haystack.count {
                    let shift = shifts[Self.hash(haystack[last - 1], haystack[last])]
                    last += shift
                    if shift > 0 { continue }
                    let position = last - needle.count + 1
                    if haystack.starts(with: needle, at: position) { return position }
                    last += shiftAfterLastPair
                }
                return nil
            }
        }
    }

    @inline(__always)
    private static func hash(_ first: UInt8, _ second: UInt8) -> Int {
        Int(second &- first << 3)
    }
}
