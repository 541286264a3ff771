import PostcardImaging

extension MemeFile.Job {
    /// The warnings that a still result loses the animation of the base image or of the captions.
    var stillWarnings: [String] {
        // Damage in the lost frames does not matter.
        let options = DecodingOptions(limits: limits, toleratesDamage: true)
        let lost = base.warningAboutLostFrames(options: options).map { [$0] } ?? []
        guard meme.isTimed, !encoding.format.supportsAnimation else { return lost }
        return lost + [
            "Captions can appear over time only in GIF and WebP files; in this format, all text is always visible."
        ]
    }
}

extension Meme {
    /// Returns warnings about animated overlays, which appear as still images on the meme.
    func stillOverlays(_ limits: DecodingLimits) -> [String] {
        overlays.enumerated().compactMap { index, overlay in
            guard case .bytes(let bytes)? = overlay.picture, let format = ImageFormat(sniffing: bytes.span.bytes),
                [.gif, .webp, .png].contains(format),
                let animation = try? OpenedPicture(bytes).animation(
                    for: .gif, options: DecodingOptions(limits: limits, toleratesDamage: true))
            else { return nil }
            return "Overlay \(index + 1) is drawn as a still image: the first of its \(animation.frameCount) frames."
        }
    }
}
