import HTTPTypes
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
                // What trimming leaves may have any shape.
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
