/// Assigns a palette index to every pixel of a frame.
struct GIFColorMapper {
    /// The chosen colors, with the lookup tables that the mapping filled.
    private(set) var choice: GIFColorChooser.Choice
    let area: PixelRect

    /// Fills `indices` with the frame's pixels, and updates `screen`.
    mutating func map(_ screen: inout GIFScreen, to indices: inout [UInt8]) {
        indices.removeAll(keepingCapacity: true)
        indices.reserveCapacity(area.size.area)
        switch choice.method {
        case .ordered(let amplitude): mapOrdered(&screen, &indices, amplitude)
        case .diffused(let limit): mapDiffused(&screen, &indices, limit)
        }
    }

    /// Returns the index for a pixel and shows its color on the screen.
    @inline(__always)
    private func show(_ index: UInt8, _ screen: inout GIFScreen, _ position: Int) -> UInt8 {
        let color = choice.palette.colors[Int(index)]
        let stays = screen.shown[position] == color
        screen.show(color, at: position)
        return stays ? choice.transparentIndex ?? index : index
    }

    /// True if the pixel is transparent or unchanged, and the frame has a transparent index.
    @inline(__always)
    private func isKept(_ pixel: Int32, _ screen: GIFScreen, _ position: Int) -> Bool {
        choice.transparentIndex != nil && (pixel == GIFColor.transparent || pixel == screen.source[position])
    }

    private mutating func mapOrdered(_ screen: inout GIFScreen, _ indices: inout [UInt8], _ amplitude: Float) {
        let kept = choice.transparentIndex ?? 0
        let side = BlueNoise.side
        let noise = BlueNoise.shared.values.map { Int32(($0 * amplitude).rounded()) }
        for y in area.rows {
            let start = y * screen.size.width
            for x in area.columns {
                let pixel = screen.target[start + x]
                if isKept(pixel, screen, start + x) {
                    indices.append(kept)
                } else {
                    let offset = noise[y & (side - 1) * side + x & (side - 1)]
                    let index =
                        choice.palette.index(of: pixel)
                        ?? choice.palette.nearestIndex(of: GIFColorMapper.moved(pixel, SIMD4(repeating: offset)))
                    indices.append(show(index, &screen, start + x))
                }
            }
        }
    }

    @inline(__always)
    private static func channels(_ pixel: Int32) -> SIMD4<Int32> {
        SIMD4(pixel >> 16, pixel >> 8, pixel, 0) & 255
    }

    @inline(__always)
    private static func moved(_ pixel: Int32, _ offset: SIMD4<Int32>) -> Int32 {
        let value = (channels(pixel) &+ offset).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        return GDPixel.pack(red: value.x, green: value.y, blue: value.z, transparency: 0)
    }

    /// Rows alternate direction, so that errors do not all drift one way.
    private mutating func mapDiffused(_ screen: inout GIFScreen, _ indices: inout [UInt8], _ limit: Int32) {
        let kept = choice.transparentIndex ?? 0
        let width = area.width
        indices.append(contentsOf: repeatElement(kept, count: area.size.area))
        // Errors in sixteenths, with an extra element at both ends.
        var errors = [SIMD4<Int32>](repeating: .zero, count: width + 2)
        var below = errors
        for (line, y) in area.rows.enumerated() {
            let step = line % 2 == 0 ? 1 : -1
            var x = step > 0 ? 0 : width - 1
            while x >= 0, x < width {
                let position = y * screen.size.width + area.x + x
                let pixel = screen.target[position]
                if !isKept(pixel, screen, position) {
                    let debt = ((errors[x + 1] &+ 8) &>> 4)
                        .clamped(lowerBound: SIMD4(repeating: -limit), upperBound: SIMD4(repeating: limit))
                    let wanted = GIFColorMapper.moved(pixel, debt)
                    let index = choice.palette.index(of: wanted) ?? choice.palette.nearestIndex(of: wanted)
                    let error =
                        GIFColorMapper.channels(wanted) &- GIFColorMapper.channels(choice.palette.colors[Int(index)])
                    errors[x + 1 + step] &+= error &* 7
                    below[x + 1 - step] &+= error &* 3
                    below[x + 1] &+= error &* 5
                    below[x + 1 + step] &+= error
                    indices[line * width + x] = show(index, &screen, position)
                }
                x += step
            }
            swap(&errors, &below)
            for place in below.indices { below[place] = .zero }
        }
    }
}

/// A tile of thresholds without low frequencies, which hides the steps between the colors of a small palette. All frames share the tile.
///
/// The tile is made by repeatedly filling the largest void (after Ulichney, "The void-and-cluster method for dither array generation",
/// 1993, without its first phase). Sums and products in a fixed order make the tile the same on every machine.
struct BlueNoise: Sendable {
    /// The side of the tile, a power of two.
    static let side = 32
    /// The shared tile, made on first use.
    static let shared = BlueNoise()

    /// The thresholds by row, evenly distributed from -1 to 1.
    let values: [Float]

    private init() {
        let side = BlueNoise.side
        let count = side * side
        let reach = BlueNoise.reach()
        var pressure = [Double](repeating: 0, count: count)
        var values = [Float](repeating: 0, count: count)
        for rank in 0..<count {
            var void = 0
            for index in 1..<count where pressure[index] < pressure[void] { void = index }
            values[void] = (2 * Float(rank) + 1) / Float(count) - 1
            pressure[void] = .infinity
            for y in 0..<side {
                for x in 0..<side {
                    let from = ((y - void / side) & (side - 1)) * side + (x - void % side) & (side - 1)
                    pressure[y * side + x] += reach[from]
                }
            }
        }
        self.values = values
    }

    /// Returns the influence of one point on another, by the offset between them: a Gaussian with σ = 1.5 pixels. The tile wraps around in
    /// both directions.
    private static func reach() -> [Double] {
        let side = BlueNoise.side
        // exp(-1 / (2 σ²)), to be raised to the squared distance.
        let base = 0.800_737_402_916_807_8
        var powers = [1.0]
        for _ in 0..<side * side / 2 { powers.append(powers[powers.count - 1] * base) }
        return (0..<side * side).map { index in
            let dx = min(index % side, side - index % side)
            let dy = min(index / side, side - index / side)
            return powers[dx * dx + dy * dy]
        }
    }
}
