/// Reads marker segments (T.81, annex B) one after another and keeps the parameters of the frame and its scans.
struct MarkerReader {
    /// The reason that a call of `next()` returned.
    enum Stop {
        case scan(Scan)
        case endOfImage
    }

    let bytes: UnsafeRawBufferPointer
    /// The next byte to read.
    var position = 0
    private(set) var frame: Frame?
    /// The four quantization tables in zigzag order, absent until defined.
    private(set) var quantization: [[UInt16]?] = Array(repeating: nil, count: 4)
    private(set) var dcTables: [HuffmanSpecification?] = Array(repeating: nil, count: 4)
    private(set) var acTables: [HuffmanSpecification?] = Array(repeating: nil, count: 4)
    /// MCUs (minimum coded units) between restart markers, 0 for none.
    private(set) var restartInterval = 0
    private(set) var hasJFIF = false
    private(set) var adobeTransform: UInt8?
    private var hasScan = false

    init(_ bytes: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        self.bytes = bytes
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else {
            throw .damaged("The file does not begin with a JPEG's start-of-image marker.")
        }
        position = 2
    }

    /// Reads on to the next scan header or the end of the image.
    mutating func next() throws(ReducedJPEGError) -> Stop {
        while true {
            let marker = try readMarker()
            if marker == 0xD9 { return .endOfImage }
            let segment = try readSegment()
            switch marker {
            case 0xC0, 0xC1, 0xC2: try readFrame(segment, isProgressive: marker == 0xC2)
            case 0xC4: try readHuffmanTables(segment)
            case 0xDA:
                guard let frame else { throw .damaged("A scan comes before the frame header.") }
                hasScan = true
                return .scan(try Scan(segment, frame: frame, dataStart: position))
            case 0xDB: try readQuantization(segment)
            case 0xDD:
                guard segment.count == 2 else { throw .damaged("The restart interval's length is wrong.") }
                restartInterval = Int(segment[0]) << 8 | Int(segment[1])
            case 0xE0:
                if segment.count >= 14, segment.starts(with: "JFIF\0".utf8) { hasJFIF = true }
            case 0xEE:
                if segment.count >= 12, segment.starts(with: "Adobe".utf8) { adobeTransform = segment[11] }
            case 0xE1...0xED, 0xEF, 0xFE: break
            default: throw .unsupported("Marker FF\(String(marker, radix: 16, uppercase: true)).")
            }
        }
    }

    /// Moves to the marker behind the entropy-coded data at `position`, over restart markers.
    mutating func skipEntropyCodedData() throws(ReducedJPEGError) {
        while position + 16 <= bytes.count {
            let words = bytes.loadUnaligned(fromByteOffset: position, as: SIMD2<UInt64>.self)
            // A byte of 0xFF sets its own top bit here; there are no false ones below the first.
            let ones = SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
            let found = (~words &- ones) & words & SIMD2(repeating: 0x8080_8080_8080_8080)
            if found == .zero {
                position += 16
            } else if try skipEscapes(upTo: position + 16) {
                return
            }
        }
        guard try skipEscapes(upTo: bytes.count) else { throw .damaged("The file ends in the picture's data.") }
    }

    /// Looks at bytes one by one; `true` when `position` has come to a marker that is no restart marker.
    private mutating func skipEscapes(upTo end: Int) throws(ReducedJPEGError) -> Bool {
        while position < end {
            guard bytes[position] == 0xFF else {
                position += 1
                continue
            }
            guard position + 1 < bytes.count else { throw .damaged("The file ends in the picture's data.") }
            switch bytes[position + 1] {
            case 0, 0xD0...0xD7: position += 2
            case 0xFF: position += 1
            default: return true
            }
        }
        return false
    }

    private mutating func readMarker() throws(ReducedJPEGError) -> UInt8 {
        guard position + 1 < bytes.count else { throw .damaged("The file ends before its end-of-image marker.") }
        guard bytes[position] == 0xFF else { throw .damaged("No marker where one has to be.") }
        // Any number of fill bytes may precede a marker (T.81, B.1.1.2).
        while position + 1 < bytes.count, bytes[position + 1] == 0xFF { position += 1 }
        guard position + 1 < bytes.count else { throw .damaged("The file ends before its end-of-image marker.") }
        position += 2
        return bytes[position - 1]
    }

    private mutating func readSegment() throws(ReducedJPEGError) -> UnsafeRawBufferPointer {
        guard position + 2 <= bytes.count else { throw .damaged("The file ends in a marker segment.") }
        let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
        guard length >= 2, position + length <= bytes.count else {
            throw .damaged("The file ends in a marker segment.")
        }
        defer { position += length }
        return UnsafeRawBufferPointer(rebasing: bytes[position + 2..<position + length])
    }

    private mutating func readFrame(_ segment: UnsafeRawBufferPointer, isProgressive: Bool) throws(ReducedJPEGError) {
        guard frame == nil else { throw .damaged("There are two frame headers.") }
        frame = try Frame(segment, isProgressive: isProgressive)
    }

    private mutating func readHuffmanTables(_ segment: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        var rest = segment[...]
        while let selector = rest.first {
            guard selector & 15 < 4, selector >> 4 < 2 else {
                throw .damaged("A Huffman table has an impossible number.")
            }
            let table = try HuffmanSpecification(UnsafeRawBufferPointer(rebasing: rest.dropFirst()))
            rest = rest.dropFirst(1 + table.length)
            if selector >> 4 == 0 {
                dcTables[Int(selector)] = table
            } else {
                acTables[Int(selector & 15)] = table
            }
        }
    }

    private mutating func readQuantization(_ segment: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        // libjpeg latches a table at the first scan of each component; a file that redefines it later is left to libjpeg.
        guard !hasScan else { throw .unsupported("Quantization tables between scans.") }
        guard segment.count.isMultiple(of: 65) else { throw .unsupported("Quantization tables of unusual size.") }
        for start in stride(from: 0, to: segment.count, by: 65) {
            guard segment[start] < 4 else { throw .unsupported("Quantization tables of unusual size.") }
            let values = segment[start + 1...start + 64].map { UInt16($0) }
            guard !values.contains(0) else { throw .damaged("A quantization table holds a zero.") }
            quantization[Int(segment[start])] = values
        }
    }
}
