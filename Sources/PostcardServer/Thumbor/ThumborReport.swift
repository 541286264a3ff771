internal import PostcardCore
internal import PostcardImaging

/// What thumbor tells of a request at `/meta/…`: the picture, what is done to it, and the size of the result.
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
    struct Content: Encodable {
        let source: Source
        let operations: [Operation]
        let target: Target
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
                    "target": Schema.record(
                        ["width": Schema.integer, "height": Schema.integer], required: ["width", "height"]),
                ], required: ["source", "operations", "target"])
        ], required: ["thumbor"])

    let thumbor: Content

    /// Reads the picture's header, and decodes it only to find its edges. Within `ImageWork`.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - file: the picture.
    ///   - limits: what it may cost.
    /// - Throws: `ImageError`.
    init(_ request: ThumborRequest, of file: [UInt8], limits: DecodingLimits) throws {
        let whole = try ImageHeader(of: file.span.bytes).size
        let options = DecodingOptions(limits: limits)
        let frames = try AnimatedImage.moving(file, to: .gif, options: options)?.frameCount ?? 1
        var operations: [Operation] = []
        var size = whole
        var origin = PixelRect(x: 0, y: 0, width: whole.width, height: whole.height)
        if let trim = request.trim {
            origin = EdgeTrimming(trim).remainder(of: try Image(decoding: file, options: options))
            size = PixelSize(width: origin.width, height: origin.height)
            operations.append(Self.crop(origin))
        }
        if let crop = request.crop?.moved(x: -origin.x, y: -origin.y).clamped(to: size),
            crop.left < crop.right, crop.top < crop.bottom
        {
            size = PixelSize(width: crop.right - crop.left, height: crop.bottom - crop.top)
            operations.append(Self.crop(PixelRect(x: crop.left, y: crop.top, width: size.width, height: size.height)))
        }
        let geometry = ThumborGeometry(request, source: size, whole: whole)
        if geometry.crops {
            operations.append(
                Self.crop(
                    Self.part(
                        of: size, for: geometry.target, request.horizontalAlignment, request.verticalAlignment)))
        }
        let target = Target(width: geometry.target.width, height: geometry.target.height)
        operations.append(Operation(type: "resize", width: target.width, height: target.height))
        if request.flipsHorizontally { operations.append(Operation(type: "flip_horizontally")) }
        if request.flipsVertically { operations.append(Operation(type: "flip_vertically")) }
        thumbor = Content(
            source: Source(url: request.image, width: whole.width, height: whole.height, frameCount: frames),
            operations: operations, target: target)
    }

    private static func crop(_ part: PixelRect) -> Operation {
        Operation(
            type: "crop", left: part.x, top: part.y, right: part.x + part.width, bottom: part.y + part.height)
    }

    /// The part of a picture that has the shape of the result, where its position is known without the picture.
    private static func part(
        of size: PixelSize, for target: PixelSize, _ horizontal: Double, _ vertical: Double
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
            x: start(horizontal, size.width - width), y: start(vertical, size.height - height), width: width,
            height: height)
    }
}
