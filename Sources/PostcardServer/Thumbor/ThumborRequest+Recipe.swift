internal import PostcardImaging

extension ThumborRequest: RenderedRecipe {
    /// The picture, and those that filters name.
    var sources: [String] {
        var names = [image]
        for name in filters.compactMap(\.overlay) where !names.dropFirst().contains(name) { names.append(name) }
        return names
    }

    var format: ImageFormat? {
        var format: ImageFormat?
        for case .format(let wanted) in filters { format = wanted }
        return format
    }

    var operations: String { options }

    /// The time for which clients may keep the result; `nil` for the usual one.
    var maximumAge: Int? {
        var age: Int?
        for case .maxAge(let wanted) in filters { age = wanted }
        return age
    }

    func render(_ files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> [UInt8] {
        let overlays = Dictionary(zip(sources, files).dropFirst()) { first, _ in first }
        let renderer = ThumborRenderer(request: self, limits: limits, overlays: overlays, format: format)
        return try renderer.render(files[0])
    }
}

extension ThumborFilter {
    /// The name of the picture that it lays on the other; `nil` for none.
    var overlay: String? {
        switch self {
        case .watermark(let watermark): watermark.image
        case .frame(let name): name
        default: nil
        }
    }
}
