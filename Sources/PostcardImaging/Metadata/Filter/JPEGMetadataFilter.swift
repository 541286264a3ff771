/// Copies the listed segments of a JPEG file (ISO/IEC 10918-1), from its first marker to the end of its picture.
enum JPEGMetadataFilter {
    fileprivate static let exifName = Array("Exif\0\0".utf8)
    fileprivate static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    fileprivate static let iptcName = Array("Photoshop 3.0\0".utf8)

    /// The metadata found in segments. Metadata can be split across several segments.
    fileprivate struct Found {
        var exif: [UInt8]?
        var xmp: [UInt8]?
        var resources: [UInt8] = []
        /// The offset in the copy at which metadata is inserted.
        var place: Int?
    }

    /// Returns the copy; `nil` for a file without an end marker.
    static func filtered(_ reader: ByteReader) -> [UInt8]? {
        var copy: [UInt8] = [0xFF, 0xD8]
        copy.reserveCapacity(reader.count)
        var metadata = Found()
        var offset = 2
        while let marker = marker(reader, from: &offset) {
            if marker == 0xD9 {
                copy += [0xFF, 0xD9]
                return metadata.inserted(into: copy)
            }
            // These markers have no segment.
            if marker == 0x01 || 0xD0...0xD8 ~= marker { continue }
            guard let length = reader.uint16(at: offset), length >= 2,
                let content = reader.slice(at: offset + 2, count: length - 2)
            else { return nil }
            offset += length
            // The JFIF segment must come first.
            if marker != 0xE0 { metadata.place = metadata.place ?? copy.count }
            if isNeeded(marker) {
                append(content, as: marker, to: &copy)
            } else if let kept = metadata.take(content, of: marker) {
                append(kept, as: marker, to: &copy)
            }
            guard marker == 0xDA else { continue }
            let end = endOfScan(reader, from: offset)
            copy += reader.bytes[offset..<end]
            offset = end
        }
        return nil
    }

    /// Frames, tables, scans and restarts.
    private static func isNeeded(_ marker: Int) -> Bool { 0xC0...0xCF ~= marker || 0xDA...0xDF ~= marker }

    private static func append(_ content: some Collection<UInt8>, as marker: Int, to copy: inout [UInt8]) {
        copy += [0xFF, UInt8(marker)] + [UInt8](bigEndian: content.count + 2, count: 2)
        copy += content
    }

    /// Skips to a marker and returns it; `nil` at the end of the file. As in other readers, stray bytes between segments are skipped.
    private static func marker(_ reader: ByteReader, from offset: inout Int) -> Int? {
        while let byte = reader.byte(at: offset), let marker = reader.byte(at: offset + 1) {
            offset += 1
            if byte == 0xFF, marker != 0xFF, marker != 0 {
                offset += 1
                return marker
            }
        }
        return nil
    }

    /// Returns the offset of the first marker after the coded pixels that is not a restart marker.
    private static func endOfScan(_ reader: ByteReader, from start: Int) -> Int {
        var offset = start
        while let mark = reader.bytes[offset...].firstIndex(of: 0xFF), let next = reader.byte(at: mark + 1) {
            if next != 0, next != 0xFF, !(0xD0...0xD7 ~= next) { return mark }
            offset = mark + (next == 0xFF ? 1 : 2)
        }
        return reader.count
    }
}

extension JPEGMetadataFilter.Found {
    /// Processes an application segment or a comment.
    ///
    /// - Returns: the segment if it is kept in place: JFIF without its thumbnail, a part of a color profile, or Adobe's color transform.
    fileprivate mutating func take(_ content: UnsafeRawBufferPointer, of marker: Int) -> [UInt8]? {
        func has(_ name: [UInt8]) -> Bool { content.starts(with: name) }
        switch marker {
        case 0xE0 where has(Array("JFIF\0".utf8)) && content.count >= 14: return content.prefix(12) + [0, 0]
        case 0xE1 where has(JPEGMetadataFilter.exifName):
            if exif == nil { exif = Array(content.dropFirst(JPEGMetadataFilter.exifName.count)) }
        case 0xE1 where has(JPEGMetadataFilter.xmpName):
            if xmp == nil { xmp = Array(content.dropFirst(JPEGMetadataFilter.xmpName.count)) }
        case 0xE2 where has(Array("ICC_PROFILE\0".utf8)): return Array(content)
        case 0xED
        where has(JPEGMetadataFilter.iptcName)
            && resources.count < MetadataFilter.maximumMetadataBytes:
            resources += content.dropFirst(JPEGMetadataFilter.iptcName.count)
        // The high byte of the version is 0, which distinguishes this segment from other Adobe segments.
        case 0xEE where has(Array("Adobe\0".utf8)) && content.count >= 12: return Array(content.prefix(12))
        default: break
        }
        return nil
    }

    /// Returns the copy with the filtered metadata.
    fileprivate func inserted(into copy: [UInt8]) -> [UInt8] {
        var segments: [UInt8] = []
        func append(_ marker: UInt8, _ name: [UInt8], _ content: [UInt8]?) {
            guard let content, name.count + content.count + 2 <= 0xFFFF else { return }
            segments += [0xFF, marker] + [UInt8](bigEndian: name.count + content.count + 2, count: 2) + name + content
        }
        let start = JPEGMetadataFilter.self
        append(0xE1, start.exifName, exif.flatMap { $0.span.bytes.withBuffer(EXIFFilter.filtered) })
        append(0xE1, start.xmpName, xmp.flatMap { XMPFilter.filtered($0) })
        append(0xED, start.iptcName, IPTCFilter.filtered(resources: resources))
        guard let place, !segments.isEmpty else { return copy }
        return copy[..<place] + segments + copy[place...]
    }
}
