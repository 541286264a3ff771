import PostcardCore

extension PositionEraser {
    /// Makes checksums right again, and leaves out texts that name a place by their keywords, and metadata in forms that were
    /// not looked through: compressed XMP, and the hexadecimal profiles of ImageMagick.
    mutating func updatePNGChecksums() {
        let hasChanges = isChanged
        var result = Array(bytes[..<8])
        result.reserveCapacity(bytes.count)
        var position = 8
        while let length = number(at: position, 4), length <= bytes.count - position - 12 {
            let end = position + 12 + length
            let content = position + 8
            if isUnreadable(at: content) {
                // Left out.
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
        if result != bytes { replaceAll(with: result) }
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
