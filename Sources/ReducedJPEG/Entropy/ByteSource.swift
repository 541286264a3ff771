/// The entropy-coded bytes of a scan, one chunk at a time and without stuffing (T.81, B.1.1.5).
///
/// The bytes between two markers are a segment. A reader reads bytes from `buffer[..<filled]`. If a reader starts MCUs only up to `limit`,
/// it passes `filled` by at most one MCU, which is still within the buffer.
struct ByteSource {
    private let input: UnsafeRawPointer
    private let inputCount: Int
    /// The next byte of the file to read.
    private(set) var position: Int
    private(set) var buffer: UnsafeMutablePointer<UInt8>
    private(set) var filled = 0
    /// The marker that ended the segment; `nil` until it is reached. `position` is then after the marker.
    private(set) var marker: UInt8?

    /// More bytes than a damaged MCU can take: ten blocks of 64 symbols of at most 16 + 10 bits, plus the sixteen bytes of a reader's
    /// lookahead.
    private static let maximumMCUBytes = 10 * 64 * 4
    /// The number of bytes that are read at a time.
    private let chunk: Int
    private let keepsAll: Bool

    /// If `keepsAll` is true, the buffer contains all segments, one directly after another, as long as the arena exists. Otherwise the
    /// buffer contains one chunk at a time.
    init(
        _ bytes: UnsafeRawBufferPointer, from position: Int, keepsAll: Bool = false, arena: Arena
    ) throws(ReducedJPEGError) {
        guard let input = bytes.baseAddress else { throw .damaged("The file is empty.") }
        self.input = input
        inputCount = bytes.count
        self.position = position
        self.keepsAll = keepsAll
        chunk = keepsAll ? max(0, bytes.count - position) : 64 << 10
        buffer = try arena.allocate(UInt8.self, count: chunk + 4 * Self.maximumMCUBytes)
        limit = UnsafePointer(buffer)
    }

    /// The last position from which a reader can start an MCU. If the reader's next load is after this position, `advance(_:)` must refill
    /// the buffer.
    private(set) var limit: UnsafePointer<UInt8>

    /// Starts a scan at `position` of the file, or the segment after a restart marker at the current position.
    mutating func startSegment(at position: Int? = nil) throws(ReducedJPEGError) -> BitReader {
        if let position { self.position = position }
        if keepsAll { buffer += filled }
        filled = 0
        marker = nil
        try fill(keepingFrom: 0)
        return BitReader(buffer)
    }

    /// Adds bytes to the buffer for a reader that is past `limit`.
    ///
    /// - Returns: the new pointer to the bytes that were at `next`.
    @inline(never)
    mutating func advance(_ next: UnsafePointer<UInt8>) throws(ReducedJPEGError) -> UnsafePointer<UInt8> {
        guard marker == nil else { throw .damaged("The picture data ends early.") }
        try fill(keepingFrom: next - UnsafePointer(buffer))
        return UnsafePointer(buffer)
    }

    /// Checks that a reader has consumed the segment except for the padding bits in the last byte.
    func finishSegment(_ reader: BitReader) throws(ReducedJPEGError) {
        guard marker != nil, 0..<8 ~= reader.bitsLeft(until: buffer + filled) else {
            throw .damaged("A marker is missing at the end of the picture data.")
        }
    }

    /// Checks that a segment ends, followed by restart marker `number` modulo 8, and starts the next segment.
    mutating func restart(_ reader: BitReader, number: UInt8) throws(ReducedJPEGError) -> BitReader {
        try finishSegment(reader)
        guard marker == 0xD0 + number & 7 else { throw .damaged("A restart marker is missing.") }
        return try startSegment()
    }

    /// The position in the file of the marker that ended the segment.
    var markerPosition: Int { position - 2 }

    /// Drops the bytes before `offset` and fills the rest of the buffer. The reader's offset becomes 0.
    private mutating func fill(keepingFrom offset: Int) throws(ReducedJPEGError) {
        let kept = filled - offset
        buffer.update(from: buffer + offset, count: kept)
        filled = kept
        var output = kept
        while marker == nil, output < chunk {
            guard position + 8 <= inputCount else {
                try takeLastBytes(&output)
                break
            }
            // Eight bytes are copied at a time. The lowest set bit of `stuffed` is in the first 0xFF byte.
            let word = UInt64(littleEndian: input.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            UnsafeMutableRawPointer(buffer + output).storeBytes(of: word.littleEndian, as: UInt64.self)
            let stuffed = (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080
            if stuffed == 0 {
                position &+= 8
                output &+= 8
            } else {
                let index = stuffed.trailingZeroBitCount &>> 3
                position &+= index
                output &+= index
                try takeEscape(&output)
            }
        }
        filled = output
        // After the last MCU, a reader has looked ahead by at most eight bytes.
        limit = UnsafePointer(buffer + (marker == nil ? filled - Self.maximumMCUBytes : filled + 8))
    }

    private mutating func takeLastBytes(_ output: inout Int) throws(ReducedJPEGError) {
        while marker == nil {
            guard position < inputCount else { throw .damaged("The file ends within the picture data.") }
            let byte = input.load(fromByteOffset: position, as: UInt8.self)
            if byte == 0xFF {
                try takeEscape(&output)
            } else {
                buffer[output] = byte
                position += 1
                output += 1
            }
        }
    }

    /// Reads the 0xFF byte at `position` and the byte after it: a stuffed zero byte or a marker.
    @inline(__always)
    private mutating func takeEscape(_ output: inout Int) throws(ReducedJPEGError) {
        var next = position &+ 1
        guard next < inputCount else { throw .damaged("The file ends within the picture data.") }
        var byte = input.load(fromByteOffset: next, as: UInt8.self)
        if byte == 0 {
            buffer[output] = 0xFF
            output &+= 1
        } else {
            // Any number of fill bytes may precede a marker.
            while byte == 0xFF {
                next += 1
                guard next < inputCount else { throw .damaged("The file ends within the picture data.") }
                byte = input.load(fromByteOffset: next, as: UInt8.self)
            }
            guard byte != 0 else { throw .damaged("There is a fill byte within the picture data.") }
            marker = byte
        }
        position = next &+ 1
    }
}
