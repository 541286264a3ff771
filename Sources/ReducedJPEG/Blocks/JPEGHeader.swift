/// The bytes that precede the data in a file with one scan.
struct JPEGHeader {
    let width: Int
    let height: Int
    /// The number of MCUs between restart markers; 0 for none.
    let restartInterval: Int
    /// The EXIF data; empty for none.
    let exif: [UInt8]
    /// The XMP packet; empty for none.
    var xmp: [UInt8] = []

    /// Writes all segments before the data. Quantization tables and sampling factors are taken from `file`.
    func write(of file: ReducedJPEGDecoder, _ tables: [Int: CodeTable], to bits: inout BitWriter) {
        var bytes: [UInt8] = [0xFF, 0xD8]
        func add(_ marker: UInt8, _ content: [UInt8]) {
            bytes += [0xFF, marker] + Self.bytes(content.count + 2) + content
        }
        // The JFIF segment: version 1.1, 72 pixels per inch.
        add(0xE0, Array("JFIF\0".utf8) + [1, 1, 1, 0, 72, 0, 72, 0, 0])
        if !exif.isEmpty { add(0xE1, Array("Exif\0\0".utf8) + exif) }
        if !xmp.isEmpty { add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp) }
        for number in Set<Int>(file.frame.components.map(\.quantizationSelector)).sorted() {
            let steps = file.markers.quantization[number] ?? []
            add(0xDB, [UInt8(number)] + steps.map { UInt8(truncatingIfNeeded: $0) })
        }
        let components = file.frame.components.enumerated().flatMap { index, component in
            [index + 1, component.horizontalSampling << 4 | component.verticalSampling, component.quantizationSelector]
        }
        let isBaseline = tables.keys.allSatisfy { $0 & 15 < 2 }
        add(
            isBaseline ? 0xC0 : 0xC1,
            [8] + Self.bytes(height) + Self.bytes(width) + ([file.componentCount] + components).map { UInt8($0) })
        for (number, table) in tables.sorted(by: { $0.key < $1.key }) {
            let counts = table.specification.counts.map { UInt8($0) }
            add(0xC4, [UInt8(number)] + counts + table.specification.symbols)
        }
        if restartInterval > 0 { add(0xDD, Self.bytes(restartInterval)) }
        let scanned = file.scan.components.flatMap { [UInt8($0.index + 1), UInt8($0.dcTable << 4 | $0.acTable)] }
        add(0xDA, [UInt8(file.componentCount)] + scanned + [0, 63, 0])
        bits.append(bytes)
    }

    private static func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }
}
