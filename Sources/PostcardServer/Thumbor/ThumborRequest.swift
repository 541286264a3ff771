import PostcardImaging

/// A request in thumbor's scheme, without its signature:
/// `[meta/][trim/][AxB:CxD/][fit-in/][WxH/][halign/][valign/][smart/][filters:…/]IMAGE`.
struct ThumborRequest: Sendable {
    /// `true` if it is told what would be done, instead of doing it.
    var isMeta = false
    var trim: EdgeTrimming?
    var crop: PixelEdges?
    var scaling = ThumborScaling()
    var flipsHorizontally = false
    var flipsVertically = false
    var filters = ThumborFilters()
    /// The name of the picture, decoded.
    var image = ""
    /// The name as it stands in the URL.
    var spelledName: Substring = ""
    /// All before the picture as it stands in the URL, for keys.
    var options = ""

    /// Gives the picture, and those of watermarks, the names that they are found by.
    mutating func resolveNames(_ resolve: (String) -> String) {
        image = resolve(image)
        filters.steps = filters.steps.map { step in
            guard case .mark(var mark) = step else { return step }
            mark.image = resolve(mark.image)
            return .mark(mark)
        }
    }

    /// The picture that it asks for.
    var pipeline: PicturePipeline {
        var steps: [PipelineStep] = []
        if let trim { steps.append(.trim(trim)) }
        if let crop { steps.append(.cropEdges(crop)) }
        steps.append(.scale(scaling))
        if flipsHorizontally { steps.append(.turn(.upMirrored)) }
        if flipsVertically { steps.append(.turn(.downMirrored)) }
        return PicturePipeline(
            image: image, steps: steps + filters.steps, output: filters.output, text: options)
    }
}
