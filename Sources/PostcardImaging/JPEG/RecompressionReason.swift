import ReducedJPEG

/// The reason why no part of a JPEG file could be copied without decoding, so that the whole picture was recompressed.
package enum RecompressionReason: String, Error, Hashable, Sendable, CaseIterable {
    /// The caller did not ask to keep blocks.
    case requested
    /// The source or the result is not a JPEG file.
    case format
    /// The result and the source differ in size.
    case size
    /// The source has a color profile other than sRGB, so its pixels are converted.
    case colorProfile
    /// The source is stored as RGB or CMYK.
    case colorModel
    /// The source's blocks can't be copied: the file is progressive or has several scans, or its Huffman tables lack codes for text.
    case coding
    /// The source has sampling factors that can't be written.
    case sampling
    /// The quantization steps of the source are too coarse for letters.
    case coarseSteps
    /// The source can't store the colors of the drawing: the source is gray, or the resolution of its colors is too low for edges between
    /// colors.
    case coloredEdges
    /// The picture or the drawing takes more memory than the limits allow.
    case memory
    /// The source is damaged or violates the standard.
    case damage

    init(_ error: ReducedJPEGError) {
        self =
            switch error.code {
            case .unsupported: .coding
            case .wideSteps: .coarseSteps
            case .outOfMemory: .memory
            case .damaged, .truncated, .canceled: .damage
            }
    }
}
