/// Reads numbers of any count of bits, highest first; zeros behind the end.
struct CodedBits {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) { position += count }

    mutating func flag() -> Bool { number(1) == 1 }

    mutating func number(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let byte = position >> 3 < bytes.count ? Int(bytes[position >> 3]) : 0
            value = value << 1 | byte >> (7 - position & 7) & 1
            position += 1
        }
        return value
    }

    /// As many zeros as there are bits behind the next one (uvlc of AV1, ue(v) of HEVC).
    mutating func exponential() -> Int {
        var zeros = 0
        while zeros < 32, !flag() { zeros += 1 }
        return (1 << zeros) - 1 + number(zeros)
    }
}
