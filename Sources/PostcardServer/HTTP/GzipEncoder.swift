import CZlib

/// Compresses to gzip, RFC 1952.
enum GzipEncoder {
    /// Compresses bytes; `nil` where zlib has no memory. `level` is 1 (fast) to 9 (small).
    static func encode(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        guard let count = UInt32(exactly: bytes.count) else { return nil }
        var stream = z_stream()
        guard postcard_gzip_init(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        guard let bound = UInt32(exactly: deflateBound(&stream, UInt(count))) else { return nil }
        var source = bytes
        return source.withUnsafeMutableBufferPointer { source in
            stream.next_in = source.baseAddress
            stream.avail_in = count
            let target = [UInt8](unsafeUninitializedCapacity: Int(bound)) { target, written in
                stream.next_out = target.baseAddress
                stream.avail_out = bound
                written = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(bound - stream.avail_out) : 0
            }
            return target.isEmpty ? nil : target
        }
    }
}
