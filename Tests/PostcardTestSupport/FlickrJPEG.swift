/// Makes real JPEG files of any size in code. Their colors are smooth, with one color for each block of 8 × 8 pixels.
///
/// The files are baseline JPEG (ITU-T T.81) with three full-resolution components and only the mean of each block. This needs neither a
/// cosine transform nor a complete Huffman table.
public enum FlickrJPEG {
    /// Returns an image of a horizon under a sky.
    ///
    /// - Parameters:
    ///   - width: the width in pixels, 1 to 65535.
    ///   - height: the height in pixels, 1 to 65535.
    ///   - seed: selects the colors. The same seed produces the same bytes.
    /// - Returns: the bytes of the file.
    public static func picture(width: Int, height: Int, seed: Int) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8]
        // If all quantizers are 8, a coefficient is the mean of its block.
        append(0xDB, [0] + Array(repeating: 8, count: 64), to: &bytes)
        let size = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
        append(0xC0, [8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0], to: &bytes)
        append(0xC4, [0x00] + meanCodeLengths + Array(0...11), to: &bytes)
        // The other coefficients are zero: one code of one bit for "end of block".
        append(0xC4, [0x10, 1] + Array(repeating: 0, count: 15) + [0], to: &bytes)
        append(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0], to: &bytes)
        appendScan(columns: (width + 7) / 8, rows: (height + 7) / 8, seed: seed, to: &bytes)
        return bytes + [0xFF, 0xD9]
    }

    /// The number of codes of each length from 1 to 16 for the sizes of the means (T.81, table K.3).
    private static let meanCodeLengths: [UInt8] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]

    /// The codes of table K.3 for sizes 0 to 11, with their lengths.
    private static let meanCodes: [(bits: Int, length: Int)] = [
        (0b00, 2), (0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b1110, 4), (0b11110, 5),
        (0b111110, 6), (0b1111110, 7), (0b1111_1110, 8), (0b1_1111_1110, 9),
    ]

    private static func append(_ marker: UInt8, _ segment: [UInt8], to bytes: inout [UInt8]) {
        let length = segment.count + 2
        bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + segment
    }

    private static func appendScan(columns: Int, rows: Int, seed: Int, to bytes: inout [UInt8]) {
        var writer = BitWriter()
        var last = [0, 0, 0]
        for row in 0..<rows {
            for column in 0..<columns {
                let means = color(x: column * 256 / columns, y: row * 256 / rows, seed: seed)
                for (component, mean) in means.enumerated() {
                    let step = mean - last[component]
                    last[component] = mean
                    let size = Int.bitWidth - step.magnitude.leadingZeroBitCount
                    let code = meanCodes[size]
                    writer.append(code.bits, count: code.length)
                    // Negative numbers are reduced by one, and written in as many bits as their magnitude has.
                    writer.append((step < 0 ? step - 1 : step) & ((1 << size) - 1), count: size)
                    writer.append(0, count: 1)
                }
            }
        }
        bytes += writer.finish()
    }

    /// Returns luminance and the two color differences, −128 to 127 each, at a point of an image 256 units wide and high.
    private static func color(x: Int, y: Int, seed: Int) -> [Int] {
        let horizon = 96 + seed * 37 % 96 + (x * (256 - x) >> 10)
        let tint = seed * 53 % 64 - 32
        guard y >= horizon else { return [100 - y / 4, 24 + tint / 2, -16 + tint + x / 16] }
        return [-40 + (y - horizon) / 4, -20 - tint / 2, -10 + tint / 2 - x / 16]
    }

    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var pending = 0
        private var pendingCount = 0

        mutating func append(_ bits: Int, count: Int) {
            pending = pending << count | bits
            pendingCount += count
            while pendingCount >= 8 {
                pendingCount -= 8
                let byte = UInt8(pending >> pendingCount & 0xFF)
                // A zero after 0xFF distinguishes data from markers.
                bytes += byte == 0xFF ? [0xFF, 0] : [byte]
                pending &= (1 << pendingCount) - 1
            }
        }

        mutating func finish() -> [UInt8] {
            append(0x7F, count: 7)
            return bytes
        }
    }
}
