import PostcardCore

/// Copies the listed boxes of ISO media files (ISO/IEC 14496-12) and QuickTime files.
struct BoxFilter {
    let reader: ByteReader
    /// Returns true if a track, or its part in a fragment, should be copied.
    let keepsTrack: (HEIFBoxes.Box) -> Bool

    /// The children to copy from each box. Boxes that are not listed here are copied completely.
    private static let children: [NameKey: Set<NameKey>] = [
        "moov": ["mvhd", "trak", "mvex", "iods", "udta", "meta"],
        "trak": ["tkhd", "edts", "mdia", "tapt"],
        "edts": ["elst"],
        "mdia": ["mdhd", "hdlr", "minf", "elng"],
        "minf": ["vmhd", "smhd", "nmhd", "hmhd", "hdlr", "dinf", "stbl"],
        "stbl": [
            "stsd", "stts", "ctts", "cslg", "stss", "stsh", "stsc", "stsz", "stz2", "stco", "co64", "sdtp", "sbgp",
            "sgpd",
            "subs", "saiz", "saio", "stps", "padb", "stdp",
        ],
        "mvex": ["mehd", "trex", "leva"],
        "moof": ["mfhd", "traf"],
        "traf": ["tfhd", "tfdt", "trun", "sbgp", "sgpd", "subs", "saiz", "saio"],
        "udta": userData.union(["meta"]),
    ]
    /// Text in QuickTime and 3GPP: title, creator, copyright, date, maker, model and software.
    private static let userData: Set<NameKey> = [
        "\u{FFFD}nam", "\u{FFFD}aut", "\u{FFFD}ART", "\u{FFFD}cpy", "\u{FFFD}day", "\u{FFFD}mak", "\u{FFFD}mod",
        "\u{FFFD}swr", "titl", "auth", "cprt", "yrrc",
    ]
    /// Text in iTunes format. Most names start with a copyright sign in Mac Roman.
    private static let items: Set<NameKey> = [
        "\u{FFFD}nam", "\u{FFFD}ART", "\u{FFFD}day", "\u{FFFD}too", "cprt", "desc",
    ]
    private static let keys: Set<NameKey> = [
        "com.apple.quicktime.make", "com.apple.quicktime.model", "com.apple.quicktime.software",
        "com.apple.quicktime.creationdate", "com.apple.quicktime.title", "com.apple.quicktime.displayname",
        "com.apple.quicktime.author", "com.apple.quicktime.artist", "com.apple.quicktime.copyright",
        "com.apple.quicktime.description", "com.android.version", "com.android.capture.fps",
    ]
    /// The types of values that are kept: UTF-8 text and floating-point numbers.
    private static let valueTypes = [1, 23]

    /// Returns a box padded with free space to the length of the original.
    static func padded(_ box: [UInt8], to count: Int) -> [UInt8] {
        let rest = count - box.count
        guard rest > 0 else { return box }
        // Fewer than 8 bytes, the size of a box header, remain only if the original box ended with that many stray bytes.
        let space = rest < 8 ? [UInt8](repeating: 0, count: rest) : free(rest)
        return [UInt8](bigEndian: count, count: 4) + box.dropFirst(4) + space
    }

    /// Returns free space of this length in bytes, at least 8.
    static func free(_ count: Int) -> [UInt8] {
        [UInt8](bigEndian: count, count: 4) + Array("free".utf8) + [UInt8](repeating: 0, count: count - 8)
    }

    /// Returns the boxes in a range.
    func boxes(in range: Range<Int>) -> [HEIFBoxes.Box] { HEIFBoxes.boxes(reader, in: range) }

    /// Returns the first box at a path of names.
    func box(_ path: String..., in range: Range<Int>) -> HEIFBoxes.Box? {
        var (found, range) = (HEIFBoxes.Box?.none, range)
        for name in path {
            found = boxes(in: range).first { $0.name == name }
            guard let content = found?.content else { return nil }
            range = content
        }
        return found
    }

    /// Returns a box with the listed children; `nil` for a box that is not copied.
    func filtered(_ box: HEIFBoxes.Box) -> [UInt8]? {
        if box.name == "trak" || box.name == "traf" { guard keepsTrack(box) else { return nil } }
        if box.name == "meta" { return metadata(box) }
        guard let names = Self.children[box.name] else { return whole(box, Array(reader.bytes[box.content])) }
        let children = boxes(in: box.content).filter { names.contains($0.name) }.compactMap(filtered)
        return box.name == "udta" && children.isEmpty ? nil : whole(box, Array(children.joined()))
    }

    /// Returns a box with different content.
    private func whole(_ box: HEIFBoxes.Box, _ content: [UInt8]) -> [UInt8] {
        [UInt8](bigEndian: content.count + 8, count: 4)
            + reader.bytes[box.whole.lowerBound + 4..<box.whole.lowerBound + 8] + content
    }

    /// Returns the listed metadata of a movie, in iTunes' or Apple's key format; `nil` if the movie has no such metadata.
    private func metadata(_ box: HEIFBoxes.Box) -> [UInt8]? {
        // QuickTime metadata has no version.
        let start = reader.has("hdlr", at: box.content.lowerBound + 4) ? 0 : 4
        guard box.content.count > start, case let range = box.content.dropFirst(start),
            let handler = self.box("hdlr", in: range), let list = self.box("ilst", in: range)
        else { return nil }
        let prefix =
            Array(reader.bytes[box.content.prefix(start)]) + whole(handler, Array(reader.bytes[handler.content]))
        let values = boxes(in: list.content).filter(isValue)
        if reader.has("mdir", at: handler.content.lowerBound + 8) {
            let kept = values.filter { Self.items.contains($0.name) }
            guard !kept.isEmpty else { return nil }
            return whole(box, prefix + whole(list, kept.flatMap { reader.bytes[$0.whole] }))
        }
        guard reader.has("mdta", at: handler.content.lowerBound + 8), let keys = self.box("keys", in: range) else {
            return nil
        }
        // The name of a value's box is the number of its key.
        let names = boxes(in: keys.content.dropFirst(8))
        var (keptKeys, keptValues, count) = ([UInt8](), [UInt8](), 0)
        for value in values {
            guard let number = reader.uint32(at: value.whole.lowerBound + 4),
                names.indices.contains(number - 1), case let key = names[number - 1],
                Self.keys.contains(String(decoding: reader.bytes[key.content], as: UTF8.self))
            else { continue }
            count += 1
            keptKeys += reader.bytes[key.whole]
            keptValues += [UInt8](bigEndian: value.content.count + 8, count: 4) + [UInt8](bigEndian: count, count: 4)
            keptValues += reader.bytes[value.content]
        }
        guard count > 0 else { return nil }
        let head: [UInt8] = [0, 0, 0, 0] + [UInt8](bigEndian: count, count: 4)
        return whole(box, prefix + whole(keys, head + keptKeys) + whole(list, keptValues))
    }

    /// True if a box contains exactly one value, and values of this type are kept.
    private func isValue(_ box: HEIFBoxes.Box) -> Bool {
        let values = boxes(in: box.content)
        guard values.count == 1, values[0].name == "data", let type = reader.uint32(at: values[0].content.lowerBound)
        else { return false }
        return Self.valueTypes.contains(type)
    }
}
