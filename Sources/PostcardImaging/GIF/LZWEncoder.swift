/// The variable-width LZW code of GIF (GIF89a, appendix F), from color indices to data blocks.
struct LZWEncoder {
    /// There are twice as many slots as codes, so a lookup rarely needs a second step.
    private static let slotBits: UInt32 = 13
    /// The value of an empty slot: a string of code 4095 and a pixel is never added.
    private static let empty = UInt32.max
    /// The maximum number of strings followed in parallel where pixels have two indices.
    private static let maximumHeads = 8

    /// The known strings: 12 bits for the previous code, 8 bits for the pixel after it, and 12 bits for the code of both.
    private var slots = [UInt32](repeating: LZWEncoder.empty, count: 1 << LZWEncoder.slotBits)
    private var data: [UInt8] = []
    /// The codes of all strings that the pixels since the last code can form.
    private var heads: [UInt32] = []
    private var nextHeads: [UInt32] = []

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

    /// Appends the byte with the code size, the data blocks and the empty block that ends them.
    ///
    /// - Parameters:
    ///   - pixels: the indices, at least one, all below `1 << rootBits`.
    ///   - alternatives: another possible index for each pixel; empty without alternatives.
    ///   - rootBits: the number of bits per index, 2 to 8.
    mutating func encode(
        _ pixels: [UInt8], or alternatives: [UInt8] = [], rootBits: Int, to output: inout [UInt8]
    ) {
        data.removeAll(keepingCapacity: true)
        if alternatives.count == pixels.count {
            encode(pixels, UInt64(rootBits)) { alternatives[$0] }
        } else {
            encode(pixels, UInt64(rootBits)) { pixels[$0] }
        }
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

    @inline(__always)
    private mutating func encode(_ pixels: [UInt8], _ rootBits: UInt64, or other: (Int) -> UInt8) {
        guard !pixels.isEmpty else { return }
        let clear = UInt32(1) << UInt32(rootBits)
        var bits = Bits()
        var width = rootBits + 1
        var next = clear + 2
        reset()
        bits.write(clear, width: width, to: &data)
        heads = [UInt32(pixels[0])]
        for index in 1..<pixels.count {
            let pixel = pixels[index]
            if extend(by: pixel, other(index)) { continue }
            let code = heads[0]
            bits.write(code, width: width, to: &data)
            if next < UInt32(LZWDecoder.tableSize) {
                let key = code << 8 | UInt32(pixel)
                slots[slot(of: key)] = key << 12 | next
                if next == 1 << width { width += 1 }
                next += 1
            } else {
                bits.write(clear, width: width, to: &data)
                reset()
                width = rootBits + 1
                next = clear + 2
            }
            // The decoder learns the previous string together with this pixel, so the pixel's index is final.
            heads.removeAll(keepingCapacity: true)
            heads.append(UInt32(pixel))
        }
        bits.write(heads[0], width: width, to: &data)
        // The decoder has made one more string from the last code, which can make the end code wider.
        if next == 1 << width, width < 12 { width += 1 }
        bits.write(clear + 1, width: width, to: &data)
        bits.flush(to: &data)
    }

    /// Extends the strings by a pixel that has one of two indices.
    ///
    /// - Returns: false if none of the extended strings is in the table. In that case, the strings are unchanged.
    @inline(__always)
    private mutating func extend(by pixel: UInt8, _ other: UInt8) -> Bool {
        if heads.count == 1, other == pixel {
            let found = slots[slot(of: heads[0] << 8 | UInt32(pixel))]
            guard found != LZWEncoder.empty else { return false }
            heads[0] = found & 0xFFF
            return true
        }
        nextHeads.removeAll(keepingCapacity: true)
        for head in heads {
            let found = slots[slot(of: head << 8 | UInt32(pixel))]
            if found != LZWEncoder.empty { nextHeads.append(found & 0xFFF) }
            guard other != pixel else { continue }
            let second = slots[slot(of: head << 8 | UInt32(other))]
            if second != LZWEncoder.empty { nextHeads.append(second & 0xFFF) }
        }
        guard !nextHeads.isEmpty else { return false }
        if nextHeads.count > LZWEncoder.maximumHeads {
            nextHeads.removeLast(nextHeads.count - LZWEncoder.maximumHeads)
        }
        swap(&heads, &nextHeads)
        return true
    }

    /// Returns the slot that contains a string, or the empty slot where it belongs. `key` is the previous code and the pixel after it.
    @inline(__always)
    private func slot(of key: UInt32) -> Int {
        var slot = Int((key &* 0x9E37_79B1) >> (32 - LZWEncoder.slotBits))
        while slots[slot] != LZWEncoder.empty, slots[slot] >> 12 != key { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func reset() {
        for slot in slots.indices { slots[slot] = LZWEncoder.empty }
    }
}
