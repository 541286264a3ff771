/// Reads the sizes in coded pictures. Decoders allocate memory for these sizes, regardless of the sizes in the file around them.
enum CodedSize {
    /// Returns the largest size in the sequence headers among AV1's open bitstream units (AV1 specification, section 5.5).
    static func largest(inAV1 data: [UInt8]) -> PixelSize? {
        var largest: PixelSize?
        var offset = 0
        while offset < data.count {
            let head = data[offset]
            offset += head & 4 == 0 ? 1 : 2
            var length = data.count - offset
            if head & 2 != 0 {
                length = 0
                for shift in stride(from: 0, to: 56, by: 7) where offset < data.count {
                    let byte = data[offset]
                    length |= Int(byte & 0x7F) << shift
                    offset += 1
                    if byte & 0x80 == 0 { break }
                }
            }
            guard length >= 0, offset <= data.count else { break }
            if head >> 3 & 15 == 1 {
                let size = sequenceSize(Array(data[offset..<min(data.count, offset + min(length, maximumHeaderBytes))]))
                if size.area > largest?.area ?? 0 { largest = size }
            }
            guard length < data.count - offset else { break }
            offset += length
        }
        return largest
    }

    /// The maximum length of a sequence header, which has at most 32 operating points.
    private static let maximumHeaderBytes = 512

    private static func sequenceSize(_ header: [UInt8]) -> PixelSize {
        var bits = CodedBits(header)
        bits.skip(4)
        if bits.flag() {
            bits.skip(5)
        } else {
            skipOperatingPoints(&bits)
        }
        let widthBits = bits.number(4) + 1
        let heightBits = bits.number(4) + 1
        return PixelSize(width: bits.number(widthBits) + 1, height: bits.number(heightBits) + 1)
    }

    private static func skipOperatingPoints(_ bits: inout CodedBits) {
        var delayBits: Int?
        if bits.flag() {
            bits.skip(64)
            if bits.flag() { _ = bits.exponential() }
            if bits.flag() {
                delayBits = bits.number(5) + 1
                bits.skip(42)
            }
        }
        let hasDisplayDelay = bits.flag()
        for _ in 0...bits.number(5) {
            bits.skip(12)
            if bits.number(5) > 7 { bits.skip(1) }
            if let delayBits, bits.flag() { bits.skip(2 * delayBits + 1) }
            if hasDisplayDelay, bits.flag() { bits.skip(4) }
        }
    }
}

/// Reads numbers with any number of bits, highest bit first. Bits after the end are 0.
struct CodedBits {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) { position += count }

    mutating func flag() -> Bool { number(1) == 1 }

    mutating func number(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let byte = position >> 3 < bytes.count ? Int(bytes[position >> 3]) : 0
            value = value << 1 | byte >> (7 - position & 7) & 1
            position += 1
        }
        return value
    }

    /// Reads an Exp-Golomb code (uvlc in AV1, ue(v) in HEVC).
    mutating func exponential() -> Int {
        var zeros = 0
        while zeros < 32, !flag() { zeros += 1 }
        return (1 << zeros) - 1 + number(zeros)
    }
}

/// A sequence parameter set of HEVC (ITU-T H.265, section 7.3.2.2): the fields that determine a decoder's memory use.
struct HEVCSequenceHeader {
    /// The size of the coded picture.
    let size: PixelSize
    /// True if the fields are consistent (section 7.4.3.2.1). If they aren't, libde265 prints a line to standard error and decodes nothing.
    let isSound: Bool

    /// The fields read here end within 512 bytes.
    private static let maximumBytes = 512

    /// Reads a unit; `nil` for another kind of unit.
    ///
    /// - Parameter unit: the unit with its header of two bytes.
    init?(_ unit: ArraySlice<UInt8>) {
        guard unit.count > 2, let head = unit.first, head >> 1 & 63 == 33 else { return nil }
        var bits = CodedBits(HEVCSequenceHeader.payload(of: unit.dropFirst(2).prefix(Self.maximumBytes)))
        bits.skip(4)
        let layers = bits.number(3)
        bits.skip(1 + 96)
        let parts = (0..<layers).map { _ in (profile: bits.flag(), level: bits.flag()) }
        if layers > 0 { bits.skip(2 * (8 - layers)) }
        for part in parts { bits.skip((part.profile ? 88 : 0) + (part.level ? 8 : 0)) }
        _ = bits.exponential()
        if bits.exponential() == 3 { bits.skip(1) }
        size = PixelSize(width: bits.exponential(), height: bits.exponential())
        if bits.flag() { for _ in 0..<4 { _ = bits.exponential() } }
        let depths = [bits.exponential(), bits.exponential()]
        _ = bits.exponential()
        for _ in (bits.flag() ? 0 : layers)...layers { for _ in 0..<3 { _ = bits.exponential() } }
        let coding = (least: bits.exponential() + 3, range: bits.exponential())
        let transform = (least: bits.exponential() + 2, range: bits.exponential())
        let hierarchies = [bits.exponential(), bits.exponential()]
        let tree = coding.least + coding.range
        // Coding blocks are 8 to 64 samples wide, transform blocks 4 to 32.
        isSound =
            depths.allSatisfy { $0 <= 8 } && tree <= 6 && transform.least + transform.range <= min(tree, 5)
            && [size.width, size.height].allSatisfy { $0 > 0 && $0 % (1 << coding.least) == 0 }
            && hierarchies.allSatisfy { $0 <= tree - transform.least }
    }

    /// Removes each 3 that follows two zeros. Encoders insert this byte so that the coded bytes never look like a start code.
    private static func payload(of coded: ArraySlice<UInt8>) -> [UInt8] {
        var payload: [UInt8] = []
        var zeros = 0
        for byte in coded {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        return payload
    }
}

/// The configuration of a picture coded with HEVC (ISO/IEC 14496-15, section 8.3.2).
struct HEVCConfiguration {
    /// The number of bytes in the length before each unit in the picture's stream.
    let lengthBytes: Int
    /// The start of the stream, before the item's data: parameter sets, each after its length.
    private(set) var parameterSets: [UInt8] = []

    /// Reads the content of an `hvcC` property; `nil` if the property is truncated.
    init?(_ config: UnsafeRawBufferPointer) {
        let reader = ByteReader(config)
        guard let sizes = reader.byte(at: 21), let arrays = reader.byte(at: 22) else { return nil }
        lengthBytes = sizes & 3 + 1
        var offset = 23
        for _ in 0..<arrays {
            guard let count = reader.uint16(at: offset + 1) else { return nil }
            offset += 3
            for _ in 0..<count {
                guard let length = reader.uint16(at: offset), length < 1 << (8 * lengthBytes),
                    let unit = reader.slice(at: offset + 2, count: length)
                else { return nil }
                parameterSets += [UInt8](bigEndian: length, count: lengthBytes) + unit
                offset += 2 + length
            }
        }
    }

    /// Returns the sequence headers in a part of the stream.
    func sequenceHeaders(in stream: [UInt8]) -> [HEVCSequenceHeader] {
        var headers: [HEVCSequenceHeader] = []
        var offset = 0
        while offset + lengthBytes < stream.count {
            let start = offset + lengthBytes
            let length = stream[offset..<start].reduce(0) { $0 << 8 | Int($1) }
            offset = min(stream.count, start + length)
            if let header = HEVCSequenceHeader(stream[start..<offset]) { headers.append(header) }
        }
        return headers
    }
}

extension HEIFItems {
    /// Checks an item's `data` before a decoder allocates memory for it. `size` is the size stated in the file.
    ///
    /// - Throws: `ImageError` with code `damaged` if the coded picture does not state its size, is inconsistent, or is much larger than the
    ///   file states, or `limitExceeded` if the coded picture has too many pixels.
    func checkCodedSize(
        of item: Int, _ configuration: HEVCConfiguration?, data: [UInt8], size: PixelSize, limits: DecodingLimits
    ) throws(ImageError) {
        let name = type(of: item) == "hvc1" ? "HEIC" : "AVIF"
        guard let coded = codedSize(of: item, configuration, data: data) else {
            throw .damaged(
                "The \(name) file is damaged: the header of its coded picture is missing or inconsistent.")
        }
        try limits.check(size: coded)
        func roundedUp(_ side: Int) -> Int { (side + Self.largestBlock - 1) / Self.largestBlock * Self.largestBlock }
        let area = PixelSize(width: roundedUp(size.width), height: roundedUp(size.height)).area
        guard coded.area / Self.maximumExcess <= area else {
            throw .damaged("The \(name) file is damaged: it states \(size) pixels, but its coded picture has \(coded).")
        }
    }

    /// The maximum side of a coding block in samples.
    private static let largestBlock = 64
    /// The allowed ratio of coded to stated pixels: tiles can extend beyond the edges of a picture.
    private static let maximumExcess = 4

    /// Returns the size for which a decoder allocates memory to decode an item's `data`; `nil` if that size is missing or inconsistent.
    func codedSize(of item: Int, _ configuration: HEVCConfiguration?, data: [UInt8]) -> PixelSize? {
        var sizes: [PixelSize] = []
        if type(of: item) == "av01" {
            sizes = [av1Headers(of: item), data].compactMap(CodedSize.largest)
        } else if let configuration {
            let headers = [configuration.parameterSets, data].flatMap(configuration.sequenceHeaders)
            guard headers.allSatisfy(\.isSound) else { return nil }
            sizes = headers.map(\.size)
        }
        return sizes.max { $0.area < $1.area }
    }

    /// Returns the start of an item's AV1 stream, before its data; empty if the file does not store this start separately (AV1 Codec ISO
    /// Media File Format Binding, section 2.3.3).
    func av1Headers(of item: Int) -> [UInt8] {
        property("av1C", of: item).map { Array(boxes.bytes($0.content).dropFirst(4)) } ?? []
    }

    /// Returns the HEVC configuration of an item; `nil` if the configuration is missing or truncated.
    func hevcConfiguration(of item: Int) -> HEVCConfiguration? {
        property("hvcC", of: item)
            .flatMap { boxes.reader.slice(at: $0.content.lowerBound, count: $0.content.count) }
            .flatMap(HEVCConfiguration.init)
    }
}
