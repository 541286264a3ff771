import PostcardCore
import PostcardImaging

/// Finds the changes that leave only video, sound and allowed metadata in ISO media files (ISO/IEC 14496-12) and QuickTime. Other boxes and
/// data become free space, and data after the last known box is cut off.
struct MovieFileFilter {
    /// The boxes that are kept unchanged: the file type, and the indexes that describe the order and sizes of fragments.
    private static let plainBoxes: Set<NameKey> = ["ftyp", "styp", "sidx", "ssix", "pdin"]
    private static let spaces: Set<NameKey> = ["free", "skip", "wide"]
    /// The maximum length, in bytes, of a movie's index, and of the combined indexes of its fragments. Even the index of a day-long video
    /// is shorter.
    private static let maximumIndexBytes = 64 << 20
    private static let maximumFragmentBytes = 256 << 20

    private let file: OpenFile
    private let size: Int
    private var movie: MovieFilter?
    private var patches: [FilePatch] = []
    /// The parts of the file to blank, except for the samples in these parts.
    private var blank: [Range<Int>] = []
    private var samples: [Range<Int>] = []
    private var fragmentBytes = 0

    init(_ file: OpenFile) throws(FileError) {
        self.file = file
        size = try file.status().size
    }

    /// Returns the changes; `nil` for a file that cannot be parsed.
    consuming func edit() throws(FileError) -> FileEdit? {
        var (position, end) = (0, 0)
        while let box = try box(at: position) {
            switch box.name {
            case "moov", "moof": guard try filterIndex(box.range, isFragment: box.name == "moof") else { return nil }
            case "mdat": blank.append(box.content)
            case let name where Self.plainBoxes.contains(name): break
            default:
                if !Self.spaces.contains(box.name) {
                    patches.append(FilePatch(offset: box.range.lowerBound + 4, bytes: Array("free".utf8)))
                }
                blank.append(box.content)
                position = box.range.upperBound
                continue
            }
            position = box.range.upperBound
            end = position
        }
        guard movie != nil else { return nil }
        for range in samples {
            if try file.hasPictureMetadata(in: range) { return nil }
        }
        return FileEdit(patches + gaps().map { FilePatch(blanking: $0) }, length: end)
    }

    /// Returns the box at a position; `nil` at the end, and for bytes that are not a box.
    private func box(at position: Int) throws(FileError) -> (name: String, range: Range<Int>, content: Range<Int>)? {
        let head = try file.read(16, at: position)
        guard head.count >= 8 else { return nil }
        func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
        let name = String(decoding: head[4..<8], as: UTF8.self)
        var (length, headLength) = (number(0..<4), 8)
        if length == 1, head.count == 16, head[8] < 0x40 { (length, headLength) = (number(8..<16), 16) }
        if length == 0 { length = size - position }
        // In a truncated file, only the `mdat` box may extend beyond the end of the file.
        guard length >= headLength, length <= size - position || name == "mdat" else { return nil }
        let range = position..<position + min(length, size - position)
        return (name, range, range.dropFirst(headLength))
    }

    /// Filters the index of the movie or of a fragment.
    ///
    /// - Returns: `false` if the index cannot be parsed.
    private mutating func filterIndex(_ range: Range<Int>, isFragment: Bool) throws(FileError) -> Bool {
        guard range.count <= Self.maximumIndexBytes else { return false }
        let bytes = try file.read(range.count, at: range.lowerBound)
        let filtered: (box: [UInt8], samples: [Range<Int>])
        if isFragment {
            fragmentBytes += range.count
            guard fragmentBytes <= Self.maximumFragmentBytes,
                let fragment = movie?.fragment(bytes, at: range.lowerBound)
            else { return false }
            filtered = fragment
        } else {
            guard movie == nil, let movie = MovieFilter(bytes) else { return false }
            self.movie = movie
            filtered = (movie.box, movie.samples)
        }
        samples += filtered.samples
        if filtered.box != bytes { patches.append(FilePatch(offset: range.lowerBound, bytes: filtered.box)) }
        return true
    }

    /// Returns the ranges within blank parts that contain no samples of kept tracks.
    private func gaps() -> [Range<Int>] {
        let samples = samples.sorted { $0.lowerBound < $1.lowerBound }
        var gaps: [Range<Int>] = []
        var index = 0
        // The blank parts are in order, so the gaps are too.
        for part in blank {
            var start = part.lowerBound
            while index < samples.count, samples[index].lowerBound < part.upperBound {
                if samples[index].lowerBound > start { gaps.append(start..<samples[index].lowerBound) }
                start = max(start, samples[index].upperBound)
                // A sample may extend into the next part.
                if samples[index].upperBound > part.upperBound { break }
                index += 1
            }
            if start < part.upperBound { gaps.append(start..<part.upperBound) }
        }
        return gaps
    }
}
