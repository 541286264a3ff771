import ReducedJPEG

/// The reason for which no part of a JPEG file could stay as it is coded, so that all of the picture was coded anew.
package enum RecompressionReason: String, Error, Hashable, Sendable, CaseIterable {
    /// It was not asked to stay.
    case requested
    /// The source or the result is not a JPEG file.
    case format
    /// The result has another size than the source.
    case size
    /// The source has a colour profile other than sRGB, which its pixels are converted from.
    case colorProfile
    /// The source is stored as RGB or as inks.
    case colorModel
    /// The source's blocks cannot be copied: it is progressive or has several scans, or its Huffman tables have no room for letters.
    case coding
    /// The source has sampling factors that cannot be written again.
    case sampling
    /// The quantization steps of the source are too coarse for letters.
    case coarseSteps
    /// The drawing has edges between colours, or colours at all, that the source has no room for: its colours are stored at a lower
    /// resolution, or not at all.
    case coloredEdges
    /// The picture, or what is drawn on it, takes more memory than is allowed.
    case memory
    /// The source is damaged, or coded as the standard does not allow.
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
