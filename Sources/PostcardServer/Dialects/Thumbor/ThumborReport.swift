import PostcardCore
import PostcardImaging

/// The JSON of thumbor for a request at `/meta/…`: the picture, the operations on it, and the size of the result.
struct ThumborReport: Encodable {
    struct Source: Encodable {
        let url: String
        let width: Int
        let height: Int
        let frameCount: Int
    }
    struct Operation: Encodable {
        let type: String
        var left: Int?
        var top: Int?
        var right: Int?
        var bottom: Int?
        var width: Int?
        var height: Int?
    }
    struct Target: Encodable {
        let width: Int
        let height: Int
    }
    /// A point that has to stay in sight.
    struct FocalPoint: Encodable {
        let x: Int
        let y: Int
        /// Its weight.
        let z: Double
        let width: Int
        let height: Int
        let origin: String
    }
    struct Content: Encodable {
        let source: Source
        let operations: [Operation]
        let target: Target
        let focalPoints: [FocalPoint]

        enum CodingKeys: String, CodingKey {
            case source, operations, target
            case focalPoints = "focal_points"
        }
    }

    static let schema = Schema.record(
        [
            "thumbor": Schema.record(
                [
                    "source": Schema.record(
                        [
                            "url": Schema.string, "width": Schema.integer, "height": Schema.integer,
                            "frameCount": Schema.integer,
                        ], required: ["url", "width", "height", "frameCount"]),
                    "operations": ["type": "array", "items": ["type": "object"]],
                    "focal_points": ["type": "array", "items": ["type": "object"]],
                    "target": Schema.record(
                        ["width": Schema.integer, "height": Schema.integer], required: ["width", "height"]),
                ], required: ["source", "operations", "target"])
        ], required: ["thumbor"])

    let thumbor: Content

    /// Reads the picture's header, and decodes it only to find its edges. Within `ImageWork`.
    ///
    /// - Parameters:
    ///   - limits: what it may cost.
    /// - Throws: `ImageError`.
    init(_ request: ThumborRequest, of file: [UInt8], limits: DecodingLimits) throws {
        let whole = try ImageHeader(of: file.span.bytes).size
        let options = DecodingOptions(limits: limits)
        let frames = try AnimatedImage.moving(file, to: .gif, options: options)?.frameCount ?? 1
        var operations: [Operation] = []
        var shape = PictureShape(source: whole)
        if let trim = request.trim {
            let rest = trim.remainder(of: try Image(decoding: file, options: options))
            shape.size = PixelSize(width: rest.width, height: rest.height)
            shape.trimmed = (rest.x, rest.y)
            operations.append(Self.crop(rest))
        }
        if let part = request.crop.flatMap({ shape.part($0) }) {
            shape.take(part)
            operations.append(Self.crop(part))
        }
        let sizes = request.scaling.sizes(for: shape)
        if sizes.crops { operations.append(Self.crop(Self.part(of: shape.size, for: sizes.target, request.scaling))) }
        let target = Target(width: sizes.target.width, height: sizes.target.height)
        if sizes.target != shape.size {
            operations.append(Operation(type: "resize", width: target.width, height: target.height))
        }
        if request.flipsHorizontally { operations.append(Operation(type: "flip_horizontally")) }
        if request.flipsVertically { operations.append(Operation(type: "flip_vertically")) }
        thumbor = Content(
            source: Source(url: request.image, width: whole.width, height: whole.height, frameCount: frames),
            operations: operations, target: target, focalPoints: Self.focalPoints(request.scaling, in: shape.size))
    }

    /// The areas that the address names, or the point that the alignment means.
    private static func focalPoints(_ scaling: ThumborScaling, in size: PixelSize) -> [FocalPoint] {
        let areas = scaling.focals.map { area in
            let (width, height) = (area.right - area.left, area.bottom - area.top)
            return FocalPoint(
                x: area.left + width / 2, y: area.top + height / 2, z: Double(width * height), width: width,
                height: height, origin: "Explicit")
        }
        let aligned = FocalPoint(
            x: Int(Double(size.width) * scaling.horizontalAlignment),
            y: Int(Double(size.height) * scaling.verticalAlignment), z: 1, width: 1, height: 1, origin: "alignment")
        return areas.isEmpty ? [aligned] : areas
    }

    private static func crop(_ part: PixelRect) -> Operation {
        Operation(
            type: "crop", left: part.x, top: part.y, right: part.x + part.width, bottom: part.y + part.height)
    }

    /// The part of a picture that has the shape of the result, where its position is known without the picture.
    private static func part(
        of size: PixelSize, for target: PixelSize, _ scaling: ThumborScaling
    ) -> PixelRect {
        // thumbor rounds the width up and the height to the nearest even number.
        let isWide =
            size.width.multipliedFullWidth(by: target.height) > size.height.multipliedFullWidth(by: target.width)
        func side(_ other: Int, _ length: Int, _ across: Int) -> Double {
            Double(other) * Double(length) / Double(max(1, across))
        }
        let width =
            isWide
            ? Int(min(Double(size.width), side(size.height, target.width, target.height).rounded(.up))) : size.width
        let height =
            isWide
            ? size.height
            : Int(min(Double(size.height), side(size.width, target.height, target.width).rounded(.toNearestOrEven)))
        func start(_ alignment: Double, _ room: Int) -> Int {
            Int((alignment * Double(room)).rounded(.toNearestOrEven))
        }
        return PixelRect(
            x: start(scaling.horizontalAlignment, size.width - width),
            y: start(scaling.verticalAlignment, size.height - height), width: width,
            height: height)
    }
}
