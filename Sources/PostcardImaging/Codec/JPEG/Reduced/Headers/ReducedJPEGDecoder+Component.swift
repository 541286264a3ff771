extension ReducedJPEGDecoder {
    /// One component as the frame header declares it (T.81, B.2.2).
    struct Component: Equatable {
        let identifier: UInt8
        /// Sampling factors, 1...4.
        let horizontalSampling: Int
        let verticalSampling: Int
        /// Which of the four quantization tables it uses, 0...3.
        let quantizationSelector: Int
    }
}
