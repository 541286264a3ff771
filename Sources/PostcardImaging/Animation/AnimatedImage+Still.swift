extension AnimatedImage {
    /// A sentence that says which frames are lost when only the first one of a file is shown; `nil` when it has no others.
    package static func warning(ofStillFrom bytes: [UInt8], options: DecodingOptions) -> String? {
        if isUnreadAnimation(bytes) { return "This is the first frame of a WebP that moves; Postcard reads no others." }
        guard ImageFormat(sniffing: bytes.span.bytes) == .gif,
            let animation = try? AnimatedImage(decoding: bytes, options: options), animation.frameCount > 1
        else { return nil }
        return "This is the first of \(animation.frameCount) frames. Only a GIF keeps them: let the result be one."
    }
}
