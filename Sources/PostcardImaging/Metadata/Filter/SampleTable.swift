/// The tables with the positions of a track's samples (ISO/IEC 14496-12, 8.7; QuickTime File Format).
struct SampleTable {
    private let filter: BoxFilter
    private let table: Range<Int>
    /// An upper limit for offsets. No file is that long, and sums of a few offsets below the limit do not overflow.
    static let maximumOffset = 1 << 50
    private var reader: ByteReader { filter.reader }

    /// - Parameter table: the content of the `stbl` box.
    init(_ filter: BoxFilter, _ table: Range<Int>) { (self.filter, self.table) = (filter, table) }

    /// Returns the ranges of the samples in the file, one or more for each chunk; `nil` for unknown tables.
    func ranges() -> [Range<Int>]? {
        guard let sizes = filter.box("stsz", in: table)?.content, let runs = filter.box("stsc", in: table)?.content,
            let offsets = filter.box("stco", in: table) ?? filter.box("co64", in: table),
            let usual = reader.uint32(at: sizes.lowerBound + 4), let count = reader.uint32(at: sizes.lowerBound + 8),
            let chunkCount = reader.uint32(at: offsets.content.lowerBound + 4),
            let runCount = reader.uint32(at: runs.lowerBound + 4)
        else { return nil }
        let width = offsets.name == "co64" ? 8 : 4
        guard chunkCount <= (offsets.content.count - 8) / width, runCount <= (runs.count - 8) / 12,
            usual > 0 ? count <= Self.maximumOffset / usual : count <= (sizes.count - 12) / 4
        else { return nil }
        let length = usual > 0 ? soundLength(of: usual) : { $0 }
        var ranges: [Range<Int>] = []
        var (sample, run) = (0, 0)
        for chunk in 0..<chunkCount where sample < count {
            while run + 1 < runCount, let next = reader.uint32(at: runs.lowerBound + 8 + 12 * (run + 1)),
                next <= chunk + 1
            { run += 1 }
            let place = offsets.content.lowerBound + 8 + width * chunk
            guard run < runCount, let start = width == 8 ? reader.uint64(at: place) : reader.uint32(at: place),
                start < Self.maximumOffset, let stated = reader.uint32(at: runs.lowerBound + 8 + 12 * run + 4)
            else { return nil }
            let samples = min(stated, count - sample)
            var bytes = 0
            if usual > 0 {
                bytes = length(samples)
            } else {
                for index in sample..<sample + samples {
                    bytes += reader.uint32(at: sizes.lowerBound + 12 + 4 * index) ?? 0
                }
            }
            sample += samples
            if bytes > 0 { ranges.append(start..<start + bytes) }
        }
        return ranges
    }

    /// Returns a function that converts a number of samples of equal length to their total length in bytes. For uncompressed sound in
    /// QuickTime, the table states one byte for each value or frame.
    private func soundLength(of size: Int) -> (_ samples: Int) -> Int {
        let entry = filter.box("stsd", in: table)?.content.dropFirst(8)
        guard let entry, size <= 4, let version = reader.uint16(at: entry.lowerBound + 16), version < 2,
            let channels = reader.uint16(at: entry.lowerBound + 24), let bits = reader.uint16(at: entry.lowerBound + 26)
        else { return { $0 * size } }
        if version == 1, let packetSamples = reader.uint32(at: entry.lowerBound + 36), packetSamples > 0,
            let frameBytes = reader.uint32(at: entry.lowerBound + 44), 1...0xFFFF ~= frameBytes
        {
            return { ($0 + packetSamples - 1) / packetSamples * max(frameBytes, size) }
        }
        return { $0 * max(size, channels * ((bits + 7) / 8)) }
    }
}
