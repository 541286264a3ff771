/// The frames of a WebP file (RFC 9649, section 2.7.1.1).
enum WebPFrames {
    /// The chunk VP8X comes first, and bit 1 of its flags says that there are frames.
    static func isAnimation(_ reader: ByteReader) -> Bool {
        reader.has("VP8X", at: 12) && reader.byte(at: 20).map { $0 & 2 != 0 } ?? false
    }

    static func read(_ bytes: UnsafeRawBufferPointer, into scan: inout StillFrames.Scan) throws(ImageError) {
        let reader = ByteReader(bytes, bigEndian: false)
        var offset = 12
        while let count = reader.uint32(at: offset + 4) {
            let start = offset + 8
            if reader.has("ANIM", at: offset) {
                // The background colour before it is for viewers that cannot show transparency.
                scan.plays = reader.uint16(at: start + 4) ?? 0
            } else if reader.has("ICCP", at: offset), count <= StillFrames.sharedLimit, start + count <= bytes.count {
                if scan.shared.isEmpty { scan.shared.append(offset..<start + count + count & 1) }
            } else if reader.has("ANMF", at: offset) {
                guard let frame = frame(reader, at: start, end: min(bytes.count, start + count)) else { break }
                guard try scan.append(frame) else { return }
                scan.isLastComplete = start + count <= bytes.count
            }
            offset = start + count + count & 1
        }
        guard let stated = reader.uint32(at: 4) else { return }
        if !scan.isLastComplete || bytes.count < stated + 8 || offset > bytes.count + 1 {
            scan.damage = .truncated("The WebP file ends early, after \(bytes.count) bytes.")
        } else if scan.frames.isEmpty {
            scan.damage = .damaged("The WebP file says that it moves, and has no frame.")
        }
    }

    private static func frame(_ reader: ByteReader, at start: Int, end: Int) -> StillFrames.Frame? {
        guard let x = reader.uint24(at: start), let y = reader.uint24(at: start + 3),
            let width = reader.uint24(at: start + 6), let height = reader.uint24(at: start + 9),
            let delay = reader.uint24(at: start + 12), let flags = reader.byte(at: start + 15), start + 16 <= end
        else { return nil }
        return StillFrames.Frame(
            rect: PixelRect(x: x * 2, y: y * 2, width: width + 1, height: height + 1), delay: delay,
            blends: flags & 2 == 0, disposal: flags & 1 == 0 ? .keep : .clear, data: [start + 16..<end])
    }

    /// A file of one frame.
    static func still(of frame: StillFrames.Frame, shared: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
        let parts = (shared + frame.data).flatMap { bytes[$0.clamped(to: 0..<bytes.count)] }
        return file(
            size: PixelSize(width: frame.rect.width, height: frame.rect.height),
            flags: 0x10 | (shared.isEmpty ? 0 : 0x20), chunks: parts)
    }

    /// A file with an extended header (section 2.7).
    static func file(size: PixelSize, flags: UInt8, chunks: some Collection<UInt8>) -> [UInt8] {
        var file = Array("RIFF".utf8)
        file.append(littleEndian: 22 + chunks.count, count: 4)
        file += Array("WEBPVP8X".utf8) + [10, 0, 0, 0, flags, 0, 0, 0]
        file.append(littleEndian: size.width - 1, count: 3)
        file.append(littleEndian: size.height - 1, count: 3)
        file += chunks
        return file
    }
}

extension [UInt8] {
    /// Appends the lowest `count` bytes of a number.
    mutating func append(littleEndian value: Int, count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
