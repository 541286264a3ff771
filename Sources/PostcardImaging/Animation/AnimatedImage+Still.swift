extension AnimatedImage {
    /// A sentence that says which frames are lost when only the first one of a file is shown; `nil` when it has no others.
    package static func warning(ofStillFrom bytes: [UInt8], options: DecodingOptions) -> String? {
        guard mayMove(bytes), let animation = try? AnimatedImage(decoding: bytes, options: options),
            animation.frameCount > 1
        else { return warning(ofTrackIn: bytes) }
        return
            "This is the first of \(animation.frameCount) frames. GIF and WebP keep them: let the result be one of these."
    }

    /// AVIF and HEIC keep what moves in a track beside the picture that is read.
    private static func warning(ofTrackIn bytes: [UInt8]) -> String? {
        guard let format = ImageFormat(sniffing: bytes.span.bytes), format == .avif || format == .heic else {
            return nil
        }
        let count = bytes.span.bytes.withBuffer(HEIFSequence.frameCount)
        guard count > 1 else { return nil }
        return
            "This is the picture of an \(format.displayName) file that moves. Its \(count) frames are not read; make it a GIF or WebP first, by ffmpeg for example."
    }
}
