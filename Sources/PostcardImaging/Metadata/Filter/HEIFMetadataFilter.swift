import PostcardCore

/// Copies a HEIC or AVIF file (ISO/IEC 23008-12) without changing offsets. Only the listed boxes, properties, items and tracks are copied;
/// everything else is blanked.
struct HEIFMetadataFilter {
    private static let metaBoxes: Set<NameKey> = [
        "hdlr", "dinf", "pitm", "iinf", "iloc", "iref", "iprp", "idat", "grpl",
    ]
    /// Properties that decoders need.
    private static let properties: Set<NameKey> = [
        "hvcC", "lhvC", "av1C", "avcC", "vvcC", "evcC", "j2kH", "uncC", "cmpd", "cmpC", "ispe", "pixi", "pasp", "colr",
        "clap",
        "irot", "imir", "auxC", "rloc", "lsel", "a1op", "a1lx", "tols", "oinf", "clli", "mdcv", "cclv", "amve", "reve",
        "ndwt", "iscl", "cmin",
    ]
    /// Coded pictures, and pictures derived from others.
    private static let pictures: Set<NameKey> = [
        "hvc1", "hev1", "lhv1", "hvt1", "av01", "avc1", "vvc1", "evc1", "j2k1", "unci", "grid", "iden", "iovl", "tmap",
    ]
    /// EXIF without values, and XMP without properties. Such data replaces metadata without any listed values.
    private static let emptyEXIF = [0, 0, 0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    private static let emptyXMP = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)

    private let reader: ByteReader
    private let items: HEIFItems
    private var copy: [UInt8]
    /// The number of bytes that may still be copied. Data is copied more than once only if items overlap.
    private var remaining: Int

    /// Returns the copy; `nil` for a file with an unknown structure.
    static func filtered(_ reader: ByteReader) -> [UInt8]? {
        guard let boxes = HEIFBoxes(reader.bytes), let items = try? HEIFItems(boxes),
            pictures.contains(items.type(of: items.primary))
        else { return nil }
        var filter = HEIFMetadataFilter(
            reader: reader, items: items, copy: [UInt8](repeating: 0, count: reader.count), remaining: 4 * reader.count)
        guard let end = filter.copyBoxes(), filter.copyItems(), filter.remaining >= 0 else { return nil }
        return Array(filter.copy[..<end])
    }

    /// Copies the top-level boxes of the file. The media data box is copied without its content.
    ///
    /// - Returns: the end of the last box that is kept; `nil` for a movie with an unknown structure.
    private mutating func copyBoxes() -> Int? {
        var end = 0
        for box in HEIFBoxes.boxes(reader, in: 0..<reader.count) {
            switch box.name {
            case "ftyp": keep(box.whole)
            case "mdat": keep(box.whole.lowerBound..<box.content.lowerBound)
            case "meta":
                keep(box.whole.lowerBound..<min(box.content.lowerBound + 4, box.whole.upperBound))
                copyChildren(of: box.content.dropFirst(4))
            case "moov":
                guard let movie = MovieFilter(Array(reader.bytes[box.whole])) else { return nil }
                copy.replaceSubrange(box.whole, with: movie.box)
                for samples in movie.samples { keep(samples.clamped(to: 0..<reader.count)) }
            default:
                blank(box)
                continue
            }
            end = box.whole.upperBound
        }
        return end
    }

    private mutating func copyChildren(of meta: Range<Int>) {
        for box in items.boxes.children(in: meta) {
            switch box.name {
            case "idat": keep(box.whole.lowerBound..<box.content.lowerBound)
            case "iprp":
                keep(box.whole)
                for list in items.boxes.children(in: box.content) where list.name == "ipco" {
                    for property in items.boxes.children(in: list.content)
                    where !Self.properties.contains(property.name) {
                        // Items refer to properties by number, so the property is blanked, not removed.
                        blank(property)
                    }
                }
            default: if Self.metaBoxes.contains(box.name) { keep(box.whole) } else { blank(box) }
            }
        }
    }

    /// Copies the data of pictures, and the filtered data of EXIF and XMP.
    private mutating func copyItems() -> Bool {
        for (item, location) in items.locations.sorted(by: { $0.key < $1.key }) {
            let start = location.isInner ? items.inner?.lowerBound ?? reader.count : 0
            // An extent without a length extends to the end of the file.
            guard location.extents.allSatisfy({ $0.length > 0 }) else { return false }
            let ranges = location.extents.map {
                (start + $0.offset..<start + $0.offset + $0.length).clamped(to: 0..<reader.count)
            }
            guard ranges.reduce(0, { $0 + $1.count }) <= remaining else { return false }
            switch items.type(of: item) {
            case "Exif": replace(ranges, by: exif(items.data(of: item)), Self.emptyEXIF, padding: 0)
            case "mime" where items.mediaType(of: item) == "application/rdf+xml":
                replace(ranges, by: XMPFilter.filtered(items.data(of: item)), Self.emptyXMP, padding: 0x20)
            case let type: if Self.pictures.contains(type) { ranges.forEach { keep($0) } }
            }
        }
        return true
    }

    private func exif(_ data: [UInt8]) -> [UInt8]? {
        data.span.bytes.withBuffer { buffer in
            // The data starts with the offset of the TIFF structure.
            guard let start = ByteReader(buffer).uint32(at: 0), start <= buffer.count - 4 else { return nil }
            let structure = UnsafeRawBufferPointer(rebasing: buffer[(4 + start)...])
            return EXIFFilter.filtered(structure).map { [0, 0, 0, 0] + $0 }
        }
    }

    /// Copies a range, unless too much was copied already.
    private mutating func keep(_ range: Range<Int>) {
        remaining -= range.count
        if remaining >= 0 { copy.replaceSubrange(range, with: reader.bytes[range]) }
    }

    /// Turns a box into free space.
    private mutating func blank(_ box: HEIFBoxes.Box) {
        for index in box.whole { copy[index] = 0 }
        keep(box.whole.lowerBound..<box.content.lowerBound)
        copy.replaceSubrange(box.whole.lowerBound + 4..<box.whole.lowerBound + 8, with: "free".utf8)
    }

    /// Writes data to extents, or `empty` if the data does not fit, followed by `padding`.
    private mutating func replace(_ ranges: [Range<Int>], by data: [UInt8]?, _ empty: [UInt8], padding: UInt8) {
        let count = ranges.reduce(0) { $0 + $1.count }
        remaining -= count
        var rest = [data, empty].compactMap(\.self).first { $0.count <= count }?[...] ?? []
        for range in ranges {
            let part = rest.prefix(range.count)
            rest = rest.dropFirst(range.count)
            let space = [UInt8](repeating: padding, count: range.count - part.count)
            copy.replaceSubrange(range, with: part + space)
        }
    }
}
