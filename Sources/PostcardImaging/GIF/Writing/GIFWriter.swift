/// Writes a GIF89a file frame by frame: each holds only the rectangle that changes, and in it only the pixels that
/// change.
struct GIFWriter {
    let size: PixelSize
    private let loopCount: Int?
    /// The picture that waits for the next one, because that decides what becomes of it.
    private var pending: (image: Image, delay: Int)?
    private var isFirst = true
    private var frames: GIFFrameWriter
    private var clock = GIFClock()

    init(size: PixelSize, loopCount: Int?) throws(ImageError) {
        guard 1...65_535 ~= size.width, 1...65_535 ~= size.height else {
            throw ImageError(
                .encodingFailed,
                "A GIF cannot be \(size) pixels large: a side has 1 to 65535. Make the picture smaller first.")
        }
        self.size = size
        self.loopCount = loopCount
        frames = GIFFrameWriter(size: size)
    }

    /// A picture that stands still.
    static func bytes(of image: Image) throws(ImageError) -> [UInt8] {
        var writer = try GIFWriter(size: image.size, loopCount: nil)
        try writer.append(image, delay: 0)
        return try writer.finish()
    }

    /// `delay` is in milliseconds.
    mutating func append(_ image: Image, delay: Int) throws(ImageError) {
        guard image.size == size else {
            throw ImageError(
                .encodingFailed,
                "A picture of \(image.size) pixels does not fit an animation of \(size). Resize it first.")
        }
        if let pending {
            frames.write(pending.image, delay: pending.delay, next: image)
            isFirst = false
        }
        pending = (image, clock.hundredths(of: delay))
    }

    consuming func finish() throws(ImageError) -> [UInt8] {
        guard let pending else {
            throw ImageError(.encodingFailed, "An animation needs at least one picture.")
        }
        frames.write(pending.image, delay: pending.delay, next: nil, standsStill: isFirst)
        let (table, body) = frames.frames.assembled()
        var file = Array("GIF89a".utf8)
        file.appendLittleEndian(size.width)
        file.appendLittleEndian(size.height)
        // A table, if any, and 8 bits of a primary colour in the original.
        file += [table.isEmpty ? 0x70 : UInt8(0xF0 | table.bits - 1), 0, 0]
        file += table.bytes
        if let loopCount {
            file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
            file.appendLittleEndian(min(65_535, max(0, loopCount)))
            file.append(0)
        }
        file += body
        file.append(0x3B)
        return file
    }
}

/// Milliseconds as hundredths of a second, so that what is rounded off one frame is given to the next.
private struct GIFClock {
    /// Milliseconds that the frames so far were shown too short.
    private var owed = 0

    mutating func hundredths(of delay: Int) -> Int {
        let delay = min(655_350, max(0, delay))
        // Browsers show frames of 10 and less for 100, so that no other may become one of them.
        guard delay > 10 else { return (delay + 5) / 10 }
        let hundredths = min(65_535, max(2, (delay + owed + 5) / 10))
        owed = min(9, max(-9, delay + owed - hundredths * 10))
        return hundredths
    }
}

extension [UInt8] {
    /// Appends the lower 16 bits.
    mutating func appendLittleEndian(_ value: Int) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }
}
