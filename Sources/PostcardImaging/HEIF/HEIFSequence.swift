/// The picture track of an animated AVIF or HEIC file (ISO/IEC 23008-12, section 7). Only the number of frames is read.
enum HEIFSequence {
    /// Returns the number of frames; 0 for a file without a track, or with missing tables.
    static func frameCount(of bytes: UnsafeRawBufferPointer) -> Int {
        let reader = ByteReader(bytes)
        return HEIFBoxes.contents(reader, in: 0..<bytes.count, at: ["moov", "trak"]).map { track in
            guard let kind = HEIFBoxes.contents(reader, in: track, at: ["mdia", "hdlr"]).first,
                reader.has("pict", at: kind.lowerBound + 8),
                let sizes = HEIFBoxes.contents(reader, in: track, at: ["mdia", "minf", "stbl", "stsz"]).first
            else { return 0 }
            return reader.uint32(at: sizes.lowerBound + 8) ?? 0
        }.max() ?? 0
    }
}
