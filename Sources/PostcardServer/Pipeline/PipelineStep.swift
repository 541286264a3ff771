import PostcardImaging

/// One step from a source to a result.
enum PipelineStep: Sendable {
    /// Cuts off edges of one colour.
    case trim(EdgeTrimming)
    /// Takes a part, named by its edges in pixels of the source; one that has nothing of the picture changes nothing.
    case cropEdges(PixelEdges)
    /// Takes a part of a size, at a place.
    case crop(CropSize, Gravity)
    /// Turns and mirrors.
    case turn(Orientation)
    case scale(any ScalingRule)
    case filter(PictureFilter)
    /// Fills the box around the picture.
    case fillBox(BoxFilling)
    /// Makes the canvas as large as the box, or as wide as its shape.
    case extend(CanvasExtension)
    case pad(CanvasPadding)
    case mark(PictureMark)
}

/// A part of a picture by its edges.
struct PixelEdges: Sendable, Equatable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    func moved(x: Int, y: Int) -> Self {
        Self(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }

    /// The part of it in a picture; `nil` when there is none.
    func clamped(to size: PixelSize) -> PixelRect? {
        func limit(_ value: Int, _ most: Int) -> Int { min(max(0, value), most) }
        let (left, top) = (limit(left, size.width), limit(top, size.height))
        let (right, bottom) = (limit(right, size.width), limit(bottom, size.height))
        guard left < right, top < bottom else { return nil }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// The size of a part.
struct CropSize: Sendable, Equatable {
    /// Pixels, below 1 a share of the picture's side, 0 all of it.
    var width: Double
    /// Pixels, below 1 a share of the picture's side, 0 all of it.
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

/// A canvas that is made larger than the picture on it.
struct CanvasExtension: Sendable, Equatable {
    /// `true` to make it no larger than the shape of the box asks for, `false` for all of the box.
    var isByShape: Bool
    var gravity: Gravity

    /// The size of the canvas.
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

/// Room around a picture, in pixels that the density multiplies.
struct CanvasPadding: Sendable, Equatable {
    var top = 0
    var right = 0
    var bottom = 0
    var left = 0

    /// In pixels of the result.
    func scaled(by density: Double) -> Self {
        func side(_ pixels: Int) -> Int { Int((Double(pixels) * density).rounded(.toNearestOrEven)) }
        return Self(top: side(top), right: side(right), bottom: side(bottom), left: side(left))
    }

    func size(around size: PixelSize) -> PixelSize {
        PixelSize(width: size.width + left + right, height: size.height + top + bottom)
    }
}

extension PipelineStep {
    /// The name of the picture that it needs besides the one it works on; `nil` for none.
    var overlay: String? {
        if case .mark(let mark) = self { mark.image } else { nil }
    }

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

/// The sizes of a picture on its way through a pipeline, which are known before its pixels are.
struct PictureShape: Sendable {
    /// Pixels of the source.
    let source: PixelSize
    /// Pixels of the picture as it is now.
    var size: PixelSize
    /// The box that it was scaled into, for steps that fill it; 0 for a side that was not asked for.
    var box: PixelSize
    /// The origin of what trimming left, in the source.
    var trimmed: (x: Int, y: Int) = (0, 0)
    /// The part that a crop took of what trimming left; `nil` for all of it.
    var crop: PixelRect?
    /// Pixels of the result for each pixel that the address speaks of, for screens with many.
    var density = 1.0
    /// `true` if its size is known only when its edges have been looked for.
    var isUncertain = false

    init(source: PixelSize) {
        self.source = source
        size = source
        box = source
    }

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

/// The numbers of one scaling.
struct ScaledFrame: Sendable, Equatable {
    /// The change of size; `nil` when it stays as it is.
    var resize: Resize?
    /// The part that is kept of the scaled picture; `nil` for all of it.
    var crop: PixelRect?
    /// Pixels of the result.
    var size: PixelSize
    /// The box that steps after it see.
    var box: PixelSize
    /// Pixels of the result for each pixel that the address speaks of.
    var density = 1.0
}

/// A rule for the size of a picture.
///
/// Each scheme of addresses has its own numbers: where one rounds half a pixel to the even side, another rounds it up, and
/// clients count on sizes.
protocol ScalingRule: Sendable {
    /// The numbers for a picture.
    func frame(of shape: PictureShape) -> ScaledFrame

    /// `true` if the result cannot be larger than the box, whatever the shape of the picture.
    var isBounded: Bool { get }
}
