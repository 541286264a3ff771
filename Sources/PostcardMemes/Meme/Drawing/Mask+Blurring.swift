internal import PostcardImaging

extension MaskLayers {
    /// Everything that letters, outlines and coloured glyphs cover.
    var silhouette: Mask {
        var mask = outline ?? fill
        if let colors {
            for index in colors.indices { mask.coverage[index] = max(mask.coverage[index], UInt8(colors[index] >> 24)) }
        }
        return mask
    }
}

extension Mask {
    func moved(dx: Int, dy: Int) -> Mask {
        var moved = self
        moved.x += dx
        moved.y += dy
        return moved
    }

    /// Softened by three box filters in each direction, which come close to a Gaussian of the deviation `radius`; in whole
    /// numbers. What lies beyond the canvas is left out.
    func blurred(radius: Int, on canvas: PixelSize) -> Mask {
        guard radius > 0 else { return self }
        let reach = 3 * radius
        var result = Mask(x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach)
        result.formUnion(self)
        for _ in 0..<3 {
            result.blurLines(
                count: result.height, length: result.width, lineStep: result.width, step: 1, radius: radius)
            result.blurLines(
                count: result.width, length: result.height, lineStep: 1, step: result.width, radius: radius)
        }
        return result
    }

    /// The mean of `2 × radius + 1` neighbours along each line, by a running sum.
    private mutating func blurLines(count: Int, length: Int, lineStep: Int, step: Int, radius: Int) {
        let span = UInt32(2 * radius + 1)
        coverage.withUnsafeMutableBufferPointer { values in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { line in
                for index in 0..<count {
                    let start = index * lineStep
                    for place in 0..<length { line.initializeElement(at: place, to: values[start + place * step]) }
                    var sum: UInt32 = 0
                    for place in 0..<min(radius, length) { sum += UInt32(line[place]) }
                    for place in 0..<length {
                        if place + radius < length { sum += UInt32(line[place + radius]) }
                        if place > radius { sum -= UInt32(line[place - radius - 1]) }
                        values[start + place * step] = UInt8((sum + span / 2) / span)
                    }
                }
            }
        }
    }
}
