import SystemPackage

extension PositionEraser {
    /// Removes positions from the metadata of QuickTime and MP4. The boxes `©xyz` (ISO 6709 in decimal degrees) and `loci` (3GPP TS 26.244) become
    /// free space. Values of Apple's metadata in ISO 6709 are blanked.
    mutating func eraseISO6709() {
        forEach([0xA9] + "xyz".utf8) { eraser, found in
            // The text follows its length and language.
            guard let text = eraser.iso6709(at: found + 8) else { return }
            eraser.bytes.replaceSubrange(found..<found + 4, with: "free".utf8)
            eraser.fill(text, with: 0)
        }
        forEach(Array("loci\0\0\0\0".utf8)) { eraser, found in
            guard let size = eraser.number(at: found - 4, 4), 28...1024 ~= size, found - 4 + size <= eraser.bytes.count
            else { return }
            eraser.bytes.replaceSubrange(found..<found + 4, with: "free".utf8)
            eraser.fill(found + 4..<found - 4 + size, with: 0)
        }
        eraseKeyedValues()
        eraseFreeFormValues()
        // A text value has the well-known type 1 and no language.
        forEach(Array("data\0\0\0\u{1}".utf8)) { eraser, found in
            guard let text = eraser.iso6709(at: found + 12) else { return }
            eraser.fill(text, with: UInt8(ascii: " "))
        }
    }

    /// Blanks the values of QuickTime's metadata whose keys name a place, such as `com.apple.quicktime.location.name`.
    private mutating func eraseKeyedValues() {
        forEach(Array("keys\0\0\0\0".utf8)) { eraser, found in
            guard let count = eraser.number(at: found + 8, 4), count <= Self.maximumKeys else { return }
            var places: Set<Int> = []
            var position = found + 12
            for index in 0..<count {
                guard let size = eraser.number(at: position, 4), size >= 8, position + size <= eraser.bytes.count else {
                    return
                }
                let name = String(decoding: eraser.bytes[position + 8..<position + size], as: UTF8.self)
                if Self.namesPlace(name) { places.insert(index + 1) }
                position += size
            }
            guard !places.isEmpty, eraser.has("ilst", at: position + 4), let length = eraser.number(at: position, 4)
            else {
                return
            }
            let end = min(position + length, eraser.bytes.count)
            position += 8
            while let size = eraser.number(at: position, 4), size >= 8, position + size <= end {
                // The value follows the header of a `data` box, its type and its language.
                if let key = eraser.number(at: position + 4, 4), places.contains(key), size > 24 {
                    eraser.fill(position + 24..<position + size, with: UInt8(ascii: " "))
                }
                position += size
            }
        }
    }

    /// Blanks the values of iTunes' metadata whose names name a place.
    private mutating func eraseFreeFormValues() {
        forEach(Array("----".utf8)) { eraser, found in
            guard let size = eraser.number(at: found - 4, 4), 24...Self.maximumValueLength ~= size,
                found - 4 + size <= eraser.bytes.count
            else { return }
            var (position, isPlace) = (found + 4, false)
            while let length = eraser.number(at: position, 4), length >= 12, position + length <= found - 4 + size {
                let content = position + 12..<position + length
                if eraser.has("name", at: position + 4) {
                    isPlace = Self.namesPlace(String(decoding: eraser.bytes[content], as: UTF8.self))
                } else if isPlace, eraser.has("data", at: position + 4), length > 16 {
                    eraser.fill(position + 16..<position + length, with: UInt8(ascii: " "))
                }
                position += length
            }
        }
    }

    private static let maximumKeys = 1_024
    private static let maximumValueLength = 1 << 20

    /// Returns the range of a text such as `+48.8584+002.2945+035.000/` that begins at a position; `nil` if there is none.
    private func iso6709(at start: Int) -> Range<Int>? {
        guard start <= bytes.count else { return nil }
        let text = bytes[start...].prefix { "+-.0123456789/".utf8.contains($0) }
        let signs = text.indices.filter { [0x2B, 0x2D].contains(text[$0]) }
        guard 2...3 ~= signs.count, signs[0] == start, signs[1] - start >= 3, text.endIndex - signs[1] >= 4 else {
            return nil
        }
        return start..<text.endIndex
    }

    /// Returns patches that remove the position from a video file; none if it has none, or if its container is not searched.
    static func patches(ofVideo path: FilePath) throws(LibraryError) -> [FilePatch] {
        let file = try OpenFile(path, .reading)
        if try file.read(4, at: 0) == [0x1A, 0x45, 0xDF, 0xA3] { return try MatroskaTags(file).patches() }
        var patches: [FilePatch] = []
        var position = 0
        while case let head = try file.read(16, at: position), head.count >= 8 {
            func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
            let name = String(decoding: head[4..<8], as: UTF8.self)
            var size = number(0..<4)
            if size == 1, head.count == 16 { size = number(8..<16) }
            if size == 0 { size = try file.status().size - position }
            guard size >= 8, size < 1 << 50 else { break }
            if ["moov", "meta", "udta", "uuid"].contains(name), size <= maximumIndexBytes {
                var erased = PositionEraser(try file.read(size, at: position))
                if name == "moov" { patches += try erased.eraseTelemetry(of: file) }
                if erased.isChanged { patches.append(FilePatch(offset: position, bytes: erased.bytes)) }
            }
            position += size
        }
        return patches
    }

    /// The largest length in bytes of a box that is searched. The index of a video of a day is shorter.
    private static let maximumIndexBytes = 64 << 20
}

extension PositionEraser {
    /// A box of a movie.
    private struct Box {
        let name: String
        let content: Range<Int>
        var start: Int { content.lowerBound - 8 }
    }

    /// The largest length in bytes of a track of sensor data that is removed: many hours of data.
    private static let maximumTrackBytes = 256 << 20

    /// Removes tracks of sensor data, such as GoPro's `gpmd`, `camm`, DJI's `djmd` and Apple's `mebx`, and subtitles with positions.
    ///
    /// - Returns: patches that overwrite the data of the tracks with zeros.
    /// - Throws: `LibraryError` with code `unsupported` for sensor data in fragments.
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

    /// Returns the ranges of a track's samples in the file, by its chunks (ISO/IEC 14496-12, 8.7).
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
