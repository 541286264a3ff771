import PostcardImaging

extension MemeFile.Job {
    /// Warnings of what moves in the base image or the meme and is lost.
    var stillWarnings: [String] {
        // Damage in other frames is no matter.
        let options = DecodingOptions(limits: limits, toleratesDamage: true)
        let lost = base.warningOfLostFrames(options: options).map { [$0] } ?? []
        guard meme.hasTimes, !encoding.format.canMove else { return lost }
        return lost + ["Words appear one after the other only in a GIF or WebP; in this format all are seen at once."]
    }
}

extension Meme {
    /// Warnings of overlays that move in their files, and stand still on the meme.
    func stillOverlays(_ limits: DecodingLimits) -> [String] {
        overlays.enumerated().compactMap { index, overlay in
            guard case .bytes(let bytes)? = overlay.picture, let format = ImageFormat(sniffing: bytes.span.bytes),
                [.gif, .webp, .png].contains(format),
                let animation = try? OpenedPicture(bytes).animation(
                    for: .gif, options: DecodingOptions(limits: limits, toleratesDamage: true))
            else { return nil }
            return "Overlay \(index + 1) is the first of \(animation.frameCount) frames: overlays stand still."
        }
    }
}
