import PostcardCore
import PostcardImaging

/// One step of a pipeline.
enum PipelineStep: Sendable {
    /// Trims single-color edges.
    case trim(EdgeTrimming)
    /// Crops to edges in pixels of the source. Edges outside the picture have no effect.
    case cropEdges(PixelEdges)
    /// Crops to a size at a position.
    case crop(CropSize, Gravity)
    /// Rotates and mirrors.
    case turn(Orientation)
    case scale(any ScalingRule)
    case filter(PictureFilter)
    /// Fills the box around the picture.
    case fillBox(BoxFilling)
    /// Enlarges the canvas to the box, or to its aspect ratio.
    case extend(CanvasExtension)
    case pad(CanvasPadding)
    case mark(PictureMark)
}

extension PipelineStep {
    /// The name of the step's overlay; `nil` if there is none.
    var overlay: String? {
        if case .mark(let mark) = self { mark.image } else { nil }
    }

    /// Changes `shape` to the shape after the step, and returns the number of pixels in memory during the step. Decodes nothing.
    ///
    /// - Parameter marks: the sizes of the overlays by name.
    /// - Returns: `nil` for a scaling step after trimming that might enlarge the picture, because the size then depends on the pixels'
    ///   values.
    func pixels(changing shape: inout PictureShape, marks: [NameKey: PixelSize]) -> Int? {
        let before = shape.size
        func beforeAndAfter(_ extra: Int = 0) -> Int { before.area.addedClamped(shape.size.area).addedClamped(extra) }
        switch self {
        case .trim:
            shape.hasUnknownSize = true
            return shape.source.area
        case .cropEdges(let edges):
            if let part = shape.part(edges) { shape.crop(to: part) }
            return shape.source.area
        case .crop(let size, let gravity):
            shape.crop(to: gravity.part(of: size.size(in: before), in: before))
            return beforeAndAfter()
        case .turn(let orientation):
            shape.turn(orientation)
            return beforeAndAfter()
        case .scale(let rule):
            if shape.hasUnknownSize, !rule.isBounded { return nil }
            let frame = rule.frame(of: shape)
            let scaled = frame.resize?.size(for: before) ?? before
            shape.apply(frame)
            // The source is in memory until it is scaled.
            return max(shape.source.area, before.area).addedClamped(max(scaled.area, shape.size.area))
        case .filter(let filter):
            shape.size = filter.size(for: shape)
            return beforeAndAfter()
        case .fillBox(let filling):
            shape.size = filling.size(for: shape)
            if case .blur = filling.fill { return beforeAndAfter(shape.size.area) }
            return beforeAndAfter()
        case .extend(let canvas):
            shape.size = canvas.size(for: shape)
            return beforeAndAfter()
        case .pad(let padding):
            shape.size = padding.scaled(by: shape.density).size(around: before)
            return beforeAndAfter()
        case .mark(let mark):
            let size = marks[mark.image] ?? PixelSize(width: 0, height: 0)
            let scaled = mark.resize(on: before)?.size(for: size) ?? size
            return beforeAndAfter(size.area.addedClamped(scaled.area))
        }
    }
}
