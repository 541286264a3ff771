extension PositionEraser {
    /// A box of a movie.
    private struct Box {
        let name: String
        let content: Range<Int>
        var start: Int { content.lowerBound - 8 }
    }

    /// The largest track of positions and other readings that is removed: hours of them. In bytes.
    private static let maximumTrackBytes = 256 << 20

    /// Removes the tracks of a movie that are readings of instruments, not pictures, sound or subtitles: GoPro's `gpmd`,
    /// `camm`, DJI's `djmd`, Apple's `mebx` …, and subtitles that tell positions.
    ///
    /// - Returns: zeros for what the tracks have in the file.
    /// - Throws: `LibraryError` with code `unsupported` when they are in fragments.
    mutating func eraseTelemetry(of file: OpenFile) throws(LibraryError) -> [FilePatch] {
        var patches: [FilePatch] = []
        let isFragmented = boxes(in: 8..<bytes.count).contains { $0.name == "mvex" }
        for track in boxes(in: 8..<bytes.count) where track.name == "trak" {
            guard let media = box("mdia", in: track.content), let handler = box("hdlr", in: media.content),
                let information = box("minf", in: media.content), let table = box("stbl", in: information.content),
                handler.content.count >= 12
            else { continue }
            let start = handler.content.lowerBound + 8
            let kind = String(decoding: bytes[start..<start + 4], as: UTF8.self)
            guard !["vide", "soun", "pict", "auxv", "tmcd", "hint"].contains(kind) else { continue }
            let samples = sampleRanges(in: table.content)
            guard samples.reduce(0, { $0 + $1.count }) <= Self.maximumTrackBytes else { throw Self.tooLarge }
            if ["text", "sbtl", "subt", "clcp"].contains(kind), !isFragmented {
                var isPlace = false
                for sample in samples.prefix(64) where !isPlace {
                    let text = try file.read(min(sample.count, 4_096), at: sample.lowerBound)
                    isPlace = Self.namesPlace(String(decoding: text, as: UTF8.self))
                }
                if !isPlace { continue }
            } else if isFragmented {
                throw LibraryError(
                    .unsupported,
                    "\(file.path) has readings of instruments in fragments, which may tell where it was taken and cannot be "
                        + "removed.",
                    .shareWithPositions(orLeaveOut: true))
            }
            for sample in samples {
                patches.append(FilePatch(offset: sample.lowerBound, bytes: [UInt8](repeating: 0, count: sample.count)))
            }
            bytes.replaceSubrange(track.start + 4..<track.start + 8, with: "free".utf8)
            fill(track.content, with: 0)
        }
        return patches
    }

    private static let tooLarge = LibraryError(
        .unsupported, "The video has more readings of instruments than can be removed.",
        .shareWithPositions(orLeaveOut: false))

    private func boxes(in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var position = range.lowerBound
        while position + 8 <= range.upperBound, let size = number(at: position, 4), size >= 8,
            position + size <= range.upperBound
        {
            let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            boxes.append(Box(name: name, content: position + 8..<position + size))
            position += size
        }
        return boxes
    }

    private func box(_ name: String, in range: Range<Int>) -> Box? { boxes(in: range).first { $0.name == name } }

    /// Returns the positions in the file of the samples of a track (ISO/IEC 14496-12, 8.7), by its chunks.
    private func sampleRanges(in table: Range<Int>) -> [Range<Int>] {
        guard let sizes = box("stsz", in: table)?.content.lowerBound, let chunks = box("stsc", in: table)?.content,
            let usual = number(at: sizes + 4, 4), let count = number(at: sizes + 8, 4),
            let offsets = box("stco", in: table) ?? box("co64", in: table),
            let chunkCount = number(at: offsets.content.lowerBound + 4, 4),
            let runCount = number(at: chunks.lowerBound + 4, 4), runCount > 0
        else { return [] }
        let width = offsets.name == "co64" ? 8 : 4
        var ranges: [Range<Int>] = []
        var (sample, run) = (0, 0)
        for chunk in 0..<chunkCount where sample < count {
            while run + 1 < runCount, let next = number(at: chunks.lowerBound + 8 + 12 * (run + 1), 4),
                next <= chunk + 1
            { run += 1 }
            let place = offsets.content.lowerBound + 8 + width * chunk
            guard var start = number(at: place + width - 4, 4),
                let high = width == 8 ? number(at: place, 4) : 0, high < 1 << 20,
                let samples = number(at: chunks.lowerBound + 8 + 12 * run + 4, 4)
            else { return ranges }
            start += high << 32
            for _ in 0..<min(samples, count - sample) {
                guard let size = usual > 0 ? usual : number(at: sizes + 12 + 4 * sample, 4) else { return ranges }
                if size > 0 { ranges.append(start..<start + size) }
                start += size
                sample += 1
            }
        }
        return ranges
    }
}
