/// The variable-width LZW code of GIF (GIF89a, appendix F), from colour indices to data blocks.
struct LZWEncoder {
    /// Twice as many slots as codes, so that a look-up seldom needs a second step.
    private static let slotBits: UInt32 = 13
    /// No entry: a string of code 4095 and a pixel is never added.
    private static let empty = UInt32.max

    /// Strings known so far: 12 bits of the code before, 8 of the pixel behind it, 12 of the code for both.
    private var slots = [UInt32](repeating: LZWEncoder.empty, count: 1 << LZWEncoder.slotBits)
    private var data: [UInt8] = []

    private struct Bits {
        var buffer: UInt64 = 0
        var count: UInt64 = 0

        @inline(__always)
        mutating func write(_ code: UInt32, width: UInt64, to data: inout [UInt8]) {
            buffer |= UInt64(code) << count
            count += width
            while count >= 8 {
                data.append(UInt8(truncatingIfNeeded: buffer))
                buffer >>= 8
                count -= 8
            }
        }

        mutating func flush(to data: inout [UInt8]) {
            if count > 0 { data.append(UInt8(truncatingIfNeeded: buffer)) }
        }
    }

    /// Appends the byte with the code size, the data blocks and the empty block that ends them. `pixels` has at least
    /// one, all below `1 << rootBits`. `rootBits` is 2 to 8.
    mutating func encode(_ pixels: [UInt8], rootBits: Int, to output: inout [UInt8]) {
        data.removeAll(keepingCapacity: true)
        encode(pixels, rootBits: UInt64(rootBits))
        output.append(UInt8(rootBits))
        var start = 0
        while start < data.count {
            let end = min(start + 255, data.count)
            output.append(UInt8(end - start))
            output.append(contentsOf: data[start..<end])
            start = end
        }
        output.append(0)
    }

    private mutating func encode(_ pixels: [UInt8], rootBits: UInt64) {
        guard let first = pixels.first else { return }
        let clear = UInt32(1) << UInt32(rootBits)
        var bits = Bits()
        var width = rootBits + 1
        var next = clear + 2
        reset()
        bits.write(clear, width: width, to: &data)
        var prefix = UInt32(first)
        for pixel in pixels.dropFirst() {
            let key = prefix << 8 | UInt32(pixel)
            var slot = Int((key &* 0x9E37_79B1) >> (32 - LZWEncoder.slotBits))
            while slots[slot] != LZWEncoder.empty, slots[slot] >> 12 != key { slot = (slot + 1) & (slots.count - 1) }
            if slots[slot] != LZWEncoder.empty {
                prefix = slots[slot] & 0xFFF
                continue
            }
            bits.write(prefix, width: width, to: &data)
            prefix = UInt32(pixel)
            if next < UInt32(LZWDecoder.tableSize) {
                slots[slot] = key << 12 | next
                if next == 1 << width { width += 1 }
                next += 1
            } else {
                bits.write(clear, width: width, to: &data)
                reset()
                width = rootBits + 1
                next = clear + 2
            }
        }
        bits.write(prefix, width: width, to: &data)
        // The decoder has made one more string out of the last code, which can make the end code wider.
        if next == 1 << width, width < 12 { width += 1 }
        bits.write(clear + 1, width: width, to: &data)
        bits.flush(to: &data)
    }

    private mutating func reset() {
        for slot in slots.indices { slots[slot] = LZWEncoder.empty }
    }
}
