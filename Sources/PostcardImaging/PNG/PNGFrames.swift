import PostcardCore

/// The frames of a PNG file (W3C PNG, third edition, section 12.6). Older programs show only the first picture in the file.
enum PNGFrames {
    /// True if acTL precedes the first pixels.
    static func isAnimation(_ reader: ByteReader) -> Bool {
        var offset = 8
        while let length = reader.uint32(at: offset), !reader.has("IDAT", at: offset + 4) {
            if reader.has("acTL", at: offset + 4) { return true }
            offset += 12 + length
        }
        return false
    }

    /// The chunks before the pixels that describe colors.
    private static let colors: [StaticString] = [
        "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "cLLI", "mDCV",
    ]

    static func read(_ bytes: UnsafeRawBufferPointer, into scan: inout StillFrames.Scan) throws(ImageError) {
        let reader = ByteReader(bytes)
        var offset = 8
        var sequence = 0
        scan.shared.append(offset..<offset + 25)
        while let length = reader.uint32(at: offset), reader.slice(at: offset + 4, count: 4) != nil {
            let start = offset + 8
            let end = min(bytes.count, start + length)
            if reader.has("acTL", at: offset + 4) {
                scan.plays = reader.uint32(at: start + 4) ?? 0
            } else if reader.has("fcTL", at: offset + 4) {
                guard reader.uint32(at: start) == sequence, let frame = frame(reader, at: start) else {
                    scan.damage = .damaged("The frames of the PNG file are out of order, starting at byte \(offset).")
                    return
                }
                sequence += 1
                guard try scan.append(frame) else { return }
            } else if reader.has("IDAT", at: offset + 4) {
                // If no frame precedes these pixels, only programs that do not support animations show them.
                scan.append(data: start..<end, isComplete: start + length <= bytes.count)
            } else if reader.has("fdAT", at: offset + 4) {
                guard length >= 4, reader.uint32(at: start) == sequence, !scan.frames.isEmpty else {
                    scan.damage = .damaged("The frames of the PNG file are out of order, starting at byte \(offset).")
                    return
                }
                sequence += 1
                scan.append(data: min(start + 4, end)..<end, isComplete: start + length <= bytes.count)
            } else if reader.has("IEND", at: offset + 4) {
                return
            } else if length <= StillFrames.sharedLimit, end == start + length, scan.shared.count < 16,
                colors.contains(where: { reader.has($0, at: offset + 4) })
            {
                scan.shared.append(offset..<min(bytes.count, end + 4))
            }
            offset = start + length + 4
        }
        scan.damage = .truncated("The PNG file ends early, after \(bytes.count) bytes.")
    }

    private static func frame(_ reader: ByteReader, at start: Int) -> StillFrames.Frame? {
        guard let width = reader.uint32(at: start + 4), let height = reader.uint32(at: start + 8),
            let x = reader.uint32(at: start + 12), let y = reader.uint32(at: start + 16),
            let delay = reader.uint16(at: start + 20), let parts = reader.uint16(at: start + 22),
            let disposal = reader.byte(at: start + 24), let blending = reader.byte(at: start + 25)
        else { return nil }
        // A denominator of 0 means 100.
        let second = parts == 0 ? 100 : parts
        return StillFrames.Frame(
            rect: PixelRect(x: x, y: y, width: width, height: height), delay: (delay * 1_000 + second / 2) / second,
            blends: blending == 1, disposal: FrameDisposal(rawValue: disposal) ?? .keep)
    }

    /// Returns a file with one frame. A wrong checksum is also wrong in the new file.
    static func still(
        of frame: StillFrames.Frame, shared: [Range<Int>], in bytes: UnsafeRawBufferPointer
    ) -> [UInt8] {
        var file = PNGChunk.signature
        let sides = [UInt8](bigEndian: frame.rect.width, count: 4) + [UInt8](bigEndian: frame.rect.height, count: 4)
        file.append(chunk: "IHDR", sides + bytes[24..<29])
        for chunk in shared.dropFirst() { file += bytes[chunk] }
        for data in frame.data {
            guard data.upperBound + 4 <= bytes.count else {
                // The new file is truncated at the same byte.
                return file + [UInt8](bigEndian: data.count + 1, count: 4) + Array("IDAT".utf8) + bytes[data]
            }
            file.append(chunk: "IDAT", bytes[data], isSound: isSound(data, in: bytes))
        }
        file.append(chunk: "IEND", [])
        return file
    }

    /// True if the checksum after a chunk's data is correct.
    private static func isSound(_ data: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        let reader = ByteReader(bytes)
        // In an fdAT chunk, the sequence number is between the name and the data.
        let start = reader.has("IDAT", at: data.lowerBound - 4) ? data.lowerBound - 4 : data.lowerBound - 8
        guard let body = reader.slice(at: start, count: data.upperBound - start) else { return false }
        return reader.uint32(at: data.upperBound) == Int(CRC32.checksum(of: body))
    }

    /// Decodes the first frame of an animation, which follows a picture for programs that do not support animations.
    ///
    /// - Returns: the frame on its canvas; `nil` if the file has no frames.
    static func firstFrame(
        of bytes: UnsafeRawBufferPointer, canvas: PixelSize, options: DecodingOptions
    ) throws(ImageError) -> BufferReader? {
        var scan = StillFrames.Scan(screen: canvas, limits: options.limits)
        scan.endsAfterFirst = true
        try read(bytes, into: &scan)
        guard let frame = scan.frames.first, !frame.data.isEmpty else { return nil }
        let buffer = try PixelBuffer(canvas)
        buffer.pixels.update(repeating: 127 << 24, count: canvas.area)
        return try still(of: frame, shared: scan.shared, in: bytes).span.bytes.withBuffer {
            (still) throws(ImageError) in
            let reader = try PNGFile(still).reader(wanted: frame.rect.size, options: options)
            var (rows, failure) = (frame.rect.height, ImageError?.none)
            do throws(ImageError) {
                for pass in 0..<reader.passes {
                    for y in 0..<frame.rect.height {
                        if pass == 0 { rows = y }
                        try reader.read(y, into: buffer.row(frame.rect.y + y) + frame.rect.x)
                    }
                    rows = frame.rect.height
                }
                try reader.finish()
            } catch {
                failure = error
            }
            return BufferReader(
                buffer: buffer, layout: frame.rect.size == canvas ? reader.layout : .alpha, isGray: reader.isGray,
                colorSpace: reader.colorSpace, readableRows: frame.rect.y + rows, failure: failure)
        }
    }
}
