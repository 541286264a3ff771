internal import PostcardImaging

extension ThumborRequest: RenderedRecipe {
    /// The picture, and those of watermarks.
    var sources: [String] {
        var names = [image]
        for case .watermark(let watermark) in filters where !names.dropFirst().contains(watermark.image) {
            names.append(watermark.image)
        }
        return names
    }

    var format: ImageFormat? {
        var format: ImageFormat?
        for case .format(let wanted) in filters { format = wanted }
        return format
    }

    var operations: String { options }

    func render(_ files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> [UInt8] {
        let watermarks = Dictionary(zip(sources, files).dropFirst()) { first, _ in first }
        let renderer = ThumborRenderer(request: self, limits: limits, watermarks: watermarks)
        return try renderer.render(files[0], as: format)
    }
}
