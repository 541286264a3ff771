/// The facts that a file tells of a picture beside its pixels, read without any library.
extension HEIFItems {
    /// Metadata and profiles beyond this are no use to a picture.
    private static let maximumBytes = 8 << 20

    /// The maximum number of color properties of an item. Files have one or two.
    private static let maximumColors = 4

    /// The maximum number of metadata items that are read.
    private static let maximumDescriptions = 16

    /// EXIF and XMP of the picture (ISO/IEC 23008-12, annex A).
    var metadata: Metadata {
        let described = items(referringTo: primary, as: "cdsc").prefix(Self.maximumDescriptions)
        let exif = described.lazy.filter { type(of: $0) == "Exif" }.compactMap(exif).first
        let xmp = described.lazy.filter { mediaType(of: $0) == "application/rdf+xml" }.compactMap(content).first
        var metadata = (exif ?? []).withUnsafeBytes { exif in
            (xmp ?? []).withUnsafeBytes { xmp in
                Metadata(exif: exif.isEmpty ? nil : exif, xmp: xmp.isEmpty ? nil : xmp)
            }
        }
        // The container says how the picture is turned; EXIF must not turn it again (section 6.5.10).
        metadata.orientation = .up
        return metadata
    }

    private func content(of item: Int) -> [UInt8]? {
        let data = data(of: item)
        return 1...Self.maximumBytes ~= data.count ? data : nil
    }

    /// The TIFF structure of an item of EXIF, which begins with the number of bytes before it.
    private func exif(of item: Int) -> [UInt8]? {
        guard let data = content(of: item), data.count > 4 else { return nil }
        let start = 4 + data[..<4].reduce(0) { $0 << 8 | Int($1) }
        return start < data.count ? Array(data[start...]) : nil
    }

    /// The picture's colours: of a grid that says none, those of its first tile.
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

    /// Returns the contents of an item's color properties, without those of implausible length.
    func colors(of item: Int) -> [[UInt8]] {
        properties(of: item).filter { $0.name == "colr" && $0.content.count <= Self.maximumBytes }
            .prefix(Self.maximumColors).map { boxes.bytes($0.content) }
    }

    /// The brightest light in candela per square metre: of the picture (`clli`), else of the display that it was made on (`mdcv`, in
    /// parts of 10,000; ISO/IEC 14496-12, section 12.1.5).
    private func peak(of items: [Int]) -> Int? {
        func first(_ name: String) -> HEIFBoxes.Box? { items.lazy.compactMap { property(name, of: $0) }.first }
        let brightest = first("clli").flatMap { boxes.reader.uint16(at: $0.content.lowerBound) } ?? 0
        guard brightest == 0 else { return brightest }
        return first("mdcv").flatMap { boxes.reader.uint32(at: $0.content.lowerBound + 16) }.map { $0 / 10_000 }
    }

    /// `true` if colours are stored multiplied by their opacity.
    var isPremultiplied: Bool { hasReference("prem", from: primary) }
}
