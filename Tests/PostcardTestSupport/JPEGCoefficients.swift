import CJPEGCoefficients

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The quantized coefficients of one component of a JPEG file, read by libjpeg.
package struct JPEGCoefficients: Equatable {
    package let columns: Int
    package let rows: Int
    package let steps: [UInt16]
    /// The blocks from left to right and from top to bottom, with 64 coefficients each.
    package let blocks: [[Int16]]

    /// Fails if libjpeg fails or warns.
    package init?(of file: [UInt8], component: Int) {
        let read = jpeg_coefficients_read(file, file.count, Int32(component), false)
        guard let values = read.values else { return nil }
        defer { free(values) }
        columns = Int(read.blocks_per_row)
        rows = Int(read.block_rows)
        steps = withUnsafeBytes(of: read.quantization) { Array($0.bindMemory(to: UInt16.self)) }
        blocks = (0..<columns * rows).map { block in Array(UnsafeBufferPointer(start: values + 64 * block, count: 64)) }
    }

    /// Returns the components of a file; none if libjpeg can't read it.
    package static func all(of file: [UInt8]) -> [JPEGCoefficients] {
        (0..<4).compactMap { JPEGCoefficients(of: file, component: $0) }
    }
}
