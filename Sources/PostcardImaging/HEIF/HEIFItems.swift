/// The items of a HEIF file: their types, properties and references.
struct HEIFItems {
    let boxes: HEIFBoxes
    /// The item of the main picture.
    let primary: Int
    private let types: [Int: String]
    /// The media types of items whose type is `mime`.
    private let mediaTypes: [Int: String]
    private let properties: [HEIFBoxes.Box]
    /// Indices of `properties` by item, in file order.
    private let associations: [Int: [Int]]
    private let references: [(name: String, from: Int, to: [Int])]
    let locations: [Int: Location]
    /// The content of the `idat` box.
    let inner: Range<Int>?

    /// Reads the item tables; `nil` if the file does not specify a primary item.
    ///
    /// - Throws: `ImageError` with code `damaged` if the tables have more entries than the budget of `boxes`.
    init?(_ boxes: HEIFBoxes) throws(ImageError) {
        let reader = boxes.reader
        guard let head = boxes.contents("pitm").first, let version = reader.byte(at: head.lowerBound),
            let primary = version == 0 ? reader.uint16(at: head.lowerBound + 4) : reader.uint32(at: head.lowerBound + 4)
        else { return nil }
        self.boxes = boxes
        self.primary = primary
        (types, mediaTypes) = HEIFItems.types(in: boxes)
        properties = boxes.contents("iprp", "ipco").first.map(boxes.children) ?? []
        associations = HEIFItems.associations(in: boxes)
        references = HEIFItems.references(in: boxes)
        locations = HEIFItems.locations(in: boxes)
        inner = boxes.contents("idat").first
        try boxes.budget.check()
    }

    /// Reads the item types (ISO/IEC 14496-12, section 8.11.6).
    private static func types(in boxes: HEIFBoxes) -> (types: [Int: String], mediaTypes: [Int: String]) {
        let reader = boxes.reader
        var types: [Int: String] = [:]
        var mediaTypes: [Int: String] = [:]
        for list in boxes.contents("iinf") {
            let isLong = reader.byte(at: list.lowerBound) ?? 0 > 0
            for entry in boxes.children(in: list.dropFirst(isLong ? 8 : 6)) where entry.name == "infe" {
                let version = reader.byte(at: entry.content.lowerBound) ?? 0
                let start = entry.content.lowerBound + 4
                let item = version == 3 ? reader.uint32(at: start) : reader.uint16(at: start)
                guard version >= 2, let item, let name = reader.slice(at: start + (version == 3 ? 6 : 4), count: 4)
                else { continue }
                let type = String(decoding: name, as: UTF8.self)
                // Conflicting entries make the item unusable, because libheif would use any one of the types.
                types[item] = types[item, default: type] == type ? type : ""
                guard type == "mime" else { continue }
                // The type is followed by the item's name and its media type, each zero-terminated.
                let texts = boxes.bytes(entry.content.dropFirst(version == 3 ? 14 : 12).prefix(256))
                    .split(separator: 0, omittingEmptySubsequences: false)
                if texts.count > 1 { mediaTypes[item] = String(decoding: texts[1], as: UTF8.self) }
            }
        }
        return (types, mediaTypes)
    }

    /// The maximum number of properties per item. Items in photos have up to 10.
    private static let maximumProperties = 64

    /// Reads the associations of properties with items (ISO/IEC 23008-12, section 9.3).
    private static func associations(in boxes: HEIFBoxes) -> [Int: [Int]] {
        let reader = boxes.reader
        var associations: [Int: [Int]] = [:]
        for list in boxes.contents("iprp", "ipma") {
            guard let version = reader.byte(at: list.lowerBound), let flags = reader.byte(at: list.lowerBound + 3),
                let count = reader.uint32(at: list.lowerBound + 4)
            else { continue }
            var offset = list.lowerBound + 8
            for _ in 0..<count where boxes.budget.take() {
                let item = version == 0 ? reader.uint16(at: offset) : reader.uint32(at: offset)
                offset += version == 0 ? 2 : 4
                guard offset < list.upperBound, let item, let number = reader.byte(at: offset) else { break }
                offset += 1
                for _ in 0..<number where boxes.budget.take() {
                    let index = flags & 1 == 1 ? reader.uint16(at: offset) : reader.byte(at: offset)
                    offset += flags & 1 == 1 ? 2 : 1
                    // Indices start at 1. The highest bit marks properties that a reader must support.
                    guard let index, offset <= list.upperBound else { break }
                    guard associations[item, default: []].count < maximumProperties else { continue }
                    associations[item, default: []].append(index & (flags & 1 == 1 ? 0x7FFF : 0x7F) - 1)
                }
            }
        }
        return associations
    }

    /// Reads the references between items (ISO/IEC 14496-12, section 8.11.12).
    private static func references(in boxes: HEIFBoxes) -> [(name: String, from: Int, to: [Int])] {
        let reader = boxes.reader
        return boxes.contents("iref").flatMap { list -> [(name: String, from: Int, to: [Int])] in
            let isLong = reader.byte(at: list.lowerBound) ?? 0 > 0
            let width = isLong ? 4 : 2
            func item(at offset: Int) -> Int? { isLong ? reader.uint32(at: offset) : reader.uint16(at: offset) }
            return boxes.children(in: list.dropFirst(4)).compactMap { box -> (name: String, from: Int, to: [Int])? in
                let start = box.content.lowerBound
                guard let from = item(at: start), let count = reader.uint16(at: start + width),
                    start + 2 + width * (count + 1) <= box.content.upperBound
                else { return nil }
                return (
                    box.name, from,
                    (0..<count).compactMap { boxes.budget.take() ? item(at: start + 2 + width * ($0 + 1)) : nil }
                )
            }
        }
    }

    /// Returns the four characters of an item's type, for example `av01`, `hvc1` or `grid`.
    func type(of item: Int) -> String { types[item] ?? "" }

    /// Returns an item's media type, for example `application/rdf+xml`; empty if the item's type is not `mime`.
    func mediaType(of item: Int) -> String { mediaTypes[item] ?? "" }

    /// Returns the items that refer to `item` with the reference type `name`: `cdsc` for metadata, `thmb` for thumbnails.
    func items(referringTo item: Int, as name: String) -> [Int] {
        references.filter { $0.name == name && $0.to.contains(item) }.map(\.from)
    }

    func hasReference(_ name: String, from item: Int) -> Bool {
        references.contains { $0.name == name && $0.from == item }
    }

    /// Returns the properties of an item in the order in which they apply.
    func properties(of item: Int) -> some Sequence<HEIFBoxes.Box> {
        (associations[item] ?? []).lazy.compactMap { properties.indices.contains($0) ? properties[$0] : nil }
    }

    func property(_ name: String, of item: Int) -> HEIFBoxes.Box? { properties(of: item).first { $0.name == name } }

    /// Returns the items that `item` is derived from.
    func sources(of item: Int) -> [Int] { references.first { $0.name == "dimg" && $0.from == item }?.to ?? [] }

    /// Returns the first alpha item for `item`.
    func alpha(of item: Int) -> Int? { alphas(of: item).first }

    /// Returns all alpha items for `item`.
    func alphas(of item: Int) -> [Int] {
        items(referringTo: item, as: "auxl").filter { alpha in
            guard let kind = property("auxC", of: alpha)?.content.dropFirst(4) else { return false }
            let name = boxes.bytes(kind.prefix(HEIFItems.maximumKindBytes)).prefix { $0 != 0 }
            return HEIFItems.alphaKinds.contains { name.elementsEqual($0.utf8) }
        }
    }

    /// The maximum number of bytes that are read to identify the kind of an auxiliary item.
    private static let maximumKindBytes = 64

    /// The kinds of auxiliary items that contain alpha (ISO/IEC 23008-12, annex B.2.3, and AV1 Image File Format, section 4).
    private static let alphaKinds = [
        "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
    ]

    /// Returns the size in an item's `ispe` property.
    func statedSize(of item: Int) -> PixelSize? {
        guard let box = property("ispe", of: item)?.content,
            let width = boxes.reader.uint32(at: box.lowerBound + 4),
            let height = boxes.reader.uint32(at: box.lowerBound + 8)
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
