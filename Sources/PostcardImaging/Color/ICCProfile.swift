/// Reads tags from an ICC profile (ISO 15076-1) without trusting any of its numbers.
enum ICCProfile {
    /// The maximum size in bytes. Profiles for printing presses take 2 or 3 MiB.
    private static let maximumBytes = 4 << 20
    /// The maximum number of pipeline elements. Little CMS evaluates each element for tens of thousands of colors. Real profiles have three
    /// to five elements.
    private static let maximumElements = 16
    /// The maximum number of channels between two elements, such as one channel per ink. Each channel doubles the time for a table.
    private static let maximumChannels = 4
    /// The maximum number of segments in a curve. Each value requires a search of the segments.
    private static let maximumSegments = 64
    /// The maximum number of tags that Little CMS reads.
    private static let maximumTags = 100

    /// True if Little CMS can evaluate the profile quickly. A pipeline can refer to the same table thousands of times, and a curve can have
    /// many segments.
    static func isCheapToEvaluate(_ profile: [UInt8]) -> Bool {
        guard profile.count <= maximumBytes else { return false }
        return profile.withUnsafeBytes { bytes in
            let reader = ByteReader(bytes)
            return (0..<min(maximumTags, reader.uint32(at: 128) ?? 0)).allSatisfy { index in
                let entry = 132 + 12 * index
                guard let offset = reader.uint32(at: entry + 4), let count = reader.uint32(at: entry + 8),
                    let tag = reader.slice(at: offset, count: count), ByteReader(tag).has("mpet", at: 0)
                else { return true }
                return isCheapToEvaluate(pipeline: ByteReader(tag))
            }
        }
    }

    /// Returns the HDR color space that a profile specifies by code points (ICC.1:2022, section 9.2.17). The code points take precedence
    /// over the profile's curves, as in Chromium, because the curves end at white.
    static func highDynamicRange(_ profile: [UInt8]) -> RGBColorSpace? {
        profile.withUnsafeBytes { bytes in
            let reader = ByteReader(bytes)
            let tag = (0..<min(maximumTags, reader.uint32(at: 128) ?? 0)).lazy.map { 132 + 12 * $0 }
                .first { reader.has("cicp", at: $0) }.flatMap { reader.uint32(at: $0 + 4) }
            guard let tag, reader.has("cicp", at: tag), let primaries = reader.byte(at: tag + 8),
                let transfer = reader.byte(at: tag + 9),
                let space = RGBColorSpace(primaries: primaries, transfer: transfer), space.transfer.isHighDynamicRange
            else { return nil }
            return space
        }
    }

    /// The tag contains the numbers of channels, then the offset and size of each element (ICC.1:2022, section 10.16).
    private static func isCheapToEvaluate(pipeline tag: ByteReader) -> Bool {
        guard let count = tag.uint32(at: 12), count <= maximumElements else { return false }
        return (0..<count).allSatisfy { index in
            guard let offset = tag.uint32(at: 16 + 8 * index), let input = tag.uint16(at: offset + 8),
                let output = tag.uint16(at: offset + 10), max(input, output) <= maximumChannels
            else { return false }
            guard tag.has("cvst", at: offset) else { return true }
            return (0..<input).allSatisfy { channel in
                guard let curve = tag.uint32(at: offset + 12 + 8 * channel),
                    let segments = tag.uint16(at: offset + curve + 8)
                else { return false }
                return segments <= maximumSegments
            }
        }
    }
}
