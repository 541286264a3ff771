/// Reads bits from a `ByteSource`'s buffer. The next bits are at the top of a 64-bit window.
///
/// The reader does not check for the end. At most 56 bits are used between two calls of `refill()`. A block of 64 symbols therefore moves
/// `next` by a bounded number of bytes, for which `ByteSource` leaves space.
struct BitReader {
    var window: UInt64 = 0
    /// The number of valid bits in `window`. The bits below the valid bits are correct but will be loaded again.
    var available: UInt64 = 0
    var next: UnsafePointer<UInt8>

    init(_ next: UnsafePointer<UInt8>) { self.next = next }

    /// Refills the window to 56 bits or more, without a branch.
    @inline(__always)
    mutating func refill() {
        let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
        window |= word &>> available
        next += Int(truncatingIfNeeded: (63 &- available) &>> 3)
        available |= 56
    }

    /// Drops bits. The low six bits of `count` are the number of bits; the rest of its low byte must be 0.
    @inline(__always)
    mutating func drop(_ count: UInt64) {
        window &<<= count
        available &-= count & 0xFF
    }

    /// Returns the next bits as an index into a table of 2^`bits` entries.
    @inline(__always)
    func peek(_ bits: UInt64) -> Int { Int(truncatingIfNeeded: window &>> (64 &- bits)) }

    /// Reads one bit.
    @inline(__always)
    mutating func takeBit() -> Int {
        let bit = peek(1)
        drop(1)
        return bit
    }

    /// Reads 0...16 bits as an unsigned number.
    @inline(__always)
    mutating func take(_ count: UInt64) -> Int {
        let value = Int(truncatingIfNeeded: (window &>> 1) &>> (63 &- count))
        drop(count)
        return value
    }

    /// Reads a coefficient of `size` bits, 0...16, and extends its sign (T.81, F.2.2.1).
    @inline(__always)
    mutating func takeSigned(_ size: UInt64) -> Int {
        let isPositive = Int(truncatingIfNeeded: window &>> 63)
        let value = take(size)
        return value &+ ((isPositive &- 1) & (1 &- (1 &<< Int(truncatingIfNeeded: size))))
    }

    /// Returns the number of bits left up to `end`; negative if bits beyond `end` were read.
    func bitsLeft(until end: UnsafePointer<UInt8>) -> Int { (end - next) * 8 + Int(available) }
}
