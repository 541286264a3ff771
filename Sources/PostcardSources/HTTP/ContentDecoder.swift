import CZlib

/// Decodes the content codings `gzip` and `deflate` (RFC 9110, section 8.4.1), piece by piece.
struct ContentDecoder: ~Copyable {
    /// The maximum length of a decoded piece in bytes. Encoded data can expand a thousandfold.
    private static let pieceLength = 256 << 10

    // zlib stores the address of the stream, which must not change.
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var start = 0
    /// True after the end of the encoded data.
    private(set) var isOver = false
    /// The number of decoded bytes.
    private(set) var count = 0

    /// Makes a decoder.
    ///
    /// - Returns: `nil` for other codings; data in those codings is passed on unchanged.
    init?(coding: String) {
        guard ["gzip", "x-gzip", "deflate"].contains(coding.lowercased()) else { return nil }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard postcard_inflate_init(stream) == Z_OK else {
            stream.deallocate()
            return nil
        }
        // Once all properties are set, `deinit` runs even if this initializer returns `nil`, so this assignment is last.
        self.stream = stream
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Adds encoded bytes. All previously added bytes must have been decoded.
    mutating func add(_ bytes: [UInt8]) { (input, start) = (bytes, 0) }

    /// Returns the next decoded bytes; empty if more encoded bytes are needed, `nil` if the encoded data is damaged.
    mutating func next() -> [UInt8]? {
        guard !isOver, start < input.count else { return [] }
        var result: Int32 = Z_OK
        let decoded = input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { output, count in
                stream.pointee.next_in = input.baseAddress.map { $0 + start }
                stream.pointee.avail_in = UInt32(input.count - start)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(Self.pieceLength)
                result = inflate(stream, Z_NO_FLUSH)
                start = input.count - Int(stream.pointee.avail_in)
                count = Self.pieceLength - Int(stream.pointee.avail_out)
            }
        }
        isOver = result == Z_STREAM_END
        count += decoded.count
        return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR ? decoded : nil
    }
}
