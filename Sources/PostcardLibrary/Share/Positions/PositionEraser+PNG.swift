internal import PostcardCore

extension PositionEraser {
    /// Makes checksums right again, and leaves out metadata in forms that were not looked through: compressed XMP, and the
    /// hexadecimal profiles of ImageMagick.
    mutating func mendPNG() {
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
        if has("zTXt", at: content - 4) || has("tEXt", at: content - 4) {
            return ["exif", "APP1", "xmp"].contains { has("Raw profile type \($0)\0", at: content) }
        }
        let keyword = "XML:com.adobe.xmp\0"
        return has("iTXt", at: content - 4) && has(keyword, at: content)
            && number(at: content + keyword.utf8.count, 1) == 1
    }
}
