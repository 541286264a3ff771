import PostcardImaging

/// Draws a meme for pictures of one size.
struct MemeRenderer {
    /// The maximum length of a side of the result, in pixels, as for JPEG.
    private static let maximumSide = 65_535
    /// The maximum numbers of captions, shapes and overlays in a meme.
    private static let (maximumCaptions, maximumShapes, maximumOverlays) = (500, 100, 100)
    /// The maximum size of a caption that is treated as a line under a title, as a fraction of the size of the caption above it.
    private static let subordinate = 0.5
    private let meme: Meme
    private let size: PixelSize
    private let fonts: FontLibrary
    private let pixelLimit: Int
    /// The process that decodes overlays.
    private let isolation: Isolation?
    /// The surround; `nil` for a picture that keeps its size.
    let surround: Surround?

    init(_ meme: Meme, on size: PixelSize, fonts: FontLibrary, pixelLimit: Int, isolation: Isolation?) {
        self.meme = meme
        self.size = size
        self.fonts = fonts
        self.pixelLimit = pixelLimit
        self.isolation = isolation
        surround = meme.surround ?? (meme.above.isEmpty && meme.below.isEmpty ? nil : Surround())
    }

    /// The canvas and the captions in drawing order.
    private typealias Plan = (canvas: MemeCanvas, captions: [CaptionRenderer])
    /// The captions above or below the picture, and their total height in pixels.
    private typealias Stack = (captions: [CaptionRenderer], height: Int)

    /// Draws one layer after another on the picture and keeps none of the layers.
    func picture(on image: consuming Image) throws -> (image: Image, reports: [CaptionReport]) {
        let plan = try plan()
        var canvas = try plan.canvas.image(with: image)
        let reports = try draw(plan) { try $0.draw(on: &canvas) }
        return (try meme.effect?.applied(to: canvas) ?? canvas, reports)
    }

    /// Draws the text.
    ///
    /// - Returns: the drawn text, or `nil` if it takes more than `byteLimit`.
    func lettering(byteLimit: Int) throws -> MemeLettering? {
        struct Excess: Error {}
        let plan = try plan()
        var layers: [MemeLayer] = []
        var bytes = 0
        do {
            let reports = try draw(plan) { layer in
                bytes += layer.letteringBytes
                guard bytes <= byteLimit else { throw Excess() }
                layers.append(layer)
            }
            return MemeLettering(reports: reports, canvas: plan.canvas, layers: layers, effect: meme.effect)
        } catch is Excess {
            return nil
        }
    }

    private func plan() throws -> Plan {
        try MemeError.check(meme.allCaptions.count, "captions", atMost: Self.maximumCaptions, .invalidCaption)
        try surround?.validate()
        var (above, captions, below) = try arranged(meme)
        if meme.usesUniformTextSize {
            let layouts = (above.captions + captions + below.captions).compactMap(\.knownLayout)
            let sizes = layouts.filter { !$0.lines.isEmpty }.map(\.size)
            if let common = sizes.min() {
                var smaller = meme
                smaller.editCaptions { caption, _ in caption.maximumSize = .pixels(common) }
                (above, captions, below) = try arranged(smaller)
            }
        }
        guard let surround else {
            return (MemeCanvas(pictureSize: size, size: size, origin: (0, 0), surround: nil), captions)
        }
        let canvas = try canvas(surround, above, below)
        let stacks = (moved(above, by: -Double(canvas.origin.y)), moved(below, by: Double(size.height)))
        return (canvas, stacks.0 + captions + stacks.1)
    }

    private func canvas(_ surround: Surround, _ above: Stack, _ below: Stack) throws -> MemeCanvas {
        let margin = size.pixels(surround.margin)
        let origin = (x: margin, y: above.captions.isEmpty ? margin : above.height)
        let canvas = PixelSize(
            width: size.width + 2 * margin,
            height: origin.y + size.height + (below.captions.isEmpty ? margin : below.height))
        guard canvas.width <= Self.maximumSide, canvas.height <= Self.maximumSide else {
            throw ImageError(
                .limitExceeded,
                "With its surround, the picture would have \(canvas) pixels; a side can have at most \(Self.maximumSide). Use a smaller margin."
            )
        }
        guard canvas.area <= pixelLimit else {
            throw MemeError(
                .invalidCaption,
                "With its surround, the picture would have \(canvas) pixels; at most \(pixelLimit) are allowed in total."
            )
        }
        return MemeCanvas(pictureSize: size, size: canvas, origin: origin, surround: surround)
    }

    private func arranged(_ meme: Meme) throws -> (above: Stack, captions: [CaptionRenderer], below: Stack) {
        var captions = try sharingBoxes(try meme.captions.withRoomForLoneText(on: size, fonts: fonts))
        if meme.usesUniformTextSize {
            for index in captions.indices where captions[index].knownLayout == nil {
                try ImageWork.checkpoint()
                _ = try captions[index].keepLayout()
            }
        }
        guard let surround else { return (([], 0), captions, ([], 0)) }
        return (try stack(meme.above, surround), captions, try stack(meme.below, surround))
    }

    /// Passes the layers to `body` in drawing order: captions are drawn between the overlays below and above them.
    private func draw(_ plan: Plan, _ body: (MemeLayer) throws -> Void) throws -> [CaptionReport] {
        let origin = plan.canvas.origin
        try MemeError.check(meme.overlays.count, "overlays", atMost: Self.maximumOverlays, .invalidOverlay)
        var overlays = OverlayRenderer(
            overlays: meme.overlays, size: size, origin: origin,
            limits: DecodingLimits(pixels: min(pixelLimit, DecodingLimits.default.pixels), isolation: isolation))
        try overlays.draw(.below, body)
        try drawShapes(plan, body)
        var reports: [CaptionReport] = []
        for var renderer in plan.captions {
            try ImageWork.checkpoint()
            (renderer.origin, renderer.canvas) = (SIMD2(Double(origin.x), Double(origin.y)), plan.canvas.size)
            let (layers, report) = try renderer.lettering()
            for layer in layers { try body(.lettering(layer)) }
            reports.append(report)
        }
        try overlays.draw(.above, body)
        return reports
    }

    private func drawShapes(_ plan: Plan, _ body: (MemeLayer) throws -> Void) throws {
        try MemeError.check(meme.shapes.count, "shapes", atMost: Self.maximumShapes, .invalidShape)
        let origin = SIMD2(Double(plan.canvas.origin.x), Double(plan.canvas.origin.y))
        for shape in meme.shapes {
            try ImageWork.checkpoint()
            try shape.validate()
            let mask = shape.mask(on: size, origin: origin, canvas: plan.canvas.size)
            try body(.lettering(MaskLayers(fill: mask, fillColor: shape.color)))
        }
    }

    /// Stacks captions one below the other. Each caption's box gets the height of its text. Boxes are fractions of the picture, and the
    /// stack starts at 0.
    private func stack(_ captions: [Caption], _ surround: Surround) throws -> Stack {
        let spacing = Double(size.pixels(surround.spacing))
        var placed: [CaptionRenderer] = []
        var y = spacing
        for var caption in captions {
            try ImageWork.checkpoint()
            // A line that should be smaller than the line above it stays smaller, however small the upper line becomes.
            if let last = placed.last, let layout = last.knownLayout, !layout.lines.isEmpty,
                caption.maximumSize.pixels(on: size) <= Self.subordinate * last.caption.maximumSize.pixels(on: size)
            {
                let most = max(caption.minimumSize.pixels(on: size), layout.size * Self.subordinate)
                caption.maximumSize = .pixels(min(caption.maximumSize.pixels(on: size), most))
            }
            var renderer = CaptionRenderer(caption, on: size, fonts: fonts)
            renderer.staysInBox = true
            let outer = CaptionPlacement.outerSize(of: try renderer.keepLayout(), caption)
            let height = renderer.room.extent(of: outer).y.rounded(.up)
            renderer.caption.box = UnitBox(
                x: (1 - caption.box.width) / 2, y: y / Double(size.height), width: caption.box.width,
                height: height / Double(size.height))
            placed.append(renderer)
            y += height + spacing
        }
        return (placed, Int(y.rounded(.up)))
    }

    private func moved(_ stack: Stack, by pixels: Double) -> [CaptionRenderer] {
        stack.captions.map { renderer in
            var renderer = renderer
            renderer.caption.box.y += pixels / Double(size.height)
            return renderer
        }
    }
}

// MARK: Captions with the same box

extension MemeRenderer {
    /// The gap between two captions, as a fraction of the space for each caption.
    private static let gap = 0.12
    /// The maximum number of captions that share a box. More captions are drawn over each other instead, because they would be too small to
    /// read.
    private static let maximumShares = 12
    /// The minimum height of a caption, as a fraction of the picture.
    private static let minimumHeight = 0.02

    /// Returns the captions in drawing order. Captions with the same box are stacked in the box instead of overlapping: each gets a part of
    /// the box, and a layout for that part. Rotated captions are unchanged.
    private func sharingBoxes(_ captions: [Caption]) throws -> [CaptionRenderer] {
        struct SharedBox: Hashable {
            let box: UnitBox
            let alignment: Caption.VerticalAlignment
        }
        var shared = captions.map { CaptionRenderer($0, on: size, fonts: fonts) }
        let upright = captions.indices.filter { captions[$0].angle == 0 && !Caption.isBlank(captions[$0].text) }
        let groups = [SharedBox: [Int]](grouping: upright) {
            SharedBox(box: captions[$0].box, alignment: captions[$0].verticalAlignment)
        }
        for (place, group) in groups where 2...Self.maximumShares ~= group.count {
            guard place.box.height >= Self.minimumHeight * Double(group.count) else { continue }
            try share(place.box, place.alignment, among: group, of: &shared)
        }
        return shared
    }

    /// Gives each caption in `group` an equal part of the box, or a smaller part if the caption needs less space.
    private func share(
        _ box: UnitBox, _ alignment: Caption.VerticalAlignment, among group: [Int],
        of captions: inout [CaptionRenderer]
    ) throws {
        let (top, room) = (box.y * Double(size.height), box.height * Double(size.height))
        var heights: [Double] = []
        for index in group {
            try ImageWork.checkpoint()
            captions[index].caption.box.height = box.height / Double(group.count) * (1 - Self.gap)
            let layout = try captions[index].keepLayout()
            heights.append(CaptionPlacement.outerSize(of: layout, captions[index].caption).y)
        }
        let gap = Self.gap * room / Double(group.count)
        let total = heights.reduce(0, +) + gap * Double(group.count - 1)
        var y = top + (room - total) * alignment.share
        for (index, height) in zip(group, heights) {
            captions[index].caption.box = UnitBox(
                x: box.x, y: y / Double(size.height), width: box.width, height: height / Double(size.height))
            y += height + gap
        }
    }
}
