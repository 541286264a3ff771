import PostcardCore

extension PositionEraser {
    /// The largest number of entries in a directory. A larger number means that the bytes are no directory.
    private static let maximumEntries = 512
    /// The length of a value in bytes by its type (TIFF 6.0, and type 13 for directories).
    private static let valueSizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4]
    /// The largest length of a value in bytes. Longer values are not positions.
    private static let maximumValueLength = 1 << 16
    private static let gpsTag = 0x8825
    private static let iptcTag = 0x83BB

    /// Removes the GPS directory of EXIF (CIPA DC-008, 4.6.6) and its entry in the parent directory.
    mutating func eraseEXIF() {
        for isBigEndian in [true, false] {
            forEach(Array((isBigEndian ? "MM\0*" : "II*\0").utf8)) { eraser, start in
                eraser.eraseIPTC(ofTIFFAt: start, isBigEndian: isBigEndian)
                eraser.eraseDirectory(ofTIFFAt: start, isBigEndian: isBigEndian)
            }
        }
    }

    /// Blanks the places in the IPTC data that a TIFF file has in a tag.
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
        // The offset of the next directory follows the entries.
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

extension PositionEraser {
    /// The numbers of datasets in record 2 that name a place (IPTC IIM 4.2): content location, city, sublocation, state, country.
    private static let places = [26, 27, 90, 92, 95, 100, 101]
    private static let marker = 0x1C

    /// Blanks the places in IPTC IIM data, both in Photoshop's resources and without them.
    mutating func eraseIPTC() {
        forEach(Array("8BIM\u{4}\u{4}".utf8)) { eraser, found in
            // A name with its length, padded to an even number of bytes, is followed by the size.
            guard let length = eraser.number(at: found + 6, 1) else { return }
            eraser.eraseDatasets(from: found + 6 + (length + 2) / 2 * 2 + 4)
        }
        // IPTC data in TIFF has no resource. It begins with the version of record 2.
        forEach([0x1C, 2, 0, 0, 2]) { $0.eraseDatasets(from: $1) }
    }

    /// Blanks the places in consecutive datasets.
    mutating func eraseDatasets(from start: Int) {
        var position = start
        while number(at: position, 1) == Self.marker, let record = number(at: position + 1, 1),
            let name = number(at: position + 2, 1), let length = number(at: position + 3, 2), length < 0x8000,
            position + 5 + length <= bytes.count
        {
            if record == 2, Self.places.contains(name) {
                fill(position + 5..<position + 5 + length, with: UInt8(ascii: " "))
            }
            position += 5 + length
        }
    }
}

extension PositionEraser {
    /// Removes PNG text chunks that contain a position, and updates the checksums of changed chunks. Removed are texts whose keywords name a place,
    /// and metadata in forms that are not searched: compressed XMP, and the hexadecimal profiles of ImageMagick.
    mutating func updatePNGChecksums() {
        let hasChanges = isChanged
        var result = Array(bytes[..<8])
        result.reserveCapacity(bytes.count)
        var position = 8
        while let length = number(at: position, 4), length <= bytes.count - position - 12 {
            let end = position + 12 + length
            let content = position + 8
            if isUnreadable(at: content) {
                // The chunk is left out.
            } else if hasChanges, ["eXIf", "iTXt", "tEXt"].contains(where: { has($0, at: position + 4) }) {
                result += bytes[position..<end - 4]
                let checksum = bytes.withUnsafeBytes { CRC32.checksum(of: $0.slice(position + 4..<end - 4)) }
                result += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32($0))) }
            } else {
                result += bytes[position..<end]
            }
            position = end
        }
        result += bytes[position...]
        isChanged = isChanged || result != bytes
        bytes = result
    }

    private func isUnreadable(at content: Int) -> Bool {
        let isInternational = has("iTXt", at: content - 4)
        guard isInternational || has("zTXt", at: content - 4) || has("tEXt", at: content - 4) else { return false }
        let keyword = String(decoding: bytes[content...].prefix(80).prefix { $0 != 0 }, as: UTF8.self)
        if Self.namesPlace(keyword) { return true }
        if keyword == "XML:com.adobe.xmp" {
            return !isInternational || number(at: content + keyword.utf8.count + 1, 1) == 1
        }
        return ["exif", "app1", "xmp", "iptc", "8bim"].contains { keyword.lowercased() == "raw profile type \($0)" }
    }
}
