import PostcardImaging

extension PipelineStep {
    /// Brings a shape to what the step makes of it, before any pixel is decoded.
    ///
    /// - Parameters:
    ///   - marks: the sizes of the pictures that steps lay on others, by their names.
    /// - Returns: pixels in memory meanwhile; `nil` when that depends on the pixels.
    func plan(_ shape: inout PictureShape, marks: [String: PixelSize]) -> Int? {
        let before = shape.size
        func both(_ extra: Int = 0) -> Int { before.area.addedClamped(shape.size.area).addedClamped(extra) }
        switch self {
        case .trim:
            shape.isUncertain = true
            return shape.source.area
        case .cropEdges(let edges):
            if let part = shape.part(edges) { shape.take(part) }
            return shape.source.area
        case .crop(let size, let gravity):
            shape.take(gravity.part(of: size.size(in: before), in: before))
            return both()
        case .turn(let orientation):
            shape.turn(orientation)
            return both()
        case .scale(let rule):
            if shape.isUncertain, !rule.isBounded { return nil }
            let frame = rule.frame(of: shape)
            let scaled = frame.resize?.size(for: before) ?? before
            shape.apply(frame)
            // The source is in memory until it is scaled.
            return max(shape.source.area, before.area).addedClamped(max(scaled.area, both(-before.area)))
        case .filter(let filter):
            shape.size = filter.size(for: shape)
            return both()
        case .fillBox(let filling):
            shape.size = filling.size(for: shape)
            if case .blur = filling.fill { return both(shape.size.area) }
            return both()
        case .extend(let canvas):
            shape.size = canvas.size(for: shape)
            return both()
        case .pad(let padding):
            shape.size = padding.scaled(by: shape.density).size(around: before)
            return both()
        case .mark(let mark):
            let size = marks[mark.image] ?? PixelSize(width: 0, height: 0)
            let scaled = mark.resize(on: before)?.size(for: size) ?? size
            return both(size.area.addedClamped(scaled.area))
        }
    }
}

extension PictureShape {
    mutating func apply(_ frame: ScaledFrame) {
        (size, box, density) = (frame.size, frame.box, frame.density)
    }

    mutating func take(_ part: PixelRect) {
        crop = part
        size = PixelSize(width: part.width, height: part.height)
    }

    mutating func turn(_ orientation: Orientation) {
        size = orientation.uprightSize(of: size)
    }

    /// The part that a crop by edges takes now; `nil` when it has nothing of the picture.
    func part(_ edges: PixelEdges) -> PixelRect? {
        edges.moved(x: -trimmed.x, y: -trimmed.y).clamped(to: size)
    }
}
