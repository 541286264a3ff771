import CPostcardShims

/// A HEIC or AVIF file (ISO/IEC 23008-12), by libheif.
final class HEIFFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    private let picture: HEIFPicture
    private let failure: LibraryFailure
    private let items: HEIFItems?
    /// The grid of a picture of tiles, or of one tile for HEVC with opacity; `nil` for others that are coded in one piece.
    private let grid: HEIFGrid?
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer, format: ImageFormat) throws(ImageError) {
        self.bytes = bytes
        failure = LibraryFailure(format: format, library: "libheif", byteCount: bytes.count)
        let items = HEIFBoxes(bytes).flatMap(HEIFItems.init)
        guard items != nil || HEIFSequence.frameCount(of: bytes) == 0 else {
            throw .unsupported(
                "This \(format.displayName) file has frames and no picture beside them. Make it a GIF or WebP first, by ffmpeg for example."
            )
        }
        picture = try HEIFPicture(bytes, failure)
        let grid = try HEIFFile.grid(of: items, format)
        self.items = items
        self.grid = grid
        var metadata = picture.metadata
        // The container says how the picture is turned, and libheif does so; EXIF must not turn it again (section 6.5.10).
        metadata.orientation = .up
        let told = PixelSize(width: Int(picture.info.width), height: Int(picture.info.height))
        let size = items.flatMap { HEIFFile.turnedSize(of: $0, grid) } ?? told
        header = ImageHeader(format: format, storedSize: size, metadata: metadata)
        guard size.width > 0, size.height > 0 else {
            throw .damaged("The \(format.displayName) file says that its picture has no pixels.")
        }
    }

    private static func grid(of items: HEIFItems?, _ format: ImageFormat) throws(ImageError) -> HEIFGrid? {
        guard let items else { return nil }
        switch items.type(of: items.primary) {
        case "grid": return try HEIFGrid(items.primary, of: items, format: format)
        case "hvc1":
            return try items.alpha(of: items.primary) == nil ? nil : HEIFGrid(items.primary, of: items, format: format)
        case "iovl", "iden":
            throw .unsupported(
                "This \(format.displayName) picture is derived from others in a way that Postcard does not read.")
        default: return nil
        }
    }

    /// The size after turning and cropping, of what is decoded here, and where libheif before 1.18 does not tell it right: when a turn
    /// stands in front of the size in the list of properties.
    private static func turnedSize(of items: HEIFItems, _ grid: HEIFGrid?) -> PixelSize? {
        let properties = items.properties(of: items.primary)
        if let grid { return HEIFTransform(grid.size, properties: properties, items.boxes.reader).size }
        guard let stated = items.statedSize(of: items.primary),
            let place = properties.firstIndex(where: { $0.name == "ispe" }),
            items.type(of: items.primary) == "hvc1"
                || properties[..<place].contains(where: { ["irot", "clap"].contains($0.name) })
        else { return nil }
        return HEIFTransform(stated, properties: properties, items.boxes.reader).size
    }

    /// `true` if the picture is turned, mirrored or cropped behind its decoder.
    private var isTurned: Bool {
        guard let items else { return true }
        return items.properties(of: items.primary).contains { ["irot", "imir", "clap"].contains($0.name) }
    }

    private var colorSpace: ColorSpace {
        if let profile = picture.profile { return .profile(profile) }
        return ColorSpace(primaries: Int(picture.info.primaries), transfer: Int(picture.info.transfer))
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let info = picture.info
        if let items, !info.has_alpha,
            let thumbnail = HEIFThumbnail(of: items, wanted: wanted, whole: header.storedSize),
            let reader = try thumbnail.reader(colorSpace: colorSpace, limits: options.limits)
        {
            return reader
        }
        if let items, let grid { return try reader(of: grid, in: items, options) }
        try options.limits.check(size: PixelSize(width: Int(info.coded_width), height: Int(info.coded_height)))
        if let items, !info.has_alpha || items.type(of: items.primary) == "hvc1",
            let reader = try planesReader(of: items, options)
        {
            return reader
        }
        // libheif takes damaged HEVC for a picture.
        guard let items, items.type(of: items.primary) == "av01" else {
            throw .unsupported("This kind of \(header.format.displayName) picture cannot be read.")
        }
        try checkForLibheif(items, options.limits)
        let rows = try picture.decode(
            header.storedSize, isCropped: !isTurned, keepsAlpha: info.has_alpha, failure)
        return HEIFReader(
            owner: self, rows, hasAlpha: info.has_alpha,
            isPremultiplied: info.is_premultiplied, colorSpace: colorSpace)
    }

    /// Checks what libheif decodes: the picture and its opacity.
    private func checkForLibheif(_ items: HEIFItems, _ limits: DecodingLimits) throws(ImageError) {
        let alphas = items.alphas(of: items.primary)
        for item in [items.primary] + alphas {
            guard items.type(of: item) == "av01", item == items.primary || items.alphas(of: item).isEmpty else {
                throw .unsupported("This kind of \(header.format.displayName) picture cannot be read.")
            }
            guard items.isWhole(item) else {
                throw .truncated(
                    "The \(header.format.displayName) file ends after \(bytes.count) bytes, before its picture does. Copy it again from where it came."
                )
            }
            try items.checkCodedSize(
                of: item, data: items.data(of: item), size: items.statedSize(of: item) ?? header.storedSize,
                limits: limits)
        }
    }

    /// `nil` for a picture that is decoded by libheif.
    private func planesReader(
        of items: HEIFItems, _ options: DecodingOptions
    ) throws(ImageError) -> HEIFPlanesReader? {
        let item = items.primary
        guard let size = items.statedSize(of: item) else { return nil }
        let transform = HEIFTransform(size, properties: items.properties(of: item), items.boxes.reader)
        guard transform.size == header.storedSize,
            let planes = try HEIFPlanes(
                item, data: items.data(of: item), of: items, size: size, limits: options.limits,
                recovers: options.recover)
        else { return nil }
        return try HEIFPlanesReader(planes, storedSize: size, transform, colorSpace: colorSpace)
    }

    private func reader(
        of grid: HEIFGrid, in items: HEIFItems, _ options: DecodingOptions
    ) throws(ImageError) -> HEIFGridReader {
        try options.limits.check(size: grid.size)
        try options.limits.check(size: grid.tileSize)
        let transform = HEIFTransform(
            grid.size, properties: items.properties(of: items.primary), items.boxes.reader)
        func band(_ item: Int, _ grid: HEIFGrid) throws(ImageError) -> HEIFGridBand {
            let decoder = HEIFTileDecoder(items, item, grid, format: header.format, options: options)
            return try HEIFGridBand(grid, decoder, isColumn: transform.isTransposed)
        }
        let alpha = items.alpha(of: items.primary)
        let alphaGrid = try alpha.map { (item) throws(ImageError) in
            try HEIFGrid(item, of: items, format: header.format)
        }
        var opacity: HEIFGridBand?
        // As libheif does, opacity of another size is left aside.
        if let alpha, let alphaGrid, alphaGrid.size == grid.size { opacity = try band(alpha, alphaGrid) }
        return try HEIFGridReader(
            transform, colors: band(items.primary, grid), opacity: opacity,
            isPremultiplied: picture.info.is_premultiplied, colorSpace: colorSpace)
    }
}

extension ColorSpace {
    /// The colours of code points of ITU-T H.273; sRGB for those that are not known.
    init(primaries: Int, transfer: Int) {
        var space = RGBColorSpace(primaries: primaries, transfer: transfer)
        // Encoders write a video's curve for what was meant as sRGB; browsers take it so.
        if space?.transfer == .bt709 { space?.transfer = .sRGB }
        self = space.map(ColorSpace.rgb) ?? .standard
    }
}
