import PostcardCore
import PostcardImaging

extension ThumborRequest {
    /// Returns thumbor's JSON for a request at `/meta/…`: the picture, the operations on it, and the size of the result.
    ///
    /// Decodes the picture only for `trim`. Runs within `ImageWork`.
    ///
    /// - Parameters:
    ///   - limits: the decoding limits.
    /// - Throws: `ImageError`.
    func report(on picture: OpenedPicture, limits: DecodingLimits) throws -> JSONValue {
        let whole = picture.header.size
        let options = DecodingOptions(limits: limits)
        let frames = try picture.animation(for: .gif, options: options)?.frameCount ?? 1
        var operations: [JSONValue] = []
        var shape = PictureShape(source: whole)
        if let trim {
            let rest = trim.remainder(of: try Image(decoding: picture, options: options))
            shape.size = PixelSize(width: rest.width, height: rest.height)
            shape.trimmed = (rest.x, rest.y)
            operations.append(Self.cropping(rest))
        }
        if let part = crop.flatMap({ shape.part($0) }) {
            shape.crop(to: part)
            operations.append(Self.cropping(part))
        }
        let sizes = scaling.sizes(for: shape)
        if sizes.crops { operations.append(Self.cropping(scaling.part(of: shape.size, for: sizes.target))) }
        let target = Self.members(sizes.target)
        if sizes.target != shape.size { operations.append(target.adding(["type": "resize"])) }
        if flipsHorizontally { operations.append(["type": "flip_horizontally"]) }
        if flipsVertically { operations.append(["type": "flip_vertically"]) }
        let source = Self.members(whole).adding(["url": .text(image), "frameCount": .integer(frames)])
        return [
            "thumbor": [
                "source": source, "operations": .array(operations), "target": target,
                "focal_points": .array(scaling.focalPoints(in: shape.size)),
            ]
        ]
    }

    private static func cropping(_ part: PixelRect) -> JSONValue {
        [
            "type": "crop", "left": .integer(part.x), "top": .integer(part.y),
            "right": .integer(part.x + part.width), "bottom": .integer(part.y + part.height),
        ]
    }

    private static func members(_ size: PixelSize) -> JSONValue {
        ["width": .integer(size.width), "height": .integer(size.height)]
    }

    /// The schema of the report.
    static let reportSchema: JSONValue = {
        let objects = Schema.array(of: Schema.anyObject)
        let source = Schema.record([
            "url": Schema.string, "width": Schema.integer, "height": Schema.integer, "frameCount": Schema.integer,
        ])
        let target = Schema.record(["width": Schema.integer, "height": Schema.integer])
        return Schema.record([
            "thumbor": Schema.record([
                "source": source, "operations": objects, "focal_points?": objects, "target": target,
            ])
        ])
    }()
}

extension ThumborScaling {
    /// Returns the focal areas in the URL, or else the alignment point, as thumbor lists them; `z` is the weight.
    fileprivate func focalPoints(in size: PixelSize) -> [JSONValue] {
        func point(x: Int, y: Int, width: Int, height: Int, origin: JSONValue) -> JSONValue {
            [
                "x": .integer(x), "y": .integer(y), "z": .integer(width * height), "width": .integer(width),
                "height": .integer(height), "origin": origin,
            ]
        }
        guard !focals.isEmpty else {
            let (x, y) = (Double(size.width) * horizontalAlignment, Double(size.height) * verticalAlignment)
            return [point(x: Int(x), y: Int(y), width: 1, height: 1, origin: "alignment")]
        }
        return focals.map { area in
            let (width, height) = (area.right - area.left, area.bottom - area.top)
            return point(
                x: area.left + width / 2, y: area.top + height / 2, width: width, height: height, origin: "Explicit")
        }
    }

    /// Returns the crop that gives a picture the shape of the result, positioned by the alignment alone.
    fileprivate func part(of size: PixelSize, for target: PixelSize) -> PixelRect {
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
            x: start(horizontalAlignment, size.width - width), y: start(verticalAlignment, size.height - height),
            width: width, height: height)
    }
}
