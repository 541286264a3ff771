import PostcardImaging

/// Draws overlays for pictures of one size.
struct OverlayRenderer {
    let overlays: [Overlay]
    /// The size of the picture that boxes refer to.
    let size: PixelSize
    /// The top left corner of the base image on the canvas.
    let origin: (x: Int, y: Int)
    /// The limits. All overlays share the pixel limit, as the frames of an animation do.
    private(set) var limits: DecodingLimits
    private(set) var drawn = 0

    /// Passes the overlays on a level to `body`, one after another.
    mutating func draw(_ level: Overlay.Level, _ body: (MemeLayer) throws -> Void) throws {
        for overlay in overlays where overlay.level == level {
            try ImageWork.checkpoint()
            drawn += 1
            if let layer = try layer(of: overlay) { try body(layer) }
        }
    }

    private mutating func layer(of overlay: Overlay) throws -> MemeLayer? {
        try overlay.validate()
        do throws(ImageError) {
            switch overlay.picture {
            case nil: return nil
            case .bytes(let bytes):
                let image = try image(of: overlay, from: bytes)
                limits.pixels -= image.size.area
                return layer(overlay, image)
            case .named(let name):
                throw ImageError(
                    .emptyResult, "The picture \(name) has not been read. Call resolveOverlays(from:) first.")
            }
        } catch {
            if error.code == .interrupted { throw error }
            throw MemeError(.invalidOverlay, "Overlay \(drawn): \(error.message)")
        }
    }

    private func image(of overlay: Overlay, from bytes: [UInt8]) throws(ImageError) -> Image {
        let box = PixelSize(
            width: pixels(overlay.box.width, of: size.width), height: pixels(overlay.box.height, of: size.height))
        let fit: Resize.Fit =
            switch overlay.fit {
            case .inside: .inside
            case .cover: .cover
            case .stretch: .exact
            }
        let options = DecodingOptions(resize: Resize(into: box, fit: fit, enlarges: true), limits: limits)
        let image = try Image(decoding: bytes, options: options)
        let radius = overlay.cornerRadius * Double(min(image.size.width, image.size.height))
        // Rotation can turn a long, narrow strip into a huge square.
        let turned = image.size.rotated(byDegrees: overlay.angle)
        guard limits.allow(turned) else {
            throw ImageError(.limitExceeded, "The rotated picture would have \(turned) pixels. Make it smaller.")
        }
        return try image.roundedCorners(radius: radius).rotated(byDegrees: overlay.angle)
    }

    private func pixels(_ fraction: Double, of side: Int) -> Int { max(1, Int((fraction * Double(side)).rounded())) }

    private func layer(_ overlay: Overlay, _ image: Image) -> MemeLayer {
        let center = SIMD2(overlay.box.x + overlay.box.width / 2, overlay.box.y + overlay.box.height / 2) * size.vector
        let corner = (center - image.size.vector / 2).rounded(.toNearestOrAwayFromZero)
        return .picture(
            image, x: origin.x + Int(corner.x), y: origin.y + Int(corner.y), opacity: overlay.opacity)
    }
}
