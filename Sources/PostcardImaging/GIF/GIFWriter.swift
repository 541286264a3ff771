/// Writes a GIF89a file frame by frame. Each frame contains only the rectangle that changes, and within it only the pixels that change.
struct GIFWriter {
    private let loopCount: Int?
    /// The last picture, which is not written yet, because the next picture determines its disposal.
    private var pending: (image: Image, delay: Int)?
    private var isFirst = true
    private var clock = GIFClock()
    private var frames = GIFFrameSequence()
    private var screen: GIFScreen
    private var colors = GIFColorChooser()
    private var indices: [UInt8] = []
    private var alternatives: [UInt8] = []
    private var lzw = LZWEncoder()

    init(size: PixelSize, loopCount: Int?) throws(ImageError) {
        guard 1...65_535 ~= size.width, 1...65_535 ~= size.height else {
            throw ImageError(
                .encodingFailed,
                "A GIF can't have \(size) pixels: each side must be 1 to 65535. Make the picture smaller.")
        }
        self.loopCount = loopCount
        screen = GIFScreen(size: size)
    }

    /// Returns a file with a still image.
    static func bytes(of image: Image) throws(ImageError) -> [UInt8] {
        var writer = try GIFWriter(size: image.size, loopCount: nil)
        writer.append(image, delay: 0)
        return try writer.finish()
    }

    /// Adds a picture as large as the animation. `delay` is in milliseconds.
    mutating func append(_ image: Image, delay: Int) {
        if let pending { write(pending.image, delay: pending.delay, next: image) }
        pending = (image, clock.hundredths(of: delay))
    }

    consuming func finish() throws(ImageError) -> [UInt8] {
        guard let pending else { throw ImageError(.encodingFailed, "An animation needs at least one picture.") }
        write(pending.image, delay: pending.delay, next: nil)
        let (table, body) = frames.assembled()
        var file = Array("GIF89a".utf8)
        for side in [screen.size.width, screen.size.height] { file += [UInt8](littleEndian: side, count: 2) }
        // The flags: whether there is a global table, its size, and 8 bits per primary color in the original.
        file += [table.isEmpty ? 0x70 : UInt8(0xF0 | table.bits - 1), 0, 0]
        file += table.bytes
        if let loopCount {
            file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
            file += [UInt8](littleEndian: min(65_535, max(0, loopCount)), count: 2) + [0]
        }
        file += body
        file.append(0x3B)
        return file
    }

    /// Encodes a picture. `next` is the picture after it, if any.
    private mutating func write(_ image: Image, delay: Int, next: Image?) {
        let isStill = isFirst && next == nil
        screen.load(image)
        let cleared = next.map { screen.area(clearedBy: $0) } ?? .empty
        // The first frame covers the whole screen, because some viewers fill in the parts that it leaves out.
        var area = isFirst ? screen.area : screen.changedArea()
        area.formUnion(cleared)
        // A frame without changes is written with one pixel, to keep its duration.
        if area.isEmpty { area = PixelRect(columns: 0..<1, rows: 0..<1) }
        isFirst = false
        let choice = colors.choose(for: screen, area, isCleared: !cleared.isEmpty, isStill: isStill)
        var mapper = GIFColorMapper(choice: choice, area: area)
        mapper.map(&screen, to: &indices)
        append(
            mapper.choice, area, delay: delay, isCleared: !cleared.isEmpty, isPlain: isStill && delay == 0)
        colors.remember(mapper.choice)
        if !cleared.isEmpty { screen.clear(area) }
    }

    /// Encodes the indices of a frame after numbering its colors from 0, because small indices have short codes.
    private mutating func append(
        _ choice: GIFColorChooser.Choice, _ area: PixelRect, delay: Int, isCleared: Bool, isPlain: Bool
    ) {
        var isUsed = [Bool](repeating: false, count: 256)
        for index in indices { isUsed[Int(index)] = true }
        let transparent = choice.transparentIndex.flatMap { isUsed[Int($0)] || isCleared ? $0 : nil }
        if let transparent { isUsed[Int(transparent)] = false }
        let used = (0..<choice.palette.colors.count).filter { isUsed[$0] }
        var numbers = [UInt8](repeating: 0, count: 256)
        for (number, index) in used.enumerated() {
            numbers[index] = UInt8(truncatingIfNeeded: number + (transparent == nil ? 0 : 1))
        }
        numberPixels(numbers, transparent, of: choice.palette, isUsed, area)
        var frame = GIFFrameSequence.Frame(
            area: area, delay: delay, isCleared: isCleared, isPlain: isPlain, isTransparent: transparent != nil,
            colors: used.map { choice.palette.colors[$0] }, table: choice.table)
        lzw.encode(indices, or: alternatives, rootBits: frame.rootBits, to: &frame.data)
        if indices != alternatives {
            // Unchanged pixels compress better as transparent in some pictures, and as repeated colors in others.
            var data: [UInt8] = []
            lzw.encode(alternatives, or: indices, rootBits: frame.rootBits, to: &data)
            if data.count < frame.data.count { frame.data = data }
        }
        frames.append(frame)
    }

    /// Converts palette indices to the frame's own indices. An unchanged pixel has two indices if its color is one of the frame's colors.
    private mutating func numberPixels(
        _ numbers: [UInt8], _ transparent: UInt8?, of palette: GIFPalette, _ isUsed: [Bool], _ area: PixelRect
    ) {
        alternatives.removeAll(keepingCapacity: true)
        var place = 0
        for y in area.rows {
            let start = y * screen.size.width
            for position in start + area.x..<start + area.columns.upperBound {
                let index = indices[place]
                if index != transparent {
                    indices[place] = numbers[Int(index)]
                } else if let same = palette.index(of: screen.shown[position]), isUsed[Int(same)] {
                    indices[place] = numbers[Int(same)]
                } else {
                    indices[place] = 0
                }
                alternatives.append(index == transparent ? 0 : indices[place])
                place += 1
            }
        }
    }
}

/// Converts milliseconds to hundredths of a second, and carries rounding errors over to the next frame.
private struct GIFClock {
    /// The milliseconds by which the frames so far were too short.
    private var carry = 0

    mutating func hundredths(of delay: Int) -> Int {
        let delay = min(655_350, max(0, delay))
        // Browsers show frames of 10 ms or less for 100 ms, so longer frames must not become that short.
        guard delay > 10 else { return (delay + 5) / 10 }
        let hundredths = min(65_535, max(2, (delay + carry + 5) / 10))
        carry = min(9, max(-9, delay + carry - hundredths * 10))
        return hundredths
    }
}
