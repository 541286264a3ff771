extension PositionEraser {
    /// A directory with more entries is none.
    private static let maximumEntries = 512
    /// Bytes of one value, by type (TIFF 6.0, with the later type for directories).
    private static let valueSizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4]
    /// Longer values are not positions.
    private static let maximumValueLength = 1 << 16
    private static let gpsTag = 0x8825
    private static let iptcTag = 0x83BB

    /// Removes the GPS directory of EXIF (CIPA DC-008, 4.6.6) and what points to it.
    mutating func eraseEXIF() {
        for isBigEndian in [true, false] {
            forEach(Array((isBigEndian ? "MM\0*" : "II*\0").utf8)) { eraser, start in
                eraser.eraseIPTC(ofTIFFAt: start, isBigEndian: isBigEndian)
                eraser.eraseDirectory(ofTIFFAt: start, isBigEndian: isBigEndian)
            }
        }
    }

    /// Blanks the places of IPTC that a TIFF file has in a tag of its own.
    private mutating func eraseIPTC(ofTIFFAt start: Int, isBigEndian: Bool) {
        guard let offset = number(at: start + 4, 4, isBigEndian: isBigEndian),
            let count = number(at: start + offset, 2, isBigEndian: isBigEndian), 1...Self.maximumEntries ~= count
        else { return }
        for entry in stride(from: start + offset + 2, to: start + offset + 2 + 12 * count, by: 12)
        where number(at: entry, 2, isBigEndian: isBigEndian) == Self.iptcTag {
            if let place = number(at: entry + 8, 4, isBigEndian: isBigEndian) { eraseDatasets(from: start + place) }
        }
    }

    private mutating func eraseDirectory(ofTIFFAt start: Int, isBigEndian: Bool) {
        func number(_ position: Int, _ count: Int) -> Int? {
            self.number(at: position, count, isBigEndian: isBigEndian)
        }
        guard let offset = number(start + 4, 4), offset >= 8, let count = number(start + offset, 2),
            1...Self.maximumEntries ~= count
        else { return }
        let first = start + offset + 2
        // After the entries comes where the next directory is.
        let end = first + 12 * count + 4
        let entry = stride(from: first, to: end - 4, by: 12).first { entry in
            number(entry, 2) == Self.gpsTag && [4, 13].contains(number(entry + 2, 2)) && number(entry + 4, 4) == 1
        }
        guard end <= bytes.count, let entry, let gps = number(entry + 8, 4) else { return }
        eraseValues(ofDirectoryAt: start + gps, ofTIFFAt: start, isBigEndian: isBigEndian)
        bytes.replaceSubrange(entry..<end - 12, with: bytes[entry + 12..<end])
        fill(end - 12..<end, with: 0)
        let places = isBigEndian ? (high: first - 2, low: first - 1) : (high: first - 1, low: first - 2)
        bytes[places.high] = UInt8((count - 1) >> 8)
        bytes[places.low] = UInt8((count - 1) & 0xFF)
    }

    private mutating func eraseValues(ofDirectoryAt directory: Int, ofTIFFAt start: Int, isBigEndian: Bool) {
        guard let count = number(at: directory, 2, isBigEndian: isBigEndian), count <= Self.maximumEntries,
            directory + 2 + 12 * count <= bytes.count
        else { return }
        for entry in stride(from: directory + 2, to: directory + 2 + 12 * count, by: 12) {
            guard let type = number(at: entry + 2, 2, isBigEndian: isBigEndian), let size = Self.valueSizes[type],
                let values = number(at: entry + 4, 4, isBigEndian: isBigEndian),
                values <= Self.maximumValueLength / size,
                values * size > 4, let offset = number(at: entry + 8, 4, isBigEndian: isBigEndian),
                start + offset + values * size <= bytes.count
            else { continue }
            fill(start + offset..<start + offset + values * size, with: 0)
        }
        fill(directory..<directory + 2 + 12 * count, with: 0)
    }
}
