import PostcardCore

/// Copies the listed chunks of a PNG file (W3C PNG, third edition) up to its end.
enum PNGMetadataFilter {
    /// Pixels, palette, transparency, colors, density, time and animation.
    private static let chunks: Set<NameKey> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "mDCv", "cLLI", "cLLi",
        "sBIT", "bKGD", "hIST", "pHYs", "sPLT", "tIME", "acTL", "fcTL", "fdAT",
    ]
    private static let keywords: Set<NameKey> = [
        "Title", "Author", "Description", "Copyright", "Creation Time", "Software",
    ]
    private static let xmpKeyword = "XML:com.adobe.xmp"

    /// Returns the copy. A file that ends within its pixels stays truncated.
    static func filtered(_ reader: ByteReader) -> [UInt8]? {
        guard reader.has("IHDR", at: 12) else { return nil }
        var copy = PNGChunk.signature
        copy.reserveCapacity(reader.count)
        var offset = copy.count
        while let length = reader.uint32(at: offset), let name = reader.slice(at: offset + 4, count: 4) {
            let name = String(decoding: name, as: UTF8.self)
            guard let whole = reader.slice(at: offset, count: 12 + length) else {
                if name == "IDAT" || name == "fdAT" { copy += reader.bytes[offset...] }
                break
            }
            let content = UnsafeRawBufferPointer(rebasing: whole[8..<8 + length])
            switch name {
            case "eXIf": if let exif = EXIFFilter.filtered(content) { copy.append(chunk: name, exif) }
            case "tEXt", "zTXt", "iTXt":
                let keyword = String(decoding: content.prefix(80).prefix { $0 != 0 }, as: UTF8.self)
                if keyword == xmpKeyword, name == "iTXt" {
                    if let xmp = xmp(in: content) { copy.append(chunk: name, xmp) }
                } else if keywords.contains(keyword) {
                    copy += whole
                }
            default: if chunks.contains(name) { copy += whole }
            }
            offset += 12 + length
            if name == "IEND" { break }
        }
        return copy
    }

    /// Returns the content of a text chunk with the filtered packet. `nil` for compressed chunks, which the XMP specification (part 3) does
    /// not allow.
    private static func xmp(in content: UnsafeRawBufferPointer) -> [UInt8]? {
        let head = Array(xmpKeyword.utf8) + [0, 0, 0]
        guard content.starts(with: head) else { return nil }
        // The language and the translated keyword can be empty.
        let texts = content.dropFirst(head.count).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        return texts.count == 3 ? XMPFilter.filtered(texts[2]).map { head + [0, 0] + $0 } : nil
    }
}
