/// The sizes that coded pictures state themselves: a decoder takes memory for these, whatever the file round them says.
enum CodedSize {
    /// The largest picture of the sequence headers among AV1's open bitstream units (AV1 specification, section 5.5).
    static func largest(inAV1 data: [UInt8]) -> PixelSize? {
        var largest: PixelSize?
        var offset = 0
        while offset < data.count {
            let head = data[offset]
            offset += head & 4 == 0 ? 1 : 2
            var length = data.count - offset
            if head & 2 != 0 {
                length = 0
                for shift in stride(from: 0, to: 56, by: 7) where offset < data.count {
                    let byte = data[offset]
                    length |= Int(byte & 0x7F) << shift
                    offset += 1
                    if byte & 0x80 == 0 { break }
                }
            }
            guard length >= 0, offset <= data.count else { break }
            if head >> 3 & 15 == 1 {
                let size = sequenceSize(Array(data[offset..<min(data.count, offset + min(length, maximumHeaderBytes))]))
                if size.area > largest?.area ?? 0 { largest = size }
            }
            guard length < data.count - offset else { break }
            offset += length
        }
        return largest
    }

    /// A sequence header with 32 operating points has no more.
    private static let maximumHeaderBytes = 512

    private static func sequenceSize(_ header: [UInt8]) -> PixelSize {
        var bits = CodedBits(header)
        bits.skip(4)
        if bits.flag() {
            bits.skip(5)
        } else {
            skipOperatingPoints(&bits)
        }
        let widthBits = bits.number(4) + 1
        let heightBits = bits.number(4) + 1
        return PixelSize(width: bits.number(widthBits) + 1, height: bits.number(heightBits) + 1)
    }

    private static func skipOperatingPoints(_ bits: inout CodedBits) {
        var delayBits: Int?
        if bits.flag() {
            bits.skip(64)
            if bits.flag() { _ = bits.exponential() }
            if bits.flag() {
                delayBits = bits.number(5) + 1
                bits.skip(42)
            }
        }
        let hasDisplayDelay = bits.flag()
        for _ in 0...bits.number(5) {
            bits.skip(12)
            if bits.number(5) > 7 { bits.skip(1) }
            if let delayBits, bits.flag() { bits.skip(2 * delayBits + 1) }
            if hasDisplayDelay, bits.flag() { bits.skip(4) }
        }
    }
}

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
