extension ReducedJPEGDecoder {
    /// How much smaller the result is than the picture. The raw value is the result's pixels to eight of the picture's.
    enum Scale: Int, CaseIterable {
        case eighth = 1
        case quarter = 2
        case half = 4
    }
}
