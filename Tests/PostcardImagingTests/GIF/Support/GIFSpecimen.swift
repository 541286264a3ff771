/// A GIF file written block by block, by an encoder independent of the one under test. This encoder clears the table before the
/// codes would grow.
struct GIFSpecimen {
    struct Frame {
        var x = 0
        var y = 0
        var width: Int
        var height: Int
        /// Color indices in file order.
        var indices: [UInt8]
        var delay = 0
        var disposal = 0
        var transparentIndex: UInt8?
        var palette: [UInt32]?
        var isInterlaced = false
    }

    var width: Int
    var height: Int
    /// `0xRRGGBB`; their number is a power of two.
    var palette: [UInt32]? = [0x000000, 0xFF0000, 0x00FF00, 0x0000FF]
    var loopCount: Int?
    var frames: [Frame]
    var version = "89a"
    /// Blocks before the frames.
    var extras: [UInt8] = []

    var bytes: [UInt8] {
        var bytes = Array("GIF\(version)".utf8) + Self.littleEndian(width) + Self.littleEndian(height)
        bytes += [palette.map { UInt8(0x80 | Self.bits(of: $0) - 1) } ?? 0, 0, 0]
        bytes += Self.table(palette)
        if let loopCount {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.littleEndian(loopCount) + [0]
        }
        bytes += extras
        for frame in frames {
            bytes += [0x21, 0xF9, 4, UInt8(frame.disposal << 2 | (frame.transparentIndex == nil ? 0 : 1))]
            bytes += Self.littleEndian(frame.delay) + [frame.transparentIndex ?? 0, 0, 0x2C]
            bytes += Self.littleEndian(frame.x) + Self.littleEndian(frame.y)
            bytes += Self.littleEndian(frame.width) + Self.littleEndian(frame.height)
            let flags = frame.palette.map { UInt8(0x80 | Self.bits(of: $0) - 1) } ?? 0
            bytes.append(flags | (frame.isInterlaced ? 0x40 : 0))
            bytes += Self.table(frame.palette) + Self.coded(frame.indices)
        }
        return bytes + [0x3B]
    }

    static func littleEndian(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

    private static func bits(of palette: [UInt32]) -> Int { max(1, palette.count.trailingZeroBitCount) }

    private static func table(_ palette: [UInt32]?) -> [UInt8] {
        (palette ?? []).flatMap { [UInt8($0 >> 16), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    }

    static func coded(_ indices: [UInt8]) -> [UInt8] {
        var codes: [Int] = []
        for (position, index) in indices.enumerated() {
            if position % 100 == 0 { codes.append(256) }
            codes.append(Int(index))
        }
        return blocks(of: codes + [257], width: { _ in 9 }, rootBits: 8)
    }

    /// Packs codes, lowest bit first.
    static func blocks(of codes: [Int], width: (Int) -> Int, rootBits: UInt8) -> [UInt8] {
        var data: [UInt8] = []
        var bits: [Bool] = []
        for (position, code) in codes.enumerated() {
            for bit in 0..<width(position) { bits.append(code >> bit & 1 == 1) }
        }
        for start in stride(from: 0, to: bits.count, by: 8) {
            data.append((0..<8).reduce(0) { $0 | (start + $1 < bits.count && bits[start + $1] ? 1 << $1 : 0) })
        }
        var blocks = [rootBits]
        for start in stride(from: 0, to: data.count, by: 255) {
            let end = min(start + 255, data.count)
            blocks.append(UInt8(end - start))
            blocks += data[start..<end]
        }
        return blocks + [0]
    }
}
