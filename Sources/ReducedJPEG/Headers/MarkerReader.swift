/// Reads marker segments (T.81, annex B) in order, and stores the metadata and the parameters of the frame and its scans.
///
/// The reader ignores everything that libjpeg ignores, and records the first reason why `ReducedJPEGDecoder` can't decode the file.
package struct MarkerReader {
    /// The reason why `next()` returned.
    enum Stop {
        case scan(Scan)
        case endOfImage
    }

    private(set) var bytes: UnsafeRawBufferPointer
    /// The next byte to read.
    var position = 2
    /// The frame header; `nil` if there is none before the first scan or the end of the file.
    package private(set) var frame: Frame?
    /// The four quantization tables in zigzag order; `nil` until defined.
    private(set) var quantization: [[UInt16]?] = Array(repeating: nil, count: 4)
    private(set) var dcTables: [HuffmanSpecification?] = Array(repeating: nil, count: 4)
    private(set) var acTables: [HuffmanSpecification?] = Array(repeating: nil, count: 4)
    /// The number of MCUs (minimum coded units) between restart markers; 0 for none.
    private(set) var restartInterval = 0
    private(set) var hasJFIF = false
    private(set) var adobeTransform: UInt8?
    /// The TIFF structure from the first EXIF segment that contains one.
    package private(set) var exif: UnsafeRawBufferPointer?
    /// The packet of the first XMP segment.
    package private(set) var xmp: UnsafeRawBufferPointer?
    /// The resource blocks from the first Photoshop segment, which contain IPTC data.
    package private(set) var resources: UnsafeRawBufferPointer?
    /// The parts of the ICC profile by number, starting at 1 (ICC.1:2022, annex B.4).
    private var profileParts: [UInt8: UnsafeRawBufferPointer] = [:]
    private var profilePartCount: UInt8 = 0
    private var hasScan = false
    private var rejection: ReducedJPEGError?

    /// Reads up to the frame header, which is enough to identify the picture.
    ///
    /// - Parameter bytes: the whole file, which must stay valid as long as the reader is used.
    /// - Throws: `ReducedJPEGError` for a file that even libjpeg can't read.
    package init(_ bytes: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        self.bytes = bytes
        if !bytes.starts(with: [0xFF, 0xD8]) {
            reject(.damaged("The file does not start with the start-of-image marker of a JPEG file."))
        }
        while frame == nil {
            let (marker, segment) = try nextSegment()
            if marker == 0xD9 || marker == 0xDA { return }
            if Frame.isFrame(marker) {
                frame = try Frame(segment, marker: marker, isCutShort: position == bytes.count)
                if let reason = frame?.rejection { reject(reason) }
            } else {
                do throws(ReducedJPEGError) { try read(segment, of: marker) } catch { reject(error) }
            }
        }
    }

    /// Drops all pointers into the file's bytes. The frame and the tables remain available.
    mutating func dropBytes() {
        bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        (exif, xmp, resources, profileParts) = (nil, nil, nil, [:])
    }

    private mutating func reject(_ reason: ReducedJPEGError) { rejection = rejection ?? reason }

    /// Reads up to the next scan header or the end of the image.
    mutating func next() throws(ReducedJPEGError) -> Stop {
        while true {
            if let rejection { throw rejection }
            let (marker, segment) = try nextSegment()
            if let rejection { throw rejection }
            if marker == 0xD9 { return .endOfImage }
            if marker == 0xDA {
                guard let frame else { throw .damaged("A scan precedes the frame header.") }
                hasScan = true
                return .scan(try Scan(segment, frame: frame, dataStart: position))
            }
            guard !Frame.isFrame(marker) else { throw .damaged("There are two frame headers.") }
            try read(segment, of: marker)
        }
    }

    private mutating func read(_ segment: UnsafeRawBufferPointer, of marker: UInt8) throws(ReducedJPEGError) {
        switch marker {
        case 0xC4: try readHuffmanTables(segment)
        case 0xDB: try readQuantization(segment)
        case 0xDD:
            guard segment.count == 2 else { throw .damaged("The restart interval segment has an invalid length.") }
            restartInterval = Int(segment[0]) << 8 | Int(segment[1])
        case 0xE0:
            if segment.count >= 14, segment.starts(with: "JFIF\0".utf8) { hasJFIF = true }
        case 0xE1:
            if exif == nil, let content = Self.content(of: segment, behind: "Exif\0\0"),
                content.starts(with: "II".utf8) || content.starts(with: "MM".utf8)
            {
                exif = content
            }
            xmp = xmp ?? Self.content(of: segment, behind: "http://ns.adobe.com/xap/1.0/\0")
        case 0xE2:
            guard let part = Self.content(of: segment, behind: "ICC_PROFILE\0"), part.count > 2 else { return }
            profileParts[part[0]] = UnsafeRawBufferPointer(rebasing: part[2...])
            profilePartCount = part[1]
        case 0xED: resources = resources ?? Self.content(of: segment, behind: "Photoshop 3.0\0")
        case 0xEE:
            if segment.count >= 12, segment.starts(with: "Adobe".utf8) { adobeTransform = segment[11] }
        case 0xE3...0xEC, 0xEF, 0xFE: break
        default: throw .unsupported("Marker FF\(String(marker, radix: 16, uppercase: true)) is not supported.")
        }
    }

    /// Returns the bytes that follow `name` in a segment; `nil` if the segment starts with another name, or if no bytes follow.
    private static func content(of segment: UnsafeRawBufferPointer, behind name: String) -> UnsafeRawBufferPointer? {
        guard segment.count > name.utf8.count, segment.starts(with: name.utf8) else { return nil }
        return UnsafeRawBufferPointer(rebasing: segment[name.utf8.count...])
    }

    /// The embedded ICC profile; `nil` if there is none or if a part is missing.
    package var profile: [UInt8]? {
        guard profilePartCount > 0 else { return nil }
        var profile: [UInt8] = []
        for number in 1...profilePartCount {
            guard let part = profileParts[number] else { return nil }
            profile += part
        }
        return profile
    }

    /// Moves to the marker after the entropy-coded data at `position`, skipping restart markers.
    mutating func skipEntropyCodedData() throws(ReducedJPEGError) {
        while position + 16 <= bytes.count {
            let words = bytes.loadUnaligned(fromByteOffset: position, as: SIMD2<UInt64>.self)
            // In `found`, each 0xFF byte sets its own top bit. There are no false matches below the first 0xFF byte.
            let ones = SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
            let found = (~words &- ones) & words & SIMD2(repeating: 0x8080_8080_8080_8080)
            if found == .zero {
                position += 16
            } else if try skipEscapes(upTo: position + 16) {
                return
            }
        }
        guard try skipEscapes(upTo: bytes.count) else { throw .damaged("The file ends within the picture data.") }
    }

    /// Checks bytes one by one. Returns true if `position` has reached a marker other than a restart marker.
    private mutating func skipEscapes(upTo end: Int) throws(ReducedJPEGError) -> Bool {
        while position < end {
            guard bytes[position] == 0xFF else {
                position += 1
                continue
            }
            guard position + 1 < bytes.count else { throw .damaged("The file ends within the picture data.") }
            switch bytes[position + 1] {
            case 0, 0xD0...0xD7: position += 2
            case 0xFF: position += 1
            default: return true
            }
        }
        return false
    }

    /// Reads the next marker and its segment, which can be truncated.
    private mutating func nextSegment() throws(ReducedJPEGError) -> (marker: UInt8, segment: UnsafeRawBufferPointer) {
        while true {
            let marker = try nextMarker()
            if marker == 0xD9 { return (marker, UnsafeRawBufferPointer(start: nil, count: 0)) }
            guard marker != 0x01, !(0xD0...0xD7 ~= marker) else {
                reject(.damaged("A marker that has no segment appears between segments."))
                continue
            }
            guard position + 2 <= bytes.count else { throw .truncated }
            let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
            let start = position + 2
            position = min(position + max(2, length), bytes.count)
            if length >= 2 {
                if start + length - 2 > bytes.count { reject(.damaged("The file ends within a marker segment.")) }
                return (marker, UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
            }
            let reason = ReducedJPEGError.damaged("The JPEG file contains a marker segment of invalid length.")
            // libjpeg ignores the content of a comment or application segment of invalid length.
            guard marker == 0xFE || 0xE0...0xEF ~= marker else { throw reason }
            reject(reason)
        }
    }

    /// Moves to the end of the next marker. Any number of fill bytes may precede a marker (T.81, B.1.1.2).
    private mutating func nextMarker() throws(ReducedJPEGError) -> UInt8 {
        if position < bytes.count, bytes[position] != 0xFF { reject(.damaged("A marker is missing.")) }
        while position < bytes.count, bytes[position] != 0xFF { position += 1 }
        while position < bytes.count, bytes[position] == 0xFF { position += 1 }
        guard position < bytes.count else { throw .truncated }
        position += 1
        return bytes[position - 1]
    }

    private mutating func readHuffmanTables(_ segment: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        var rest = segment[...]
        while let selector = rest.first {
            guard selector & 15 < 4, selector >> 4 < 2 else {
                throw .damaged("A Huffman table has an invalid number.")
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
        // For each component, libjpeg uses the table at its first scan. Files with later tables are left to libjpeg.
        guard !hasScan else { throw .unsupported("There are quantization tables between scans.") }
        guard segment.first ?? 0 < 16 else {
            throw ReducedJPEGError(code: .wideSteps, message: "Quantization steps have 16 bits.")
        }
        guard segment.count.isMultiple(of: 65) else { throw .unsupported("Quantization tables have an unusual size.") }
        for start in stride(from: 0, to: segment.count, by: 65) {
            guard segment[start] < 4 else { throw .unsupported("Quantization tables have an unusual size.") }
            let values = segment[start + 1...start + 64].map { UInt16($0) }
            guard !values.contains(0) else { throw .damaged("A quantization table contains a zero.") }
            quantization[Int(segment[start])] = values
        }
    }
}
