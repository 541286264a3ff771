import PlatformLibc

/// A JPEG file that is being written: bytes of marker segments, and bits of entropy-coded data with stuffing (T.81, B.1.1.5).
struct BitWriter: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0
    /// The bits that have not been written yet, from the top down, and the number of these bits, 0...63.
    private var window: UInt64 = 0
    private var pending = 0

    /// True if memory ran out, so the written data is lost.
    private var isExhausted = false

    init(capacity: Int) throws(ReducedJPEGError) {
        let capacity = max(1 << 12, capacity)
        guard let block = malloc(capacity) else { throw .outOfMemory }
        self.capacity = capacity
        bytes = block.assumingMemoryBound(to: UInt8.self)
    }

    deinit { free(bytes) }

    /// Returns the written bytes.
    func contents() throws(ReducedJPEGError) -> [UInt8] {
        guard !isExhausted else { throw .outOfMemory }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Writes bytes without stuffing. No bits may be pending.
    mutating func append(_ data: some Collection<UInt8>) {
        reserve(data.count)
        guard capacity - count >= data.count else { return }
        for byte in data {
            bytes[count] = byte
            count += 1
        }
    }

    /// Writes the lowest `size` bits of a number, 0...56. The number's other bits must be 0.
    @inline(__always)
    mutating func put(_ bits: UInt64, size: Int) {
        let room = 64 &- pending
        if size < room {
            window |= bits &<< UInt64(truncatingIfNeeded: room &- size)
            pending &+= size
            return
        }
        let rest = size &- room
        window |= bits &>> UInt64(truncatingIfNeeded: rest)
        flush()
        window = rest == 0 ? 0 : bits &<< UInt64(truncatingIfNeeded: 64 &- rest)
        pending = rest
    }

    /// Copies bits.
    mutating func copy(_ range: Range<Int>, of source: UnsafePointer<UInt8>) {
        var position = range.lowerBound
        while position < range.upperBound {
            let size = min(56, range.upperBound &- position)
            let word = UInt64(
                bigEndian: UnsafeRawPointer(source + position &>> 3).loadUnaligned(as: UInt64.self))
            let bits = word &<< UInt64(truncatingIfNeeded: position & 7)
            put(bits &>> UInt64(truncatingIfNeeded: 64 &- size), size: size)
            position &+= size
        }
    }

    /// Fills the last byte with ones and writes a marker.
    mutating func end(with marker: UInt8) {
        let fill = -pending & 7
        put(1 << UInt64(fill) - 1, size: fill)
        reserve(16)
        for index in 0..<pending / 8 { putByte(UInt8(truncatingIfNeeded: window >> UInt64(56 - 8 * index))) }
        window = 0
        pending = 0
        bytes[count] = 0xFF
        bytes[count + 1] = marker
        count += 2
    }

    @inline(__always)
    private mutating func flush() {
        if capacity &- count < 16 { grow(16) }
        let stuffed = (~window &- 0x0101_0101_0101_0101) & window & 0x8080_8080_8080_8080
        guard stuffed != 0 else {
            UnsafeMutableRawPointer(bytes + count).storeBytes(of: window.bigEndian, as: UInt64.self)
            count &+= 8
            return
        }
        for index in 0..<8 { putByte(UInt8(truncatingIfNeeded: window &>> UInt64(56 &- 8 &* index))) }
    }

    @inline(__always)
    private mutating func putByte(_ byte: UInt8) {
        bytes[count] = byte
        bytes[count &+ 1] = 0
        count &+= byte == 0xFF ? 2 : 1
    }

    private mutating func reserve(_ room: Int) {
        if capacity - count < room { grow(room) }
    }

    private mutating func grow(_ room: Int) {
        let wanted = capacity + max(capacity / 2, room)
        guard let block = realloc(bytes, wanted) else {
            // Writing continues in the existing memory, so callers don't need to check for errors. `contents()` throws the error.
            (isExhausted, count) = (true, 0)
            return
        }
        capacity = wanted
        bytes = block.assumingMemoryBound(to: UInt8.self)
    }
}
