/// The variable-width LZW code of GIF (GIF89a, appendix F), from data blocks to color indices.
///
/// Every string of the code table has already been written to the output, so the table stores only the start and length of each string
/// there. Decoding a code copies part of the output, and no input can cause a read outside the output.
enum LZWDecoder {
    /// The reason why decoding stopped early.
    enum Failure: Equatable {
        /// The code size at the start is not valid in a GIF.
        case invalidCodeSize
        /// The data contains a code that is not in the table.
        case unknownCode
        /// The data ends too early, or an end code comes too early.
        case endsEarly
    }

    /// The size of the code table. The longest code has 12 bits.
    static let tableSize = 4096

    /// The position of an earlier occurrence of a string in the output.
    private struct Entry {
        var start: Int
        var length: Int
    }

    /// The bits of the data blocks, lowest first.
    private struct Bits {
        var position: Int
        var blockEnd: Int
        var buffer: UInt32 = 0
        var count = 0

        init(at offset: Int) {
            position = offset
            blockEnd = offset
        }

        /// Appends one more byte. Returns false if no byte is left.
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

    /// Decodes up to `count` pixels, which must fit in `pixels`. The byte with the code size is at `offset`. Returns the number of decoded
    /// pixels, and the failure if the number is less than `count`. Data after these pixels is ignored.
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
                // The new string is the previous string and the first pixel of the current string, which are adjacent in the output.
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
                // Pixels are copied one by one, because the newest string can end with the pixel that is being written.
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
    /// Returns the failure as an error for the user. `index` is the frame's index, from 0.
    func error(inFrame index: Int, of reader: GIFReader, completeRows: Int) -> ImageError {
        let count = reader.frames.count
        let place = count > 1 ? " in frame \(index + 1) of \(count)" : ""
        let rest = "\(completeRows) of \(reader.frames[index].size.height) rows are complete"
        return switch self {
        case .invalidCodeSize:
            .damaged("The GIF file is damaged\(place): its LZW code size is invalid.")
        case .unknownCode: .damaged("The GIF file is damaged\(place): it contains an invalid code; \(rest).")
        case .endsEarly: .damaged("The GIF file is damaged\(place): its pixel data ends early; \(rest).")
        }
    }
}
