/// A HEIC or AVIF file (ISO/IEC 23008-12).
final class HEIFFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    private let items: HEIFItems
    /// The grid of a picture of tiles, or of one tile for HEVC with opacity; `nil` for others that are coded in one piece.
    private let grid: HEIFGrid?
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer, format: ImageFormat) throws(ImageError) {
        self.bytes = bytes
        guard let items = HEIFBoxes(bytes).flatMap(HEIFItems.init) else {
            throw HEIFFile.failure(bytes, format)
        }
        let grid = try HEIFFile.grid(of: items, format)
        self.items = items
        self.grid = grid
        guard let stated = grid?.size ?? items.statedSize(of: items.primary) else {
            throw .damaged("The \(format.displayName) file does not say how large its picture is.")
        }
        let size = items.transform(of: items.primary, stated).size
        header = ImageHeader(format: format, storedSize: size, metadata: items.metadata)
        guard size.width > 0, size.height > 0 else {
            throw .damaged("The \(format.displayName) file says that its picture has no pixels.")
        }
    }

    /// The error of a file that says of no picture that it is the one.
    private static func failure(_ bytes: UnsafeRawBufferPointer, _ format: ImageFormat) -> ImageError {
        if HEIFSequence.frameCount(of: bytes) > 0 {
            return .unsupported(
                "This \(format.displayName) file has frames and no picture beside them. Make it a GIF or WebP first, by ffmpeg for example."
            )
        }
        if HEIFBoxes.isCut(bytes) {
            return .truncated(
                "The \(format.displayName) file ends after \(bytes.count) bytes, before it has told of its picture. Copy it again from where it came."
            )
        }
        return .damaged("The \(format.displayName) file is damaged: it does not say which picture it has.")
    }

    private static func grid(of items: HEIFItems, _ format: ImageFormat) throws(ImageError) -> HEIFGrid? {
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

    /// `true` if the picture is turned, mirrored or cropped behind its decoder.
    private var isTurned: Bool {
        items.properties(of: items.primary).contains { ["irot", "imir", "clap"].contains($0.name) }
    }

    private var hasAlpha: Bool { items.alpha(of: items.primary) != nil }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        if !hasAlpha, let reader = try thumbnailReader(wanted, options) { return reader }
        if let grid { return try reader(of: grid, items.primary, options) }
        try options.limits.check(size: items.statedSize(of: items.primary) ?? header.storedSize)
        if !hasAlpha, let reader = try planesReader(options) { return reader }
        // libheif takes damaged HEVC for a picture.
        guard items.type(of: items.primary) == "av01" else {
            throw .unsupported("This kind of \(header.format.displayName) picture cannot be read.")
        }
        try checkForLibheif(options.limits)
        let failure = LibraryFailure(format: header.format, library: "libheif", byteCount: bytes.count)
        let picture = try HEIFPicture(
            bytes, header.storedSize, isCropped: !isTurned, keepsAlpha: hasAlpha, failure)
        return try picture.reader(
            header.storedSize, hasAlpha: hasAlpha, isPremultiplied: items.isPremultiplied,
            colorSpace: items.colorSpace)
    }

    /// Checks what libheif decodes: the picture and its opacity.
    private func checkForLibheif(_ limits: DecodingLimits) throws(ImageError) {
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
    private func planesReader(_ options: DecodingOptions) throws(ImageError) -> HEIFReader? {
        let item = items.primary
        guard let size = items.statedSize(of: item) else { return nil }
        let planes = try HEIFPlanes(
            item, data: items.data(of: item), of: items, size: size, limits: options.limits, recovers: options.recover)
        guard let planes else { return nil }
        return try reader(of: HEIFGrid(item, size: size), item, whole: planes, options)
    }

    /// `nil` where there is no thumbnail that is large enough, or it is damaged or of a kind that `HEIFPlanes` does not read.
    private func thumbnailReader(_ wanted: PixelSize, _ options: DecodingOptions) throws(ImageError) -> HEIFReader? {
        guard let item = items.thumbnail(wanted: wanted, whole: header.storedSize),
            let size = items.statedSize(of: item),
            let planes = try? HEIFPlanes(
                item, data: items.data(of: item), of: items, size: size, limits: options.limits,
                sharedColors: items.codePoints(of: items.primary))
        else { return nil }
        return try reader(of: HEIFGrid(item, size: size), item, whole: planes, options)
    }

    /// `item` is the one that the grid is of: the picture, or a thumbnail of one without opacity.
    private func reader(
        of grid: HEIFGrid, _ item: Int, whole: HEIFPlanes? = nil, _ options: DecodingOptions
    ) throws(ImageError) -> HEIFReader {
        try options.limits.check(size: grid.size)
        try options.limits.check(size: grid.tileSize)
        let transform = items.transform(of: item, grid.size)
        func band(_ item: Int, _ grid: HEIFGrid, whole: HEIFPlanes? = nil) throws(ImageError) -> HEIFBand {
            let decoder = HEIFTileDecoder(items, item, grid, whole: whole, format: header.format, options: options)
            return try HEIFBand(decoder, isColumn: transform.isTransposed)
        }
        let alpha = items.alpha(of: items.primary)
        let alphaGrid = try alpha.map { (item) throws(ImageError) in
            try HEIFGrid(item, of: items, format: header.format)
        }
        var opacity: HEIFBand?
        // As libheif does, opacity of another size is left aside.
        if let alpha, let alphaGrid, alphaGrid.size == grid.size { opacity = try band(alpha, alphaGrid) }
        return try HEIFReader(
            transform, colors: band(item, grid, whole: whole), opacity: opacity,
            isPremultiplied: items.isPremultiplied, colorSpace: items.colorSpace)
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
