/// The coded frames of a file. Color tables are assigned to the frames once all frames are known.
///
/// The global table at the start of the file contains the colors that most frames use, most frequent first, so that frames with few
/// colors have short codes. Other frames have a local table.
struct GIFFrameSequence {
    /// A frame with indices into its own `colors`.
    struct Frame {
        var area: PixelRect
        /// The time until the next frame, in hundredths of a second.
        var delay: Int
        /// True if the frame's rectangle becomes transparent before the next frame.
        var isCleared: Bool
        /// True if neither delay nor disposal needs to be written.
        var isPlain: Bool
        /// True if index 0 is transparent. Color indices then start at 1.
        var isTransparent: Bool
        var colors: [Int32]
        /// The number of the palette that contains the colors.
        var table: Int
        /// The code size and data blocks.
        var data: [UInt8] = []

        var rootBits: Int { max(2, GIFColorTable.bits(for: indexCount)) }
        fileprivate var indexCount: Int { colors.count + (isTransparent ? 1 : 0) }
    }

    private var frames: [Frame] = []

    mutating func append(_ frame: Frame) { frames.append(frame) }

    /// Returns the table at the start of the file, and all blocks after it.
    func assembled() -> (table: GIFColorTable, body: [UInt8]) {
        let shared = sharedColors()
        var places: [Int32: Int] = [:]
        for (place, color) in shared.colors.enumerated() { places[color] = place }
        var lzw = LZWEncoder()
        var count = 0
        var body: [UInt8] = []
        for frame in frames {
            if frame.table == shared.table, let (indices, data) = frame.coded(by: places, &lzw) {
                count = max(count, (indices.max() ?? 0) + 1)
                frame.appendControl(to: &body, transparentIndex: indices[0])
                body.append(0)
                body += data
            } else {
                frame.appendControl(to: &body, transparentIndex: 0)
                let table = GIFColorTable((frame.isTransparent ? [0] : []) + frame.colors)
                body.append(UInt8(0x80 | table.bits - 1))
                body += table.bytes
                body += frame.data
            }
        }
        return (GIFColorTable(Array(shared.colors.prefix(count)), count: count), body)
    }

    /// Returns the colors and the number of the palette that most frames use.
    private func sharedColors() -> (colors: [Int32], table: Int) {
        var users: [Int: Int] = [:]
        for frame in frames { users[frame.table, default: 0] += 1 }
        let table = users.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
        var colors: [Int32] = []
        var uses: [Int32: Int] = [:]
        for frame in frames where frame.table == table {
            for color in frame.colors {
                if uses[color] == nil { colors.append(color) }
                uses[color, default: 0] += 1
            }
        }
        let sorted = colors.enumerated().sorted {
            (-(uses[$0.element] ?? 0), $0.offset) < (-(uses[$1.element] ?? 0), $1.offset)
        }
        return (Array(sorted.map(\.element).prefix(256)), table)
    }
}

extension GIFFrameSequence.Frame {
    /// Returns the frame's indices in the shared table, and its pixels coded with these indices; `nil` if a local table takes less space.
    fileprivate func coded(by places: [Int32: Int], _ lzw: inout LZWEncoder) -> (indices: [Int], data: [UInt8])? {
        var indices = colors.compactMap { places[$0] }
        guard indices.count == colors.count else { return nil }
        if isTransparent {
            let taken = Set<Int>(indices)
            guard let free = (0..<256).first(where: { !taken.contains($0) }) else { return nil }
            indices.insert(free, at: 0)
        }
        let bits = max(2, GIFColorTable.bits(for: (indices.max() ?? 0) + 1))
        if bits == rootBits, indices.elementsEqual(indices.indices) { return (indices, data) }
        var pixels = [UInt8](repeating: 0, count: area.size.area)
        var span = pixels.mutableSpan
        _ = LZWDecoder.decode(data.span, at: 0, to: &span, count: area.size.area)
        for place in pixels.indices {
            pixels[place] = UInt8(truncatingIfNeeded: indices[min(Int(pixels[place]), indices.count - 1)])
        }
        var data: [UInt8] = []
        lzw.encode(pixels, rootBits: bits, to: &data)
        let own = self.data.count + (3 << GIFColorTable.bits(for: indexCount))
        return data.count <= own ? (indices, data) : nil
    }

    /// Appends the description of the frame, which precedes its table (GIF89a, sections 20 and 23).
    fileprivate func appendControl(to body: inout [UInt8], transparentIndex: Int) {
        if !isPlain || isTransparent {
            body += [0x21, 0xF9, 4, (isCleared ? 2 : 1) << 2 | (isTransparent ? 1 : 0)]
            body += [UInt8](littleEndian: delay, count: 2)
            body += [isTransparent ? UInt8(truncatingIfNeeded: transparentIndex) : 0, 0]
        }
        body.append(0x2C)
        for number in [area.x, area.y, area.width, area.height] {
            body += [UInt8](littleEndian: number, count: 2)
        }
    }
}

/// Colors as stored in a GIF file. The number of entries is a power of two from 2 to 256.
struct GIFColorTable {
    private let colors: [Int32]
    /// The binary logarithm of the number of entries, 1 to 8.
    let bits: Int
    /// True if no frame needs the table.
    let isEmpty: Bool

    /// `count` is the minimum number of entries, which is larger than the number of colors if another index is transparent.
    init(_ colors: [Int32], count: Int = 0) {
        self.colors = colors
        bits = GIFColorTable.bits(for: max(count, colors.count))
        isEmpty = max(count, colors.count) == 0
    }

    /// Returns the number of bits needed for `count` indices, at least 1.
    static func bits(for count: Int) -> Int {
        var bits = 1
        while 1 << bits < count { bits += 1 }
        return bits
    }

    /// Red, green and blue of each entry; unused entries are black.
    var bytes: [UInt8] {
        guard !isEmpty else { return [] }
        var bytes: [UInt8] = []
        for color in colors {
            bytes.append(UInt8(truncatingIfNeeded: color >> 16))
            bytes.append(UInt8(truncatingIfNeeded: color >> 8))
            bytes.append(UInt8(truncatingIfNeeded: color))
        }
        return bytes + [UInt8](repeating: 0, count: 3 << bits - bytes.count)
    }
}
