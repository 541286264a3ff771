import PostcardImaging

/// A picture as an address asks for it: its source, the steps to it, and the file that it becomes.
///
/// Every scheme of addresses and every preset is read into one of these, and nothing else is rendered but memes and sheets.
struct PicturePipeline: Sendable {
    /// The name of the picture, decoded: a path below a picture folder, an http or https address, or one of the library.
    var image = ""
    /// The changes, in their order.
    var steps: [PipelineStep] = []
    var output = PictureOutput()
    /// The steps as a text that no other list of steps has.
    var text = ""
}

extension PicturePipeline: PictureRenderer {
    /// The picture, and those that steps name.
    var sources: [String] {
        var names = [image]
        for name in steps.compactMap(\.overlay) where !names.dropFirst().contains(name) { names.append(name) }
        return names
    }

    var recipe: PictureRecipe {
        PictureRecipe(
            sources: sources, format: output.format, operations: "\(text)|\(output.recipe)", steps: .rendered(self))
    }

    func pixels(of files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> Int {
        guard let file = files.first else { return 0 }
        var shape = PictureShape(source: try ImageHeader(of: file.span.bytes).size)
        let marks = try Dictionary(
            zip(sources, files).dropFirst().map { ($0, try ImageHeader(of: $1.span.bytes).size) }
        ) { first, _ in first }
        var most = shape.size.area
        for step in steps {
            guard let pixels = step.plan(&shape, marks: marks) else {
                // The rest after trimming may have any shape.
                return max(shape.source.area.addedClamped(limits.pixels), limits.pixels.multipliedClamped(by: 2))
            }
            most = max(most, pixels)
        }
        // The coefficients of a JPEG that is written as a whole.
        let coefficients = output.isProgressive == true && format == .jpeg ? shape.size.area : 0
        return max(most, format.encodingPixels(of: shape.size).addedClamped(coefficients))
    }

    func render(_ files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> MadePicture {
        let overlays = Dictionary(zip(sources, files).dropFirst()) { first, _ in first }
        let renderer = PipelineRenderer(pipeline: self, limits: limits, overlays: overlays, format: format)
        return try renderer.render(files[0])
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
