/// The metadata and colors of a picture, read without any library.
extension HEIFItems {
    /// The maximum length in bytes of metadata and profiles.
    private static let maximumBytes = 8 << 20

    /// The maximum number of color properties per item. Items usually have one or two color properties.
    private static let maximumColors = 4

    /// The maximum number of metadata items that are read.
    private static let maximumDescriptions = 16

    /// The EXIF and XMP metadata of the picture (ISO/IEC 23008-12, annex A).
    var metadata: Metadata {
        let described = items(referringTo: primary, as: "cdsc").prefix(Self.maximumDescriptions)
        let exif = described.lazy.filter { type(of: $0) == "Exif" }.compactMap(exif).first
        let xmp = described.lazy.filter { mediaType(of: $0) == "application/rdf+xml" }.compactMap(content).first
        var metadata = (exif ?? []).withUnsafeBytes { exif in
            (xmp ?? []).withUnsafeBytes { xmp in
                Metadata(exif: exif.isEmpty ? nil : exif, xmp: xmp.isEmpty ? nil : xmp)
            }
        }
        // The container states the rotation; EXIF must not rotate the picture again (section 6.5.10).
        metadata.orientation = .up
        return metadata
    }

    private func content(of item: Int) -> [UInt8]? {
        let data = data(of: item)
        return 1...Self.maximumBytes ~= data.count ? data : nil
    }

    /// Returns the TIFF structure of an EXIF item. The item starts with the offset of the structure.
    private func exif(of item: Int) -> [UInt8]? {
        guard let data = content(of: item), data.count > 4 else { return nil }
        let start = 4 + data[..<4].reduce(0) { $0 << 8 | Int($1) }
        return start < data.count ? Array(data[start...]) : nil
    }

    /// The picture's color space. A grid without a color space uses the color space of its first tile.
    var colorSpace: ColorSpace {
        let items = [primary] + sources(of: primary).prefix(1)
        for item in items {
            let colors = colors(of: item)
            let profiles = colors.filter { $0.starts(with: "prof".utf8) || $0.starts(with: "rICC".utf8) }
            if let profile = profiles.first {
                return .profile(Array(profile.dropFirst(4)))
            }
            if let points = colors.first(where: { $0.starts(with: "nclx".utf8) && $0.count >= 8 }) {
                return ColorSpace(
                    primaries: Int(points[4]) << 8 | Int(points[5]), transfer: Int(points[6]) << 8 | Int(points[7]),
                    peak: peak(of: items))
            }
        }
        return .standard
    }

    /// Returns the contents of an item's color properties, except properties of implausible length.
    func colors(of item: Int) -> [[UInt8]] {
        properties(of: item).filter { $0.name == "colr" && $0.content.count <= Self.maximumBytes }
            .prefix(Self.maximumColors).map { boxes.bytes($0.content) }
    }

    /// Returns the peak in candela per square meter: the picture's peak (`clli`), or else the mastering display's peak (`mdcv`, in units of
    /// 1/10,000; ISO/IEC 14496-12, section 12.1.5).
    private func peak(of items: [Int]) -> Int? {
        func first(_ name: String) -> HEIFBoxes.Box? { items.lazy.compactMap { property(name, of: $0) }.first }
        let brightest = first("clli").flatMap { boxes.reader.uint16(at: $0.content.lowerBound) } ?? 0
        guard brightest == 0 else { return brightest }
        return first("mdcv").flatMap { boxes.reader.uint32(at: $0.content.lowerBound + 16) }.map { $0 / 10_000 }
    }

    /// True if colors are stored premultiplied.
    var isPremultiplied: Bool { hasReference("prem", from: primary) }
}
