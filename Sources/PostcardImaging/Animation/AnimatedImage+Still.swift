extension AnimatedImage {
    /// A sentence that says which frames are lost when only the first one of a file is shown; `nil` when it has no others.
    package static func warning(ofStillFrom bytes: [UInt8], options: DecodingOptions) -> String? {
        guard mayMove(bytes), let animation = try? AnimatedImage(decoding: bytes, options: options),
            animation.frameCount > 1
        else { return nil }
        return
            "This is the first of \(animation.frameCount) frames. GIF and WebP keep them: let the result be one of these."
    }
}
