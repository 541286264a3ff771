/// The frame header (T.81, B.2.2).
package struct Frame {
    /// The start-of-frame marker, 0xC0 to 0xCF.
    package let marker: UInt8
    /// The number of bits in a sample.
    package let precision: Int
    /// The size in pixels, 1...65535.
    package let width: Int
    package let height: Int
    package private(set) var components: [Component]
    /// The reason why `ReducedJPEGDecoder` rejects the picture; `nil` if it accepts the picture.
    private(set) var rejection: ReducedJPEGError?

    package var isProgressive: Bool { marker == 0xC2 }
    package var maximumHorizontalSampling: Int { components.map(\.horizontalSampling).max() ?? 1 }
    package var maximumVerticalSampling: Int { components.map(\.verticalSampling).max() ?? 1 }

    /// The number of MCUs (minimum coded units; T.81, A.2), horizontally and vertically, if all components are interleaved.
    var mcusPerRow: Int { width.dividedRoundingUp(by: 8 * maximumHorizontalSampling) }
    var mcuRows: Int { height.dividedRoundingUp(by: 8 * maximumVerticalSampling) }
    /// The number of blocks in an MCU if all components are interleaved.
    package var blocksPerMCU: Int { components.reduce(0) { $0 + $1.horizontalSampling * $1.verticalSampling } }

    /// The minimum number of 8 × 8 blocks in one scan of the whole picture.
    package var blockCount: Int {
        let (widest, highest) = (max(1, maximumHorizontalSampling), max(1, maximumVerticalSampling))
        return components.reduce(0) { sum, component in
            let columns = (width * max(1, component.horizontalSampling) / widest + 7) / 8
            let rows = (height * max(1, component.verticalSampling) / highest + 7) / 8
            return sum + columns * rows
        }
    }

    /// True if the largest sampling factors are multiples of each component's factors.
    package var hasWholeSampling: Bool {
        components.allSatisfy {
            maximumHorizontalSampling.isMultiple(of: $0.horizontalSampling)
                && maximumVerticalSampling.isMultiple(of: $0.verticalSampling)
        }
    }

    /// Returns the width and height of a result in pixels: n eighths of the picture's size, rounded up.
    package func size(at scale: ReducedJPEGDecoder.Scale) -> (width: Int, height: Int) {
        (
            (width * scale.rawValue).dividedRoundingUp(by: 8),
            (height * scale.rawValue).dividedRoundingUp(by: 8)
        )
    }

    /// Returns the scale of the smallest result that is at least as wide and as high as `minimum`; `nil` for the full size.
    package func scale(for minimum: (width: Int, height: Int)) -> ReducedJPEGDecoder.Scale? {
        ReducedJPEGDecoder.Scale.allCases.first { scale in
            let size = size(at: scale)
            return size.width >= minimum.width && size.height >= minimum.height
        }
    }

    static func isFrame(_ marker: UInt8) -> Bool {
        0xC0...0xCF ~= marker && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// Reads the parameters of a start-of-frame segment, without marker and length.
    init(_ segment: UnsafeRawBufferPointer, marker: UInt8, isCutShort: Bool) throws(ReducedJPEGError) {
        guard segment.count >= 6 else {
            throw isCutShort ? .truncated : .damaged("The frame header of the JPEG file is truncated.")
        }
        self.marker = marker
        precision = Int(segment[0])
        height = Int(segment[1]) << 8 | Int(segment[2])
        width = Int(segment[3]) << 8 | Int(segment[4])
        guard width > 0, height > 0, segment[5] > 0 else {
            throw .damaged("The JPEG file specifies a size of 0 pixels.")
        }
        components = stride(from: 6, through: segment.count - 3, by: 3).prefix(Int(segment[5])).map { start in
            Component(
                identifier: segment[start], horizontalSampling: Int(segment[start + 1] >> 4),
                verticalSampling: Int(segment[start + 1] & 15), quantizationSelector: Int(segment[start + 2]))
        }
        do throws(ReducedJPEGError) { try check(segment) } catch { rejection = error }
        // A picture's only component is never subsampled, whatever its factors (T.81, A.2.2).
        if components.count == 1 { (components[0].horizontalSampling, components[0].verticalSampling) = (1, 1) }
    }

    private func check(_ segment: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        guard 0xC0...0xC2 ~= marker else {
            throw .unsupported("Marker FF\(String(marker, radix: 16, uppercase: true)) is not supported.")
        }
        guard segment.count == 6 + 3 * Int(segment[5]) else {
            throw .damaged("The frame header has an invalid length.")
        }
        guard precision == 8 else { throw .unsupported("Samples have \(precision) bits.") }
        guard [1, 3, 4].contains(components.count) else { throw .unsupported("\(components.count) components.") }
        for component in components {
            guard 1...4 ~= component.horizontalSampling, 1...4 ~= component.verticalSampling,
                component.quantizationSelector < 4
            else { throw .damaged("A component in the frame header has invalid parameters.") }
        }
        guard Set<UInt8>(components.map(\.identifier)).count == components.count else {
            throw .damaged("Two components have the same identifier.")
        }
        guard hasWholeSampling else {
            throw .unsupported("A component's sampling factor does not divide the maximum.")
        }
    }
}

extension Int {
    /// Returns the quotient rounded up, for non-negative numbers.
    func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
