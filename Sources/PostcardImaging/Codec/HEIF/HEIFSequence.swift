/// The track of pictures in an AVIF or HEIC file that moves (ISO/IEC 23008-12, section 7), as far as its size tells.
enum HEIFSequence {
    /// The number of frames; 1 for a file without a sequence, or of one whose tables are not there.
    static func frameCount(of bytes: UnsafeRawBufferPointer) -> Int {
        let reader = ByteReader(bytes)
        return HEIFBoxes.contents(reader, in: 0..<bytes.count, at: ["moov", "trak"]).map { track in
            guard let kind = HEIFBoxes.contents(reader, in: track, at: ["mdia", "hdlr"]).first,
                reader.has("pict", at: kind.lowerBound + 8),
                let sizes = HEIFBoxes.contents(reader, in: track, at: ["mdia", "minf", "stbl", "stsz"]).first
            else { return 1 }
            return reader.uint32(at: sizes.lowerBound + 8) ?? 1
        }.max() ?? 1
    }
}
