import PostcardImaging

extension ImgproxyOptions {
    /// Applies an option that changes pixels.
    ///
    /// - Throws: `HTTPError` with status 400 for unknown options and invalid arguments.
    mutating func applyToPixels(
        _ option: ImgproxyOption, _ settings: ImgproxySettings
    ) throws(HTTPError) {
        switch option.name {
        case "blur": blur = try option.number(0, "sigma", in: 0...150) ?? 0
        case "sharpen": sharpness = try option.number(0, "sigma", in: 0...10) ?? 0
        case "pixelate": mosaic = try option.count(0, "size", most: 1_000) ?? 0
        case "watermark": mark = try Self.mark(option, settings)
        default: throw .badRequest("Unknown option \"\(option.name.prefix(80))\".")
        }
    }

    /// Reads the watermark arguments: `opacity:position:x:y:scale`.
    private static func mark(
        _ option: ImgproxyOption, _ settings: ImgproxySettings
    ) throws(HTTPError) -> PictureMark? {
        try option.require(atMost: 7)
        let opacity = try option.number(0, "opacity", in: 0...1) ?? 0
        guard opacity > 0 else { return nil }
        guard let watermark = settings.watermark else {
            throw .badRequest("This service has no watermark. The operator can set one with --watermark.")
        }
        var placing = PictureMark.Placing.at(.center)
        func offset(_ index: Int) throws(HTTPError) -> Double {
            try option.number(index, "offset", in: -1_000_000...1_000_000) ?? 0
        }
        if option[1] == "re" {
            placing = .tiled(x: try offset(2), y: try offset(3))
        } else if option[1] != nil {
            let place = ImgproxyOption("watermark:\(option.arguments[1...].prefix(3).joined(separator: ":"))")
            placing = .at(try place?.gravity(0) ?? .center)
        }
        let scale = try option.number(4, "scale", in: 0...10) ?? 0
        let share = scale > 0 ? scale : nil
        return PictureMark(
            image: watermark, placing: placing, opacity: opacity,
            scaling: .init(width: share, height: share, rounds: true))
    }

    /// Returns the pipeline of a picture for these options, with the steps in imgproxy's order.
    func pipeline(of image: String) -> PicturePipeline {
        var steps: [PipelineStep] = []
        if let trim { steps.append(.trim(trim)) }
        if let turn = [Orientation.up, .right, .down, .left].dropFirst(quarterTurns).first, turn != .up {
            steps.append(.turn(turn))
        }
        if flipsHorizontally { steps.append(.turn(.upMirrored)) }
        if flipsVertically { steps.append(.turn(.downMirrored)) }
        if let crop { steps.append(.crop(crop, cropGravity ?? scaling.gravity)) }
        steps.append(.scale(scaling))
        if blur > 0 { steps.append(.filter(.edit(.blur(sigma: blur)))) }
        if sharpness > 0 { steps.append(.filter(.edit(.sharpen(sigma: sharpness, amount: 1)))) }
        if mosaic > 1 { steps.append(.filter(.edit(.filter(.mosaic(side: mosaic))))) }
        if let canvas { steps.append(.extend(canvas)) }
        if let shapedCanvas { steps.append(.extend(shapedCanvas)) }
        if padding != CanvasPadding() { steps.append(.pad(padding)) }
        if let background { steps.append(.filter(.background(background))) }
        if let mark { steps.append(.mark(mark)) }
        return PicturePipeline(image: image, steps: steps, output: output, text: "imgproxy/\(text)")
    }
}
