/// The rotations, mirrorings and crops of a picture, in order (ISO/IEC 23008-12, section 6.5). For each pixel of the result, the transform
/// returns the source pixel.
struct HEIFTransform {
    /// The size of the result.
    private(set) var size: PixelSize
    /// The source of the result's first pixel.
    private var origin = SIMD2(0, 0)
    /// The step from a pixel's source to the source of the next pixel in its row.
    private(set) var across = SIMD2(1, 0)
    /// The step from a pixel's source to the source of the pixel below it.
    private var down = SIMD2(0, 1)

    /// Makes a transform that changes nothing.
    init(_ size: PixelSize) { self.size = size }

    /// Makes the transform from an item's properties.
    init(_ size: PixelSize, properties: some Sequence<HEIFBoxes.Box>, _ reader: ByteReader) {
        self.init(size)
        for property in properties {
            let start = property.content.lowerBound
            switch property.name {
            case "irot": for _ in 0..<(reader.byte(at: start) ?? 0) & 3 { turnLeft() }
            case "imir": (reader.byte(at: start) ?? 0) & 1 == 1 ? mirrorColumns() : mirrorRows()
            case "clap": crop(reader, at: start)
            default: break
            }
        }
    }

    /// True if rows of the result are columns of the source.
    var isTransposed: Bool { across.x == 0 }

    /// Returns the source of a row's first pixel.
    func start(ofRow y: Int) -> SIMD2<Int> { origin &+ down &* y }

    private mutating func turnLeft() {
        mirrorColumns()
        swap(&across, &down)
        size = size.transposed
    }

    private mutating func mirrorColumns() {
        origin &+= across &* (size.width - 1)
        across = 0 &- across
    }

    private mutating func mirrorRows() {
        origin = start(ofRow: size.height - 1)
        down = 0 &- down
    }

    /// Reads a crop (section 6.5.9): width, height and the distance between the centers, as fractions. Impossible crops are ignored.
    private mutating func crop(_ reader: ByteReader, at offset: Int) {
        let parts = (0..<8).compactMap { reader.integer(at: offset + 4 * $0, as: Int32.self) }
        guard parts.count == 8 else { return }
        let values = stride(from: 0, to: 8, by: 2).map { Double(parts[$0]) / Double(parts[$0 + 1]) }
        guard values.allSatisfy(\.isFinite) else { return }
        guard let columns = HEIFTransform.span(values[0], offset: values[2], of: size.width),
            let rows = HEIFTransform.span(values[1], offset: values[3], of: size.height)
        else { return }
        origin = start(ofRow: rows.lowerBound) &+ across &* columns.lowerBound
        size = PixelSize(width: columns.count, height: rows.count)
    }

    private static func span(_ length: Double, offset: Double, of side: Int) -> Range<Int>? {
        let first = (offset + Double(side - 1) / 2 - (length - 1) / 2).rounded(.down)
        let start = max(0, first)
        let end = min(Double(side), first + length.rounded())
        return start < end ? Int(start)..<Int(end) : nil
    }
}

extension HEIFItems {
    /// Returns the transform of an item whose size is `stated`.
    func transform(of item: Int, _ stated: PixelSize) -> HEIFTransform {
        HEIFTransform(stated, properties: properties(of: item), boxes.reader)
    }
}
