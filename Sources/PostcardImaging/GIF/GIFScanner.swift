/// Steps through the blocks of a GIF file (GIF89a, CompuServe 1990) without decoding pixels.
///
/// Each step reads only a few bytes. Coded pixels are skipped using their length bytes.
struct GIFScanner {
    private let reader: ByteReader
    private(set) var offset: Int
    /// The screen size from the file. Width and height can be 0.
    let statedScreen: PixelSize
    /// The range of the global color table in the file.
    let globalPalette: Range<Int>?
    /// The number in the loop extension; 0 means endless, and `nil` means that no loop extension was found so far.
    private(set) var loopCount: Int?
    /// The XMP packet; `nil` if no packet was found so far.
    private(set) var xmp: UnsafeRawBufferPointer?
    /// The values of the last graphic control extension, for the next frame.
    private var upcoming = GIFFrame()
    /// True if the last block was a frame. If the file ends here, only its end mark may be missing.
    private(set) var isAfterFrame = false

    /// - Throws: `ImageError` with code `truncated` if the file ends within its first 13 bytes or its global color table.
    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        reader = ByteReader(bytes, bigEndian: false)
        guard let width = reader.uint16(at: 6), let height = reader.uint16(at: 8), let flags = reader.byte(at: 10)
        else {
            throw GIFScanner.endsEarly(bytes.count)
        }
        statedScreen = PixelSize(width: width, height: height)
        globalPalette = GIFScanner.palette(flags: flags, at: 13)
        offset = globalPalette?.upperBound ?? 13
        guard offset <= bytes.count else { throw GIFScanner.endsEarly(bytes.count) }
    }

    /// Returns the range of the first XMP packet in a GIF file; `nil` if there is none.
    static func packet(in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard var scanner = try? GIFScanner(bytes) else { return nil }
        while scanner.xmp == nil, (try? scanner.next()) != nil {}
        guard let base = bytes.baseAddress, let start = scanner.xmp?.baseAddress.map({ $0 - base }) else { return nil }
        return start..<start + (scanner.xmp?.count ?? 0)
    }

    private static func endsEarly(_ count: Int) -> ImageError {
        .truncated("The GIF file ends after \(count) bytes, before its first frame.")
    }

    private static func palette(flags: Int, at offset: Int) -> Range<Int>? {
        flags & 0x80 == 0 ? nil : offset..<offset + 3 << (flags & 7 + 1)
    }

    /// Returns the next frame, or `nil` at the end of the file.
    ///
    /// - Throws: `ImageError` with code `truncated` if the file ends without its end mark, `damaged` if a block starts with an unknown
    ///   byte.
    mutating func next() throws(ImageError) -> GIFFrame? {
        while let mark = reader.byte(at: offset) {
            offset += 1
            switch mark {
            case 0x2C:
                isAfterFrame = false
                guard let frame = readFrame() else { break }
                isAfterFrame = true
                return frame
            case 0x21:
                isAfterFrame = false
                readExtension()
            case 0x3B: return nil
            // Some encoders write the end of a block twice.
            case 0x00: continue
            default: throw .damaged("The GIF file is damaged at byte \(offset - 1): expected a block.")
            }
        }
        throw .truncated("The GIF file ends early, after \(reader.count) bytes.")
    }

    private mutating func readFrame() -> GIFFrame? {
        guard
            let x = reader.uint16(at: offset), let y = reader.uint16(at: offset + 2),
            let width = reader.uint16(at: offset + 4), let height = reader.uint16(at: offset + 6),
            let flags = reader.byte(at: offset + 8)
        else {
            offset = reader.count
            return nil
        }
        var frame = upcoming
        upcoming = GIFFrame()
        frame.rect = PixelRect(x: x, y: y, width: width, height: height)
        frame.isInterlaced = flags & 0x40 != 0
        frame.palette = GIFScanner.palette(flags: flags, at: offset + 9)
        frame.dataOffset = frame.palette?.upperBound ?? offset + 9
        offset = frame.dataOffset + 1
        guard offset <= reader.count else {
            offset = reader.count
            return nil
        }
        frame.isComplete = skipBlocks()
        return frame
    }

    private mutating func readExtension() {
        let label = reader.byte(at: offset)
        offset += 1
        switch label {
        case 0xF9:
            guard let length = reader.byte(at: offset), length >= 4, let flags = reader.byte(at: offset + 1),
                let delay = reader.uint16(at: offset + 2), let index = reader.byte(at: offset + 4)
            else { break }
            upcoming.delay = delay
            upcoming.disposal = GIFScanner.disposal(code: flags >> 2 & 7)
            upcoming.transparentIndex = flags & 1 != 0 ? index : nil
        case 0xFF where reader.has("\u{0B}XMP DataXMP", at: offset):
            // The packet is not split into blocks. For programs that read blocks, the 258 bytes after the packet mark its end (XMP
            // specification, part 3).
            let start = offset + 12
            _ = skipBlocks()
            if offset - 258 > start { xmp = xmp ?? reader.slice(at: start, count: offset - 258 - start) }
            return
        case 0xFF:
            // The loop extension of Netscape Navigator 2: an 11-byte name, then a block with the byte 1 and the number of repetitions.
            let isLoop = reader.has("\u{0B}NETSCAPE2.0", at: offset) || reader.has("\u{0B}ANIMEXTS1.0", at: offset)
            guard isLoop, let length = reader.byte(at: offset + 12), length >= 3,
                let kind = reader.byte(at: offset + 13), kind & 7 == 1, let count = reader.uint16(at: offset + 14)
            else { break }
            loopCount = count
        case 0x01:
            // All browsers ignore plain text, and the delay and disposal method that precede it.
            upcoming = GIFFrame()
        default: break
        }
        _ = skipBlocks()
    }

    /// As in browsers, the "background color" of the specification (section 23) is transparent. Some old encoders write 4 (the third bit)
    /// instead of 3.
    private static func disposal(code: Int) -> FrameDisposal {
        switch code {
        case 2: .clear
        case 3, 4: .restore
        default: .keep
        }
    }

    /// Skips data blocks and the empty block that ends them. Returns false if the file ends first.
    private mutating func skipBlocks() -> Bool {
        while let length = reader.byte(at: offset) {
            offset += 1 + length
            if length == 0 { return true }
        }
        offset = reader.count
        return false
    }
}
