/// The variable-width LZW code of GIF (GIF89a, appendix F), from data blocks to colour indices.
///
/// Every string of the code table has already been written out once, so the table keeps no strings, only where each
/// begins in the output and how long it is. A code is then one copy inside of the output, and no input can make it read
/// anything else.
enum LZWDecoder {
    /// The reason for which decoding stopped early.
    enum Failure: Equatable {
        /// The code begins with a width that no GIF has.
        case invalidCodeSize
        /// A code that is not in the table.
        case unknownCode
        /// The data end, or say that they end.
        case endsEarly
    }

    /// Longest code: 12 bits.
    static let tableSize = 4096

    /// The position at which a string has been written before.
    private struct Entry {
        var start: Int
        var length: Int
    }

    /// Bits of the data blocks, lowest first.
    private struct Bits {
        var position: Int
        var blockEnd: Int
        var buffer: UInt32 = 0
        var count = 0

        init(at offset: Int) {
            position = offset
            blockEnd = offset
        }

        /// Brings in one more byte; `false` when there is none.
        @inline(__always)
        mutating func refill(from data: borrowing Span<UInt8>) -> Bool {
            if position == blockEnd {
                guard position < data.count, data[position] != 0 else { return false }
                blockEnd = min(data.count, position + 1 + Int(data[position]))
                position += 1
                guard position < blockEnd else { return false }
            }
            buffer |= UInt32(data[position]) << UInt32(count)
            position += 1
            count += 8
            return true
        }
    }

    /// Decodes until there are `count` pixels, for which `pixels` has room, from the byte with the code size, at
    /// `offset`. Returns the number of pixels that were written, and the failure if these are not all. Data beyond them
    /// are left alone.
    static func decode(
        _ data: borrowing Span<UInt8>, at offset: Int, to pixels: inout MutableSpan<UInt8>, count: Int
    ) -> (count: Int, failure: Failure?) {
        guard offset < data.count else { return (0, .endsEarly) }
        let rootBits = Int(data[offset])
        guard 1...8 ~= rootBits else { return (0, .invalidCodeSize) }
        let clear = 1 << rootBits
        var bits = Bits(at: offset + 1)
        var table = [Entry](repeating: Entry(start: 0, length: 0), count: tableSize)
        var width = rootBits + 1
        var next = clear + 2
        var previousStart = 0
        var previousLength = 0
        var written = 0
        while written < count {
            while bits.count < width {
                guard bits.refill(from: data) else { return (written, .endsEarly) }
            }
            let code = Int(bits.buffer & (1 << UInt32(width) - 1))
            bits.buffer >>= UInt32(width)
            bits.count -= width
            if code == clear {
                width = rootBits + 1
                next = clear + 2
                previousLength = 0
                continue
            }
            if code == clear + 1 { return (written, .endsEarly) }
            if previousLength > 0, next < tableSize {
                // The string before and the first pixel of this one: they lie side by side in the output.
                table[next] = Entry(start: previousStart, length: previousLength + 1)
                next += 1
            }
            if next == 1 << width, width < 12 { width += 1 }
            previousStart = written
            if code < clear {
                pixels[written] = UInt8(truncatingIfNeeded: code)
                written += 1
                previousLength = 1
            } else {
                guard code < next, previousLength > 0 else { return (written, .unknownCode) }
                let start = table[code].start
                previousLength = min(table[code].length, count - written)
                // Forwards, one by one: the newest string may end with the pixel that is just being written.
                for from in start..<start + previousLength {
                    pixels[written] = pixels[from]
                    written += 1
                }
            }
        }
        return (written, nil)
    }
}

extension LZWDecoder.Failure {
    /// The failure in the words of the file's user. `index` counts frames from 0.
    func error(inFrame index: Int, of reader: GIFReader, completeRows: Int) -> ImageError {
        let count = reader.frames.count
        let place = count > 1 ? " in frame \(index + 1) of \(count)" : ""
        let rest = "\(completeRows) of \(reader.frames[index].size.height) rows are there"
        return switch self {
        case .invalidCodeSize:
            .damaged("The GIF file is damaged\(place): its pixels are coded with an impossible width.")
        case .unknownCode: .damaged("The GIF file is damaged\(place): a code has no meaning; \(rest).")
        case .endsEarly: .damaged("The GIF file is damaged\(place): its pixels end early; \(rest).")
        }
    }
}

/// The variable-width LZW code of GIF (GIF89a, appendix F), from colour indices to data blocks.
struct LZWEncoder {
    /// Twice as many slots as codes, so that a look-up seldom needs a second step.
    private static let slotBits: UInt32 = 13
    /// No entry: a string of code 4095 and a pixel is never added.
    private static let empty = UInt32.max
    /// Upper bound on the strings followed at once where pixels have two indices.
    private static let maximumHeads = 8

    /// Strings known so far: 12 bits of the code before, 8 of the pixel behind it, 12 of the code for both.
    private var slots = [UInt32](repeating: LZWEncoder.empty, count: 1 << LZWEncoder.slotBits)
    private var data: [UInt8] = []
    /// The codes of all strings that the pixels since the last code can be.
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
    ///   - pixels: the indices: one at least, all below `1 << rootBits`.
    ///   - alternatives: other indices that the same pixels may have, one a pixel, or none.
    ///   - rootBits: 2 to 8.
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
            // The decoder learns the string before together with this pixel, so that its index is settled.
            heads.removeAll(keepingCapacity: true)
            heads.append(UInt32(pixel))
        }
        bits.write(heads[0], width: width, to: &data)
        // The decoder has made one more string out of the last code, which can make the end code wider.
        if next == 1 << width, width < 12 { width += 1 }
        bits.write(clear + 1, width: width, to: &data)
        bits.flush(to: &data)
    }

    /// Extends the strings by a pixel that has one of two indices.
    ///
    /// - Returns: `false` if none of them is in the table; they are unchanged then.
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

    /// The slot that a string is in, or could go into. `key` is the code before and the pixel behind it.
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
