import PostcardCore
import PostcardImaging

/// One step of a pipeline.
enum PipelineStep: Sendable {
    /// Trims edges of one colour.
    case trim(EdgeTrimming)
    /// Crops to edges in pixels of the source. Edges outside of the picture change nothing.
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

/// A part of a picture by its edges in pixels.
struct PixelEdges: Sendable, Equatable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    func moved(x: Int, y: Int) -> Self {
        Self(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }

    /// Returns the part within a picture; `nil` when it is empty.
    func clamped(to size: PixelSize) -> PixelRect? {
        func limit(_ value: Int, _ most: Int) -> Int { min(max(0, value), most) }
        let (left, top) = (limit(left, size.width), limit(top, size.height))
        let (right, bottom) = (limit(right, size.width), limit(bottom, size.height))
        guard left < right, top < bottom else { return nil }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// The size of a crop.
struct CropSize: Sendable, Equatable {
    /// The width in pixels, below 1 as a share of the picture's; 0 for all of it.
    var width: Double
    /// The height in pixels, below 1 as a share of the picture's; 0 for all of it.
    var height: Double

    func size(in picture: PixelSize) -> PixelSize {
        func side(_ wanted: Double, _ length: Int) -> Int {
            guard wanted > 0 else { return length }
            let pixels = wanted >= 1 ? Int(min(wanted, Double(length))) : Int((Double(length) * wanted).rounded())
            return min(length, max(1, pixels))
        }
        return PixelSize(width: side(width, picture.width), height: side(height, picture.height))
    }
}

/// An enlarged canvas behind a picture.
struct CanvasExtension: Sendable, Equatable {
    /// True for the aspect ratio of the box, false for its size.
    var isByShape: Bool
    var gravity: Gravity

    /// Returns the size of the canvas.
    func size(for shape: PictureShape) -> PixelSize {
        let (size, box) = (shape.size, shape.box)
        guard isByShape else {
            return PixelSize(width: max(size.width, box.width), height: max(size.height, box.height))
        }
        guard box.width > 0, box.height > 0 else { return size }
        let (across, down) = (Double(box.width) / Double(size.width), Double(box.height) / Double(size.height))
        func side(_ length: Int, _ one: Int, _ other: Int) -> Int {
            Int((Double(length) * (Double(one) / Double(other))).rounded())
        }
        if down > across {
            return PixelSize(width: size.width, height: max(size.height, side(size.width, box.height, box.width)))
        }
        if across > down {
            return PixelSize(width: max(size.width, side(size.height, box.width, box.height)), height: size.height)
        }
        return size
    }
}

/// The padding around a picture, in pixels before the density.
struct CanvasPadding: Sendable, Equatable {
    var top = 0
    var right = 0
    var bottom = 0
    var left = 0

    /// Returns the padding in pixels of the result.
    func scaled(by density: Double) -> Self {
        func side(_ pixels: Int) -> Int { Int((Double(pixels) * density).rounded(.toNearestOrEven)) }
        return Self(top: side(top), right: side(right), bottom: side(bottom), left: side(left))
    }

    func size(around size: PixelSize) -> PixelSize {
        PixelSize(width: size.width + left + right, height: size.height + top + bottom)
    }
}

extension PipelineStep {
    /// The name of the overlay of the step; `nil` for none.
    var overlay: String? {
        if case .mark(let mark) = self { mark.image } else { nil }
    }

    /// Changes `shape` to the one after the step, and returns the number of pixels in memory during the step. Nothing is decoded.
    ///
    /// - Parameter marks: the sizes of the overlays by name.
    /// - Returns: `nil` for a scaling that may enlarge, after trimming: then the size depends on the pixels' values.
    func pixels(changing shape: inout PictureShape, marks: [NameKey: PixelSize]) -> Int? {
        let before = shape.size
        func beforeAndAfter(_ extra: Int = 0) -> Int { before.area.addedClamped(shape.size.area).addedClamped(extra) }
        switch self {
        case .trim:
            shape.isUncertain = true
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
            if shape.isUncertain, !rule.isBounded { return nil }
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
