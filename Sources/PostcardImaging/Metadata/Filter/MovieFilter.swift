/// A filter for the index of a movie: the `moov` box of ISO media files (ISO/IEC 14496-12) and QuickTime, and the `moof` box of its
/// fragments. The filter keeps picture and sound tracks, and the listed metadata. Text, time code and instrument tracks are dropped.
package struct MovieFilter: Sendable {
    /// The filtered box, which is as long as the original.
    package let box: [UInt8]
    /// The ranges of the file that contain the samples of the kept tracks.
    package let samples: [Range<Int>]
    /// The default length of samples in fragments, in bytes, by track number, for the tracks that are kept. The default applies if a
    /// fragment does not state a length.
    private let defaultSizes: [Int: Int]

    private static let handlers: [StaticString] = ["vide", "soun", "pict", "auxv"]

    /// Filters an index.
    ///
    /// - Parameter box: the `moov` box with its header.
    /// - Returns: `nil` for an index without a kept track, or with unknown tables.
    package init?(_ box: [UInt8]) {
        let result = box.span.bytes.withBuffer { buffer -> MovieFilter? in Self.filtered(ByteReader(buffer)) }
        guard let result else { return nil }
        self = result
    }

    private init(box: [UInt8], samples: [Range<Int>], defaultSizes: [Int: Int]) {
        (self.box, self.samples, self.defaultSizes) = (box, samples, defaultSizes)
    }

    private static func filtered(_ reader: ByteReader) -> MovieFilter? {
        let filter = BoxFilter(reader: reader) { track in isKept(track, reader) }
        guard let movie = HEIFBoxes.boxes(reader, in: 0..<reader.count).first, movie.name == "moov",
            let box = filter.filtered(movie)
        else { return nil }
        var samples: [Range<Int>] = []
        var defaultSizes: [Int: Int] = [:]
        for track in filter.boxes(in: movie.content) where track.name == "trak" && filter.keepsTrack(track) {
            guard let head = filter.box("tkhd", in: track.content), let number = number(ofTrack: head, reader),
                let table = filter.box("mdia", "minf", "stbl", in: track.content),
                let ranges = SampleTable(filter, table.content).ranges()
            else { return nil }
            samples += ranges
            defaultSizes[number] = 0
        }
        for extends in filter.box("mvex", in: movie.content).map({ filter.boxes(in: $0.content) }) ?? []
        where extends.name == "trex" {
            guard let number = reader.uint32(at: extends.content.lowerBound + 4), defaultSizes[number] != nil else {
                continue
            }
            defaultSizes[number] = reader.uint32(at: extends.content.lowerBound + 16)
        }
        guard !defaultSizes.isEmpty else { return nil }
        return MovieFilter(
            box: BoxFilter.padded(box, to: reader.count), samples: samples, defaultSizes: defaultSizes)
    }

    private static func isKept(_ track: HEIFBoxes.Box, _ reader: ByteReader) -> Bool {
        let handler = HEIFBoxes.contents(reader, in: track.content, at: ["mdia", "hdlr"]).first
        guard let handler else { return false }
        return handlers.contains { reader.has($0, at: handler.lowerBound + 8) }
    }

    private static func number(ofTrack head: HEIFBoxes.Box, _ reader: ByteReader) -> Int? {
        reader.byte(at: head.content.lowerBound).flatMap { version in
            reader.uint32(at: head.content.lowerBound + (version == 1 ? 20 : 12))
        }
    }

    /// Filters the index of a fragment.
    ///
    /// - Parameters:
    ///   - box: the `moof` box with its header.
    ///   - offset: its offset in the file.
    /// - Returns: the filtered box, as long as the original, and the ranges of the samples of the kept tracks; `nil` for a box with an
    ///   unknown structure.
    package func fragment(_ box: [UInt8], at offset: Int) -> (box: [UInt8], samples: [Range<Int>])? {
        box.span.bytes.withBuffer { buffer in
            let reader = ByteReader(buffer)
            let filter = BoxFilter(reader: reader) { part in
                guard let head = HEIFBoxes.contents(reader, in: part.content, at: ["tfhd"]).first else { return false }
                return reader.uint32(at: head.lowerBound + 4).map { defaultSizes[$0] != nil } ?? false
            }
            guard let whole = HEIFBoxes.boxes(reader, in: 0..<reader.count).first, whole.name == "moof",
                let copy = filter.filtered(whole)
            else { return nil }
            var samples: [Range<Int>] = []
            // The samples of a track follow the samples of the previous track, unless their position is stated.
            var end = offset
            for part in filter.boxes(in: whole.content) where part.name == "traf" {
                guard var run = FragmentRuns(filter, part, defaultSizes, fragment: offset, end: end) else { return nil }
                guard let ranges = run.ranges() else { return nil }
                end = run.end
                if filter.keepsTrack(part) { samples += ranges }
            }
            return (BoxFilter.padded(copy, to: reader.count), samples)
        }
    }
}

/// The samples of a track in a fragment (ISO/IEC 14496-12, 8.8).
private struct FragmentRuns {
    private let filter: BoxFilter
    private let part: HEIFBoxes.Box
    private let base: Int
    private let defaultSize: Int
    /// The end of the samples found so far.
    private(set) var end: Int

    /// - Parameters:
    ///   - part: the `traf` box.
    ///   - sizes: the default length of samples, by track number.
    ///   - fragment: the offset of the `moof` box in the file.
    ///   - end: the end of the samples of the previous part.
    init?(_ filter: BoxFilter, _ part: HEIFBoxes.Box, _ sizes: [Int: Int], fragment: Int, end: Int) {
        let reader = filter.reader
        guard let head = filter.box("tfhd", in: part.content)?.content.lowerBound, let flags = reader.uint32(at: head),
            let track = reader.uint32(at: head + 4)
        else { return nil }
        (self.filter, self.part, self.end) = (filter, part, end)
        var offset = head + 8
        var base = flags & 0x20000 != 0 ? fragment : end
        var size = sizes[track] ?? 0
        if flags & 1 != 0 {
            guard let stated = reader.uint64(at: offset), stated < SampleTable.maximumOffset else { return nil }
            (base, offset) = (stated, offset + 8)
        }
        if flags & 2 != 0 { offset += 4 }
        if flags & 8 != 0 { offset += 4 }
        if flags & 16 != 0 {
            guard let stated = reader.uint32(at: offset) else { return nil }
            size = stated
        }
        (self.base, defaultSize) = (base, size)
        self.end = base
    }

    mutating func ranges() -> [Range<Int>]? {
        let reader = filter.reader
        var ranges: [Range<Int>] = []
        for run in filter.boxes(in: part.content) where run.name == "trun" {
            guard let flags = reader.uint32(at: run.content.lowerBound),
                let count = reader.uint32(at: run.content.lowerBound + 4)
            else { return nil }
            var offset = run.content.lowerBound + 8
            var start = end
            if flags & 1 != 0 {
                guard let relative = reader.integer(at: offset, as: Int32.self) else { return nil }
                (start, offset) = (base + Int(relative), offset + 4)
            }
            if flags & 4 != 0 { offset += 4 }
            guard 0..<SampleTable.maximumOffset ~= start, count <= SampleTable.maximumOffset / max(1, defaultSize)
            else {
                return nil
            }
            var length = count * defaultSize
            if flags & 0x200 != 0 {
                // Duration, length, flags and time offset, four bytes each.
                let width = 4 * [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
                let place = flags & 0x100 != 0 ? 4 : 0
                guard count <= (run.content.upperBound - offset) / width else { return nil }
                length = 0
                for index in 0..<count { length += reader.uint32(at: offset + index * width + place) ?? 0 }
            }
            end = start + length
            if length > 0 { ranges.append(start..<end) }
        }
        return ranges
    }
}
