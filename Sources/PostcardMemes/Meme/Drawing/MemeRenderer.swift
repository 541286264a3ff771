internal import PostcardImaging

/// Draws a meme for pictures of one size.
struct MemeRenderer {
    /// Pixels that the sides of a result may have: what JPEG can hold.
    private static let maximumSide = 65_535
    /// Captions that a meme may have.
    private static let maximumCaptions = 500

    private let meme: Meme
    private let size: PixelSize
    private let fonts: FontLibrary
    private let surround: Surround?

    init(_ meme: Meme, on size: PixelSize, fonts: FontLibrary) {
        self.meme = meme
        self.size = size
        self.fonts = fonts
        surround = meme.surround ?? (meme.above.isEmpty && meme.below.isEmpty ? nil : Surround())
    }

    func lettering() throws(MemeError) -> MemeLettering {
        let count = meme.above.count + meme.captions.count + meme.below.count
        guard count <= Self.maximumCaptions else {
            throw MemeError(.invalidCaption, "The meme has \(count) captions; \(Self.maximumCaptions) are allowed.")
        }
        guard let surround else {
            let drawn = try letterings(meme.captions.map { ($0, nil) }, canvas: size, origin: (0, 0))
            return MemeLettering(
                pictureSize: size, canvasSize: size, reports: drawn.map(\.report), origin: (0, 0), ground: nil,
                layers: try layers(drawn, origin: (0, 0)))
        }
        try surround.validate()
        let above = try stack(meme.above, surround)
        let below = try stack(meme.below, surround)
        let margin = pixels(surround.margin)
        let origin = (x: margin, y: above.captions.isEmpty ? margin : above.height)
        let canvas = PixelSize(
            width: size.width + 2 * margin,
            height: origin.y + size.height + (below.captions.isEmpty ? margin : below.height))
        guard canvas.width <= Self.maximumSide, canvas.height <= Self.maximumSide else {
            throw MemeError(
                .outOfMemory, "With its surround the picture would have \(canvas) pixels, which is too large.")
        }
        let drawn =
            try letterings(moved(above, by: -Double(origin.y)), canvas: canvas, origin: origin)
            + letterings(meme.captions.map { ($0, nil) }, canvas: canvas, origin: origin)
            + letterings(moved(below, by: Double(size.height)), canvas: canvas, origin: origin)
        return MemeLettering(
            pictureSize: size, canvasSize: canvas, reports: drawn.map(\.report), origin: origin, ground: surround.color,
            layers: keyline(surround, origin: origin, canvas: canvas).map(MemeLayer.lettering)
                + (try layers(drawn, origin: origin)))
    }

    /// Captions between the overlays beneath and above them.
    private func layers(
        _ captions: [CaptionLettering], origin: (x: Int, y: Int)
    ) throws(MemeError) -> [MemeLayer] {
        let lettering = captions.flatMap(\.layers).map(MemeLayer.lettering)
        guard !meme.overlays.isEmpty else { return lettering }
        let overlays = try OverlayRenderer(size: size, origin: origin, limits: .default).layers(
            meme.overlays.filter { $0.level == .below } + meme.overlays.filter { $0.level == .above })
        let drawnBelow = meme.overlays.filter { $0.level == .below && $0.picture != nil }.count
        return overlays[..<drawnBelow] + lettering + overlays[drawnBelow...]
    }

    /// - Parameter captions: those of a stack with their layouts.
    private func letterings(
        _ captions: [(Caption, TextLayout?)], canvas: PixelSize, origin: (x: Int, y: Int)
    ) throws(MemeError) -> [CaptionLettering] {
        var letterings: [CaptionLettering] = []
        for (caption, layout) in captions {
            var renderer = CaptionRenderer(
                caption, on: size, origin: SIMD2(Double(origin.x), Double(origin.y)), canvas: canvas, fonts: fonts)
            renderer.settled = layout
            renderer.staysInBox = layout != nil
            letterings.append(try renderer.lettering())
        }
        return letterings
    }

    private func pixels(_ fraction: Double) -> Int {
        Int(TextSize.fraction(fraction).pixels(on: size).rounded())
    }

    /// Captions one below the other, their boxes cut down to what the text takes, in fractions of the picture from 0.
    private func stack(_ captions: [Caption], _ surround: Surround) throws(MemeError) -> (
        captions: [(Caption, TextLayout?)], height: Int
    ) {
        let spacing = Double(pixels(surround.spacing))
        var placed: [(Caption, TextLayout?)] = []
        var y = spacing
        for caption in captions {
            var renderer = CaptionRenderer(caption, on: size, fonts: fonts)
            renderer.staysInBox = true
            let layout = try renderer.layout()
            let height = renderer.room.extent(of: CaptionPlacement.outerSize(of: layout, caption)).y.rounded(.up)
            var caption = caption
            caption.box = UnitBox(
                x: (1 - caption.box.width) / 2, y: y / Double(size.height), width: caption.box.width,
                height: height / Double(size.height))
            placed.append((caption, layout))
            y += height + spacing
        }
        return (placed, Int(y.rounded(.up)))
    }

    private func moved(
        _ stack: (captions: [(Caption, TextLayout?)], height: Int), by pixels: Double
    ) -> [(Caption, TextLayout?)] {
        stack.captions.map { caption, layout in
            var caption = caption
            caption.box.y += pixels / Double(size.height)
            return (caption, layout)
        }
    }

    private func keyline(_ surround: Surround, origin: (x: Int, y: Int), canvas: PixelSize) -> [MaskLayers] {
        guard let keyline = surround.keyline else { return [] }
        let width = max(1, pixels(keyline.width))
        let reach = pixels(keyline.gap) + width
        let x = origin.x - reach
        let y = origin.y - reach
        let sides = (width: size.width + 2 * reach, height: size.height + 2 * reach)
        let bars = [
            (x, y, sides.width, width), (x, y + sides.height - width, sides.width, width),
            (x, y + width, width, sides.height - 2 * width),
            (x + sides.width - width, y + width, width, sides.height - 2 * width),
        ]
        return bars.map { bar in
            let coverage = [UInt8](repeating: 255, count: bar.2 * bar.3)
            return MaskLayers(
                fill: Mask(x: bar.0, y: bar.1, width: bar.2, height: bar.3, coverage: coverage),
                fillColor: keyline.color)
        }
    }
}
